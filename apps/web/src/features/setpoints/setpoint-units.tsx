import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "@mantine/core";
import { IconArrowRight, IconEqual, IconPlugConnectedX } from "@tabler/icons-react";
import {
  type MeasuredUnit,
  readingOf,
  type SetpointKind,
  setpointKinds,
} from "@verandah/contract/hvac/air-comparison.ts";
import type { AirUnits } from "@verandah/contract/hvac/hvac.ts";

import { OverrideMark } from "#shared/commands/override-mark.tsx";
import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { quantity } from "#shared/format/number.ts";

import { effectOn } from "./setpoint-selection.ts";

import classes from "./setpoint.module.css";

interface Props {
  floors: AirUnits["floors"];
  units: readonly MeasuredUnit[];
  kind: SetpointKind;
  /** The new value, °C; undefined until it is one that may be set. */
  value: number | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Every unit by floor and zone, to be chosen one by one or by place, each with the effect of a change. */
export function SetpointUnits({ floors, units, kind, chosen, onChoose, ...row }: Props) {
  const { t } = useLingui();

  function wholePlace(name: string, own: readonly MeasuredUnit[], level: "floor" | "zone") {
    const count = own.filter((unit) => chosen.has(unit.ssid)).length;
    return (
      <Checkbox
        size="md"
        className={classes[level] ?? ""}
        label={name}
        aria-label={level === "floor" ? t`All of floor ${name}` : t`All of ${name}`}
        checked={count === own.length}
        indeterminate={count > 0 && count < own.length}
        onChange={({ currentTarget }) => choose(own, currentTarget.checked)}
      />
    );
  }

  function choose(own: readonly MeasuredUnit[], isChosen: boolean): void {
    const next = new Set(chosen);
    for (const { ssid } of own) {
      if (isChosen) next.add(ssid);
      else next.delete(ssid);
    }
    onChoose(next);
  }

  const list = (own: readonly MeasuredUnit[]) => (
    <ul className={classes["units"]}>
      {own.map((unit) => (
        <li key={unit.ssid} className={classes["unit"]} data-chosen={chosen.has(unit.ssid)}>
          <Checkbox
            size="md"
            label={unit.name}
            checked={chosen.has(unit.ssid)}
            onChange={({ currentTarget }) => choose([unit], currentTarget.checked)}
          />
          <UnitEffect unit={unit} kind={kind} isChosen={chosen.has(unit.ssid)} {...row} />
        </li>
      ))}
    </ul>
  );

  return (
    <div className={classes["floors"]}>
      {floors.map((floor) => {
        const own = units.filter((unit) => unit.floorId === floor.id);
        if (own.length === 0) return null;
        const byZone = floor.zones.map((zone) => ({
          zone,
          vavs: own.filter((unit) => unit.zoneId === zone.id),
        }));
        const placeless = own.filter((unit) => !floor.zones.some((zone) => zone.id === unit.zoneId));
        return (
          <fieldset key={floor.id} className={classes["card"]}>
            <legend className={classes["legend"]}>{floor.name}</legend>
            {wholePlace(floor.name, own, "floor")}
            {list(placeless)}
            {byZone
              .filter(({ vavs }) => vavs.length > 0)
              .map(({ zone, vavs }) => (
                <div key={zone.id} className={classes["place"]}>
                  {wholePlace(zone.name, vavs, "zone")}
                  {list(vavs)}
                </div>
              ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface EffectProps extends Pick<Props, "kind" | "value"> {
  unit: MeasuredUnit;
  isChosen: boolean;
}

/** The setpoint of a unit, and the effect of the change. */
function UnitEffect({ unit, kind, value, isChosen }: EffectProps) {
  const { t } = useLingui();
  const effect = effectOn(unit, kind, value);
  const isShown = isChosen && value !== undefined;
  return (
    <span className={classes["effect"]}>
      <ReadingValue reading={readingOf(unit, setpointKinds[kind].setpoint)} />
      <OverrideMark ssid={unit.ssid} paramId={setpointKinds[kind].setpoint} />
      {isShown && effect === "change" && (
        <span className={classes["to"]}>
          <IconArrowRight size={14} aria-label={t`becomes`} /> {quantity(value, "degC")}
        </span>
      )}
      {isShown && effect === "unchanged" && (
        <span className={classes["mark"]}>
          <IconEqual size={14} aria-hidden /> {t`unchanged`}
        </span>
      )}
      {effect === "offline" && (
        <span className={classes["mark"]}>
          <IconPlugConnectedX size={14} aria-hidden /> {t`connect to network`}
        </span>
      )}
    </span>
  );
}
