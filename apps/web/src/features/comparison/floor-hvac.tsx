import { useLingui } from "@lingui/react/macro";
import { Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { zonesOf, type ZoneSummary } from "@verandah/contract/hvac/air-comparison.ts";

import { useIsOld } from "#shared/age.ts";
import { useAirUnits } from "#shared/equipment/air-values.ts";
import { quantity } from "#shared/format/number.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";

import { ComparisonMark } from "./comparison-mark.tsx";
import { HvacPart } from "./hvac-part.tsx";
import { UnitsTable } from "./units-table.tsx";

/** Readings against setpoints of one floor's units and zones. */
export function FloorHvac({ floorId }: { floorId: number }) {
  const { t } = useLingui();
  const query = useAirUnits(floorId);
  const { floors = [], units = [] } = query.data ?? {};
  const zones = floors.flatMap((floor) => zonesOf(floor, units));

  return (
    <HvacPart query={query} zones={zones} selected={`f${floorId}`} isPart>
      <section>
        <Title order={2} size="h5" mb={6}>{t`Air handling units`}</Title>
        <UnitsTable units={units} floorId={floorId} />
      </section>
      <section>
        <Title order={2} size="h5" mb={6}>{t`Zones`}</Title>
        <ZonesTable zones={zones} />
      </section>
    </HvacPart>
  );
}

const difference = ({ nowCelsius, wantedCelsius }: ZoneSummary) =>
  nowCelsius === undefined || wantedCelsius === undefined ? undefined : nowCelsius - wantedCelsius;

/** One row a zone: the mean of its VAVs against their setpoints. */
function ZonesTable({ zones }: { zones: readonly ZoneSummary[] }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const shown = (celsius: number | undefined) =>
    celsius === undefined || isOld ? t`No data` : quantity(celsius, "degC");
  return (
    <DataTable
      label={t`Zones`}
      rows={zones}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t`Zone`,
          isRowHeader: true,
          render: ({ id, name }) => (
            <Link to="/admin/zone/hvac" search={{ zone: id }}>
              {name}
            </Link>
          ),
          sortKey: ({ name }) => name,
        },
        {
          header: t`Temperature`,
          render: ({ nowCelsius }) => shown(nowCelsius),
          sortKey: ({ nowCelsius }) => nowCelsius ?? null,
        },
        {
          header: t`Setpoint`,
          render: ({ wantedCelsius }) => shown(wantedCelsius),
          sortKey: ({ wantedCelsius }) => wantedCelsius ?? null,
        },
        {
          header: t`State`,
          render: (zone) => (
            <ComparisonMark comparison={zone.comparison} differenceKelvin={difference(zone)} />
          ),
          sortKey: (zone) => difference(zone) ?? null,
        },
        {
          header: t`VAV boxes`,
          width: 120,
          render: ({ vavs }) =>
            vavs.map((vav, index) => (
              <span key={vav.ssid}>
                {index > 0 && ", "}
                <Link to="/admin/glVav" search={{ device: vav.ssid }}>
                  {vav.name}
                </Link>
              </span>
            )),
        },
      ]}
    />
  );
}
