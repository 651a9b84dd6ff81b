import { useLingui } from "@lingui/react/macro";
import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { sendCommands } from "@verandah/contract/commands/commands.ts";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import { type AirUnit, listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav as vavType,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";
import type { ReactNode } from "react";

import { useReadingsState } from "#data/live/readings.ts";
import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { Value } from "#shared/equipment/reading-value.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { VavFlow } from "#shared/equipment/vav-flow.tsx";
import { useSearchState, searchText } from "#shared/search-state.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { VavDamper, VavSetpoint } from "./vav-controls.tsx";

const SKELETONS = 6;

/**
 * The selected floor and air handling unit. The address has both; a VAV in the address selects the unit that supplies it.
 */
function useVavChoice() {
  const { building } = useSession();
  const [search, change] = useSearchState();
  const { data, error } = useRoute(listAirUnits, { id: building.id });
  const named = searchText(search["device"]);
  const device = data?.units.find((unit) => unit.ssid === named);
  const wantedFloor = device?.floorId ?? Number(searchText(search["floor"]));
  const floor = data?.floors.find(({ id }) => id === wantedFloor) ?? data?.floors[0];
  const feeders = (data?.units ?? []).filter((unit) => unit.type === "AHU" && unit.floorId === floor?.id);
  const wantedFeeder = device?.type === "VAV" ? device.fedBy : device?.ssid;
  const feeder = feeders.find((unit) => unit.ssid === wantedFeeder) ?? feeders[0];

  return {
    floors: data?.floors ?? [],
    floor,
    feeders,
    feeder,
    /** The box that the address names. */
    chosen: device?.type === "VAV" ? device.ssid : undefined,
    /** The address names a device that the building does not have. */
    isMissing: data !== undefined && named !== undefined && device === undefined,
    hasNoFloor: data?.floors.length === 0,
    error,
    chooseFloor: (floorId: number) => change({ floor: floorId, device: undefined }),
    chooseFeeder: (ssid: string) => change({ floor: undefined, device: ssid }),
  };
}

/** The boxes of a unit; if no box has a unit, all boxes of its floor. */
function vavsOf(units: readonly AirUnit[], feeder: AirUnit | undefined): AirUnit[] {
  const vavs = units.filter((unit) => unit.type === "VAV");
  const areFed = vavs.some((vav) => vav.fedBy !== null);
  return areFed ? vavs.filter((vav) => vav.fedBy === feeder?.ssid) : vavs;
}

/** The VAV boxes of one unit, with their controls. Source: spec 2 §2 VAV page. */
export function VavScreen() {
  const { t } = useLingui();
  const session = useSession();
  const [search, change] = useSearchState();
  const choice = useVavChoice();
  const { floors, floor, feeders, feeder, chosen } = choice;
  const ofFloor = useRoute(listAirUnits, floor && { id: floor.id });
  const loaded = ofFloor.data && vavsOf(ofFloor.data.units, feeder);
  const data = choice.hasNoFloor ? [] : loaded;
  const { error } = useReadingsState(data?.map(({ ssid }) => ssid) ?? []);
  const canCommand = admits(sendCommands.access, session.role.id);
  const isTable = search["view"] === "table";
  const zoneNames = new Map(floor?.zones.map((zone) => [zone.id, zone.name]));
  const VavList = isTable ? VavTable : VavCards;

  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="xs" align="end">
        <div>
          <PageTitle>{t`VAV Page`}</PageTitle>
          {!canCommand && (
            <Text size="sm" c="dimmed">{t`Your role can see the VAV boxes; operators change them.`}</Text>
          )}
        </div>
        <Group align="end" gap={10}>
          <Select
            label={t`Floor`}
            size="xs"
            w={150}
            allowDeselect={false}
            value={floor ? String(floor.id) : null}
            onChange={(value) => value && choice.chooseFloor(Number(value))}
            data={floors.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Select
            label={t`Device`}
            size="xs"
            w={150}
            allowDeselect={false}
            value={feeder?.ssid ?? null}
            onChange={(value) => value && choice.chooseFeeder(value)}
            data={feeders.map(({ ssid, name }) => ({ value: ssid, label: name }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t`View of the VAV boxes`}
            value={isTable ? "table" : "cards"}
            onChange={(value) => change({ view: value === "table" ? "table" : undefined })}
            data={[
              { value: "cards", label: t`Card View` },
              { value: "table", label: t`Table View` },
            ]}
          />
        </Group>
      </Group>
      <Section
        errorText={choice.isMissing && t`Device not found.`}
        empty={<Text c="dimmed">{t`No VAV boxes here.`}</Text>}
        of={{ ...ofFloor, data, error: choice.error ?? ofFloor.error ?? error }}
        placeholder={
          <AutoGrid component="ul" min={300} aria-busy>
            {Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index}>
                <Loading height={262} />
              </li>
            ))}
          </AutoGrid>
        }
      >
        {(vavs) => (
          <VavList
            vavs={vavs}
            chosen={chosen}
            zoneName={(vav: AirUnit) => zoneNames.get(vav.zoneId ?? 0) ?? floor?.name ?? ""}
            canCommand={canCommand}
          />
        )}
      </Section>
    </Stack>
  );
}

