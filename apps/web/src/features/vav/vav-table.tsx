import { useLingui } from "@lingui/react/macro";
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
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";

import type { VavsProps } from "./vav-cards.tsx";
import { VavDamper } from "./vav-damper.tsx";
import { VavSetpoint } from "./vav-setpoint.tsx";

import classes from "./vav.module.css";

/** One row a box, with the same controls as on its card. Source: spec 2 §2 VAV page. */
export function VavTable({ vavs, chosen, zoneName, canCommand }: VavsProps) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
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
              {vav.name}
              <div className={classes["zone"]}>{zoneName(vav)}</div>
              <OfflineMark unit={vav} />
              <OverrideMark ssid={vav.ssid} />
            </>
          ),
        },
        {
          header: t`Zone temperature`,
          width: 90,
          render: ({ ssid }) => <Value device={ssid} point={setpointKinds.zone.reading} />,
        },
        {
          header: nameOf(ZONE_SETPOINT, vavType.type),
          render: (vav) => <VavSetpoint vav={vav} canCommand={canCommand} />,
        },
        {
          header: nameOf(DAMPER_MODE, vavType.type),
          render: (vav) => <VavDamper vav={vav} canCommand={canCommand} />,
        },
        {
          header: nameOf(DAMPER_POSITION, vavType.type),
          render: ({ ssid }) => <Value device={ssid} point={DAMPER_POSITION} />,
        },
        { header: t`Design CFM`, render: ({ ssid }) => <Value device={ssid} point={DESIGN_AIR_FLOW} /> },
        {
          header: t`CFM`,
          render: ({ ssid }) => (
            <>
              <Value device={ssid} point={AIR_FLOW} />
              <VavFlow ssid={ssid} />
            </>
          ),
        },
      ]}
    />
  );
}
