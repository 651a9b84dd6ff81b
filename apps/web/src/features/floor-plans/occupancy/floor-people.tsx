import { useLingui } from "@lingui/react/macro";
import { Card, Select, Text } from "@mantine/core";
import {
  type FloorOccupancy,
  getFloorOccupancy,
  getOccupancyTrend,
} from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ReactNode } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { DayBars } from "#shared/charts/day-bars.tsx";
import { numberText } from "#shared/format/number.ts";
import { PlanPanel } from "#shared/maps/plan-panel.tsx";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { PeopleLegend } from "../controls/heat-legend.tsx";

import columns from "#shared/maps/plan-columns.module.css";

const NO_VALUE_COLOR = "#868e96";

type Counted = Pick<FloorOccupancy, "people" | "sensors" | "reporting">;

/** Number of people as text: a minimum while some sensors do not report. */
function usePeopleText(): (counted: Counted) => string {
  const { t } = useLingui();
  return ({ people, sensors, reporting }) => {
    if (people === null) return t`No data`;
    const count = numberText(people);
    return reporting < sensors ? t`at least ${count}` : count;
  };
}

/** Counts as they may be shown: old ones are unknown. */
function useShown(data: FloorOccupancy): FloorOccupancy {
  if (!useIsOld()) return data;
  const zones = data.zones.map((zone) => ({ ...zone, people: null, reporting: 0, color: NO_VALUE_COLOR }));
  return { ...data, people: null, reporting: 0, zones };
}

/** Number of people on a floor, by zone. Source: spec 2 §2 routes. */
export function FloorPeople({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const occupancy = useRoute(getFloorOccupancy, { id: floorId });
  return (
    <Section of={occupancy} height={480}>
      {(data) =>
        data.sensors === 0 ? (
          <Text c="dimmed">{t`No sensor of this floor counts people.`}</Text>
        ) : (
          <Occupancy floorId={floorId} data={data} />
        )
      }
    </Section>
  );
}

function Occupancy({ floorId, data }: { floorId: number; data: FloorOccupancy }) {
  const { t } = useLingui();
  const plan = useRoute(getFloorPlan, { id: floorId });
  const peopleText = usePeopleText();
  const shown = useShown(data);
  const byId = new Map(shown.zones.map((zone) => [zone.id, zone]));
  return (
    <>
      <Summary shown={shown} />
      <div className={columns["columns"]}>
        <PlanPanel
          plan={plan.data}
          isFailed={plan.isError}
          onRetry={() => void plan.refetch()}
          subject={t`People`}
          zones={(plan.data?.zones ?? []).map((zone) => {
            const counted = byId.get(zone.id);
            if (!counted) return zone;
            const { people, sensors, reporting, color } = counted;
            const isStale = people !== null && reporting < sensors;
            // No people are there: nothing to draw, unless some sensors do not report.
            const isEmpty = people === 0 && !isStale;
            return { ...zone, color: isEmpty ? undefined : color, text: peopleText(counted), isStale };
          })}
          markers={[]}
        >
          <PeopleLegend scale={data.scale} isPartly />
        </PlanPanel>
        <div className={columns["side"]}>
          <ZoneTable zones={shown.zones} />
          <TrendCard floorId={floorId} zones={shown.zones} />
        </div>
      </div>
    </>
  );
}

/** The values of the whole floor. */
function Summary({ shown }: { shown: FloorOccupancy }) {
  const { t } = useLingui();
  const peopleText = usePeopleText();
  const { zones } = shown;
  const occupied = zones.filter(({ people }) => (people ?? 0) > 0).length;
  const unknown = zones.filter(({ people }) => people === null).length;
  const facts: [string, string][] = [
    [t`People on the floor`, peopleText(shown)],
    [
      t`Occupied zones`,
      shown.people === null ? t`No data` : `${numberText(occupied)} / ${numberText(zones.length)}`,
    ],
    [t`Zones without data`, numberText(unknown)],
    [t`Sensors reporting`, `${numberText(shown.reporting)} / ${numberText(shown.sensors)}`],
  ];
  return (
    <AutoGrid component="dl" min={150} gap={10} isFit>
      {facts.map(([name, value]) => (
        <Panel key={name}>
          <Text component="dt" fz={14} fw={600}>
            {name}
          </Text>
          <Text component="dd" mt={4} fz={28} fw={650} lh={1.15}>
            {value}
          </Text>
        </Panel>
      ))}
    </AutoGrid>
  );
}

function ZoneTable({ zones }: { zones: FloorOccupancy["zones"] }) {
  const { t } = useLingui();
  const peopleText = usePeopleText();
  return (
    <Card component="section" padding="sm" aria-label={t`Zones`}>
      <DataTable
        label={t`Zones`}
        narrow="scroll"
        rows={zones}
        rowKey={({ id }) => id}
        columns={[
          { header: t`Zone`, render: ({ name }) => name, isRowHeader: true, sortKey: ({ name }) => name },
          { header: t`People`, render: peopleText, isNumber: true, sortKey: ({ people }) => people },
          {
            header: t`Sensors reporting`,
            render: ({ reporting, sensors }) => `${numberText(reporting)} / ${numberText(sensors)}`,
            isNumber: true,
          },
        ]}
      />
    </Card>
  );
}

/** People of the floor, or of the zone of the address, over the day. */
function TrendCard({ floorId, zones }: { floorId: number; zones: FloorOccupancy["zones"] }) {
  const { t } = useLingui();
  const [search, change] = useSearchState();
  const wanted = searchText(search["zone"]);
  const zone = zones.find(({ id }) => String(id) === wanted);
  return (
    <PeopleTrend placeId={zone?.id ?? floorId}>
      <Select
        label={t`Place`}
        mb="xs"
        w={{ base: "100%", xs: 220 }}
        allowDeselect={false}
        data={[
          { value: "", label: t`Whole floor` },
          ...zones.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={zone ? String(zone.id) : ""}
        onChange={(value) => change({ zone: value ? Number(value) : undefined }, { replace: true })}
      />
    </PeopleTrend>
  );
}

/** People of a floor or zone over the last 24 hours. */
export function PeopleTrend({ placeId, children }: { placeId: number; children?: ReactNode }) {
  const { t } = useLingui();
  const trend = useRoute(getOccupancyTrend, { id: placeId });
  const data = trend.data?.map(({ people, ...bucket }) => ({ ...bucket, value: people }));
  return (
    <SectionCard title={t`Occupancy in the last 24 hours`}>
      {children}
      <DayBars label={t`People`} of={{ ...trend, data }} />
    </SectionCard>
  );
}
