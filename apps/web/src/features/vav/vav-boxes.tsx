import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav as vavType,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";
import type { ReactNode } from "react";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { Value } from "#shared/equipment/reading-value.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { VavFlow } from "#shared/equipment/vav-flow.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";

import { VavDamper, VavSetpoint } from "./vav-controls.tsx";

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
export function VavCards({ vavs, chosen, zoneName, canCommand }: VavsProps) {
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
export function VavTable({ vavs, chosen, zoneName, canCommand }: VavsProps) {
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
