import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { ahu, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { vav } from "@verandah/equipment/types/vav.ts";

import type { ParameterReading } from "../telemetry/telemetry.ts";
import type { AirUnit, AirUnits } from "./hvac.ts";

/** A unit or box with its latest values. */
export type MeasuredUnit = AirUnit & { readonly values: readonly ParameterReading[] };

/** Half of the way from off to on. */
const SWITCH = 0.5;

const compared = (type: { type: "AHU" | "VAV" } & BuiltInType, label: string) => {
  const found = comparedPoints(type).find((point) => point.label === label);
  if (!found) throw new Error(`${type.type} has no setpoint ${label}`);
  return { ...found, type: type.type };
};

/** What can be set for many units at once, with the reading that it is compared with. */
export const setpointKinds = {
  rat: compared(ahu, "RAT"),
  sat: compared(ahu, "SAT"),
  zone: compared(vav, "Zone"),
};
export type SetpointKind = keyof typeof setpointKinds;

export function readingOf(unit: MeasuredUnit, paramId: string): ParameterReading | undefined {
  const found = unit.values.find((value) => value.param_id === paramId);
  return found && found.param_value !== null ? found : undefined;
}

/** A current value; undefined when it is stale, suspect or missing. */
export function freshValue(unit: MeasuredUnit, paramId: string): number | undefined {
  const reading = readingOf(unit, paramId);
  return reading?.quality === "good" ? (reading.param_value ?? undefined) : undefined;
}

/** `off`: its fan does not run, so there is no comparison. `unknown`: a value, or the state of its fan, is not fresh. */
export type Comparison = "held" | "missed" | "off" | "unknown";

/** Whether a unit is at setpoint. `feeder`: the unit that supplies a VAV. */
export function compare(
  unit: MeasuredUnit,
  kind: SetpointKind,
  feeder: MeasuredUnit | undefined,
): Comparison {
  const { reading, setpoint, within } = setpointKinds[kind];
  const now = freshValue(unit, reading);
  const wanted = freshValue(unit, setpoint);
  if (unit.state !== "online" || now === undefined || wanted === undefined) return "unknown";
  const fan = feeder && freshValue(feeder, SUPPLY_FAN);
  // Without its unit's fan a zone may drift to its setpoint by chance.
  const isSilent =
    feeder && (feeder.state !== "online" || (fan === undefined && readingOf(feeder, SUPPLY_FAN)));
  if (isSilent) return "unknown";
  if (fan !== undefined && fan < SWITCH) return "off";
  return Math.abs(now - wanted) <= within ? "held" : "missed";
}

/** The unit whose fan moves a unit's air: its own, or that of the one that feeds it. */
export function feederOf<U extends MeasuredUnit>(unit: U, units: readonly U[]): U | undefined {
  return unit.type === "AHU" ? unit : units.find((one) => one.ssid === unit.fedBy);
}

/** A zone with the values of its boxes. */
export interface ZoneSummary {
  id: number;
  name: string;
  vavs: MeasuredUnit[];
  /** Means of the boxes' fresh values; undefined without any. */
  nowCelsius: number | undefined;
  wantedCelsius: number | undefined;
  comparison: Comparison;
}

/** The zones of a floor that have boxes. */
export function zonesOf(floor: AirUnits["floors"][number], units: readonly MeasuredUnit[]): ZoneSummary[] {
  return floor.zones.flatMap(({ id, name }) => {
    const boxes = units.filter((unit) => unit.type === "VAV" && unit.zoneId === id);
    if (boxes.length === 0) return [];
    return [
      {
        id,
        name,
        vavs: boxes,
        nowCelsius: meanOf(boxes, setpointKinds.zone.reading),
        wantedCelsius: meanOf(boxes, setpointKinds.zone.setpoint),
        comparison: worstOf(boxes.map((box) => compare(box, "zone", feederOf(box, units)))),
      },
    ];
  });
}

function meanOf(boxes: readonly MeasuredUnit[], paramId: string): number | undefined {
  const values = boxes.flatMap((box) => freshValue(box, paramId) ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One box off setpoint is enough; at setpoint means every box. */
function worstOf(comparisons: readonly Comparison[]): Comparison {
  const order: Comparison[] = ["missed", "unknown", "off", "held"];
  return order.find((one) => comparisons.includes(one)) ?? "unknown";
}