const CHOSEN = { outline: "2px solid var(--mantine-primary-color-filled)", outlineOffset: 1 };

interface VavsProps {
  vavs: readonly AirUnit[];
  /** Ssid of the box that the address names. */
  chosen: string | undefined;
  zoneName: (vav: AirUnit) => string;
  canCommand: boolean;
}

const value =
  (point: string) =>
  ({ ssid }: AirUnit) => <Value device={ssid} point={point} />;

/** The parts of a box in their order, on its card and in its row. Source: spec 2 §2 VAV page. */
function useParts(
  canCommand: boolean,
): { header: string; width?: number; render: (vav: AirUnit) => ReactNode }[] {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return [
    { header: t`Zone temperature`, width: 90, render: value(setpointKinds.zone.reading) },
    {
      header: nameOf(ZONE_SETPOINT, vavType.type),
      render: (vav) => <VavSetpoint vav={vav} canCommand={canCommand} />,
    },
    {
      header: nameOf(DAMPER_MODE, vavType.type),
      render: (vav) => <VavDamper vav={vav} canCommand={canCommand} />,
    },
    { header: nameOf(DAMPER_POSITION, vavType.type), render: value(DAMPER_POSITION) },
    { header: t`Design CFM`, render: value(DESIGN_AIR_FLOW) },
    {
      header: t`CFM`,
      render: ({ ssid }) => (
        <>
          <Value device={ssid} point={AIR_FLOW} />
          <VavFlow ssid={ssid} />
        </>
      ),
    },
  ];
}

/** One card a box. */
function VavCards({ vavs, chosen, zoneName, canCommand }: VavsProps) {
  const parts = useParts(canCommand);
  return (
    <AutoGrid component="ul" min={300}>
      {vavs.map((vav) => (
        <li key={vav.ssid}>
          <Panel
            component="article"
            h="100%"
            pb={14}
            aria-label={vav.name}
            data-chosen={vav.ssid === chosen}
            style={vav.ssid === chosen ? CHOSEN : {}}
          >
            <Group align="baseline" gap="0 8px" mb={8}>
              <Text component="h2" fw={650}>
                <BoxLink vav={vav} />
              </Text>
              <Marks vav={vav} zone={zoneName(vav)} />
            </Group>
            <FactList
              facts={parts.map(({ header, render }) => [header, render(vav)])}
              isPlain
              style={{ gap: "8px 12px" }}
            />
            <ReasonsButton ssid={vav.ssid} isOn={null} />
          </Panel>
        </li>
      ))}
    </AutoGrid>
  );
}

/** One row a box, with the same parts as on its card. */
function VavTable({ vavs, chosen, zoneName, canCommand }: VavsProps) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`VAV boxes`}
      rows={vavs}
      rowKey={({ ssid }) => ssid}
      isChosen={({ ssid }) => ssid === chosen}
      columns={[
        {
          header: t`VAV`,
          width: 110,
          isRowHeader: true,
          render: (vav) => (
            <>
              <BoxLink vav={vav} />
              <Marks vav={vav} zone={zoneName(vav)} />
            </>
          ),
        },
        ...useParts(canCommand),
      ]}
    />
  );
}

const BoxLink = ({ vav: { ssid, name, type } }: { vav: AirUnit }) => (
  <Link to={deviceScreen(type)} search={{ device: ssid }}>
    {name}
  </Link>
);

const Marks = ({ vav, zone }: { vav: AirUnit; zone: string }) => (
  <>
    <Text fz={12} c="dimmed">
      {zone}
    </Text>
    <OfflineMark unit={vav} />
    <OverrideMark ssid={vav.ssid} />
  </>
);
