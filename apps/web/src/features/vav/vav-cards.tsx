import { useLingui } from "@lingui/react/macro";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav,
  ZONE_SETPOINT,
} from "@verandah/equipment/types/vav.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { readingOf, setpointKinds } from "#shared/equipment/air-values.ts";
import { OfflineMark } from "#shared/equipment/offline-mark.tsx";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { ReasonsButton } from "#shared/equipment/reasons.tsx";
import { VavFlow } from "#shared/equipment/vav-flow.tsx";
import { usePointText } from "#shared/texts/use-point-text.ts";

import { VavDamper } from "./vav-damper.tsx";
import { VavSetpoint } from "./vav-setpoint.tsx";

import classes from "./vav.module.css";

export interface BoxesProps {
  boxes: readonly AirUnit[];
  /** Ssid of the box that the address names. */
  chosen: string | undefined;
  zoneName: (box: AirUnit) => string;
  nowMs: number;
  isOutdated: boolean;
  canCommand: boolean;
}

/** One card a box. Source: spec 2 §2 VAV page. */
export function VavCards({ boxes, chosen, zoneName, nowMs, isOutdated, canCommand }: BoxesProps) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  return (
    <ul className={classes["cards"]}>
      {boxes.map((box) => {
        const age = { nowMs, isOutdated };
        return (
          <li key={box.ssid}>
            <article className={classes["card"]} aria-label={box.name} data-chosen={box.ssid === chosen}>
              <div className={classes["head"]}>
                <h2 className={classes["name"]}>{box.name}</h2>
                <span className={classes["zone"]}>{zoneName(box)}</span>
                <OfflineMark unit={box} />
                <OverrideMark ssid={box.ssid} />
              </div>
              <dl className={classes["facts"]}>
                <dt>{t`Zone temperature`}</dt>
                <dd>
                  <ReadingValue reading={readingOf(box, setpointKinds.zone.reading)} {...age} />
                </dd>
                <dt>{nameOf(ZONE_SETPOINT, vav.type)}</dt>
                <dd>
                  <VavSetpoint box={box} canCommand={canCommand} {...age} />
                </dd>
                <dt>{nameOf(DAMPER_MODE, vav.type)}</dt>
                <dd>
                  <VavDamper box={box} canCommand={canCommand} />
                </dd>
                <dt>{nameOf(DAMPER_POSITION, vav.type)}</dt>
                <dd>
                  <ReadingValue reading={readingOf(box, DAMPER_POSITION)} {...age} />
                </dd>
                <dt>{t`Design CFM`}</dt>
                <dd>
                  <ReadingValue reading={readingOf(box, DESIGN_AIR_FLOW)} {...age} />
                </dd>
                <dt>{t`CFM`}</dt>
                <dd>
                  <ReadingValue reading={readingOf(box, AIR_FLOW)} {...age} />
                  <VavFlow box={box} />
                </dd>
              </dl>
              <ReasonsButton ssid={box.ssid} isOn={null} />
            </article>
          </li>
        );
      })}
    </ul>
  );
}
