import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { setpointKinds } from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { deviceScreen } from "#shared/equipment/device-screen.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { Value } from "#shared/equipment/reading-value.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { VavFlow } from "#shared/equipment/vav-flow.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";

import { VavDamper } from "./vav-damper.tsx";
import { VavSetpoint } from "./vav-setpoint.tsx";

import classes from "./vav.module.css";

export interface VavsProps {
  vavs: readonly AirUnit[];
  /** Ssid of the box that the address names. */
  chosen: string | undefined;
  zoneName: (vav: AirUnit) => string;
  canCommand: boolean;
}

/** One card a box. Source: spec 2 §2 VAV page. */
export function VavCards({ vavs, chosen, zoneName, canCommand }: VavsProps) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return (
    <ul className={classes["cards"]}>
      {vavs.map((vav) => {
        return (
          <li key={vav.ssid}>
            <article className={classes["card"]} aria-label={vav.name} data-chosen={vav.ssid === chosen}>
              <div className={classes["head"]}>
                <h2 className={classes["name"]}>
                  <Link to={deviceScreen(vav.type)} search={{ device: vav.ssid }}>
                    {vav.name}
                  </Link>
                </h2>
                <span className={classes["zone"]}>{zoneName(vav)}</span>
                <OfflineMark unit={vav} />
                <OverrideMark ssid={vav.ssid} />
              </div>
              <dl className={classes["facts"]}>
                <dt>{t`Zone temperature`}</dt>
                <dd>
                  <Value device={vav.ssid} point={setpointKinds.zone.reading} />
                </dd>
                <dt>{nameOf(ZONE_SETPOINT, vav.type)}</dt>
                <dd>
                  <VavSetpoint vav={vav} canCommand={canCommand} />
                </dd>
                <dt>{nameOf(DAMPER_MODE, vav.type)}</dt>
                <dd>
                  <VavDamper vav={vav} canCommand={canCommand} />
                </dd>
                <dt>{nameOf(DAMPER_POSITION, vav.type)}</dt>
                <dd>
                  <Value device={vav.ssid} point={DAMPER_POSITION} />
                </dd>
                <dt>{t`Design CFM`}</dt>
                <dd>
                  <Value device={vav.ssid} point={DESIGN_AIR_FLOW} />
                </dd>
                <dt>{t`CFM`}</dt>
                <dd>
                  <Value device={vav.ssid} point={AIR_FLOW} />
                  <VavFlow ssid={vav.ssid} />
                </dd>
              </dl>
              <ReasonsButton ssid={vav.ssid} isOn={null} />
            </article>
          </li>
        );
      })}
    </ul>
  );
}
