import { useLingui } from "@lingui/react/macro";
import { Table } from "@mantine/core";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav as vavType,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { Value } from "#shared/equipment/reading-value.tsx";
import { VavFlow } from "#shared/equipment/vav-flow.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";

import type { VavsProps } from "./vav-cards.tsx";
import { VavDamper } from "./vav-damper.tsx";
import { VavSetpoint } from "./vav-setpoint.tsx";

import classes from "./vav.module.css";

/** One row a box, with the same controls as on its card. Source: spec 2 §2 VAV page. */
export function VavTable({ vavs, chosen, zoneName, canCommand }: VavsProps) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return (
    <Table.ScrollContainer minWidth={980} className={classes["frame"] ?? ""} tabIndex={0}>
      <Table verticalSpacing="xs" aria-label={t`VAV boxes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`VAV`}</Table.Th>
            <Table.Th>{t`Zone temperature`}</Table.Th>
            <Table.Th>{nameOf(ZONE_SETPOINT, vavType.type)}</Table.Th>
            <Table.Th>{nameOf(DAMPER_MODE, vavType.type)}</Table.Th>
            <Table.Th>{nameOf(DAMPER_POSITION, vavType.type)}</Table.Th>
            <Table.Th>{t`Design CFM`}</Table.Th>
            <Table.Th>{t`CFM`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {vavs.map((vav) => (
            <Table.Tr key={vav.ssid} className={classes["row"] ?? ""} data-chosen={vav.ssid === chosen}>
              <Table.Th scope="row">
                {vav.name}
                <div className={classes["zone"]}>{zoneName(vav)}</div>
                <OfflineMark unit={vav} />
                <OverrideMark ssid={vav.ssid} />
              </Table.Th>
              <Table.Td>
                <Value device={vav.ssid} point={setpointKinds.zone.reading} />
              </Table.Td>
              <Table.Td>
                <VavSetpoint vav={vav} canCommand={canCommand} />
              </Table.Td>
              <Table.Td>
                <VavDamper vav={vav} canCommand={canCommand} />
              </Table.Td>
              <Table.Td>
                <Value device={vav.ssid} point={DAMPER_POSITION} />
              </Table.Td>
              <Table.Td>
                <Value device={vav.ssid} point={DESIGN_AIR_FLOW} />
              </Table.Td>
              <Table.Td>
                <Value device={vav.ssid} point={AIR_FLOW} />
                <VavFlow ssid={vav.ssid} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
