import { type AlarmInput, type BuiltInType, type FullText, reading, text } from "./define.ts";
import type { EquipmentType, Point, WriteRule } from "./schema.ts";
import { systemAlarms } from "./system-alarms.ts";
import { ahu } from "./types/ahu.ts";
import { chiller } from "./types/chiller.ts";
import { dali } from "./types/dali.ts";
import { energyMeter } from "./types/energy-meter.ts";
import { environment } from "./types/environment.ts";
import { parking } from "./types/parking.ts";
import { solarPump } from "./types/solar-pump.ts";
import { ups } from "./types/ups.ts";
import { vav } from "./types/vav.ts";
import { wac } from "./types/wac.ts";
import { weatherStation } from "./types/weather-station.ts";

/** Every built-in type: enter a new one here, and its guidance in `guidance.ts`. */
export const builtInTypes = [
  ahu,
  vav,
  chiller,
  energyMeter,
  ups,
  dali,
  wac,
  environment,
  weatherStation,
  parking,
  solarPump,
] as const satisfies readonly BuiltInType[];
export type DeviceType = (typeof builtInTypes)[number]["type"];

type KeysOf<T> = T extends T ? keyof T : never;
export type AlarmName = keyof typeof systemAlarms | KeysOf<(typeof builtInTypes)[number]["alarms"]>;
/** All alarms of the product by name. Types that share a name share its texts. */
export const alarms: Readonly<Record<AlarmName, AlarmInput>> = Object.assign(
  {},
  systemAlarms,
  ...builtInTypes.map((type) => type.alarms),
);
export const isAlarmName = (name: string): name is AlarmName => Object.hasOwn(alarms, name);
export const alarmNames: readonly AlarmName[] = Object.keys(alarms).filter(isAlarmName);

/** The points that a gateway measures of each device behind it. */
export const HEALTH_LATENCY = "health_latency";
export const HEALTH_MISSED_POLLS = "health_missed_polls";
export const gatewayPoints = {
  [HEALTH_LATENCY]: reading(text("Response time", "उत्तर का समय", "ಉತ್ತರದ ಸಮಯ"), "second", [0, 3_600]),
  [HEALTH_MISSED_POLLS]: reading(text("Failed polls", "छूटी हुई पूछताछ", "ತಪ್ಪಿದ ವಿಚಾರಣೆಗಳು"), "none", [
    0,
    Infinity,
  ]),
};
/** Whether a gateway measures this point of a device, not the device itself. */
export const isHealthPoint = (id: string): boolean => Object.hasOwn(gatewayPoints, id);
export const healthPointIds: readonly string[] = Object.keys(gatewayPoints);

const types = new Map<string, BuiltInType>(builtInTypes.map((type) => [type.type, type]));
export const typeOf = (type: string): BuiltInType | undefined => types.get(type);

/** A type of equipment, built in or of a site. */
export type KnownType = BuiltInType | EquipmentType;
/** A type by its name; undefined for an unknown one. */
export const findType = (siteTypes: readonly EquipmentType[], type: string): KnownType | undefined =>
  typeOf(type) ?? siteTypes.find((one) => one.type === type);

/** Every built-in point by its id. Types that share an id share its name and states. */
export const points: ReadonlyMap<string, Point & { name: FullText }> = new Map([
  ...builtInTypes.flatMap((type: BuiltInType) => Object.entries(type.points)),
  ...Object.entries(gatewayPoints),
]);
/** A point of a type. Without a type, or when the type does not have it, the built-in point of that id. */
export const pointOf = (type: KnownType | undefined, id: string): Point | undefined =>
  (type && Object.hasOwn(type.points, id) ? type.points[id] : undefined) ?? points.get(id);

/** How values of a point are summarised over time. */
export const summaryOf = (point: Point | undefined): "mean" | "counter" | "state" =>
  point?.states ? "state" : ((point?.kind === "reading" ? point.summary : undefined) ?? "mean");

/** A reading that is compared with its setpoint. */
export interface ComparedPoint {
  label: string;
  reading: string;
  setpoint: string;
  unit: Point["unit"];
  /** How far from the setpoint the reading still counts as on setpoint. */
  within: number;
}

/** The readings of a type that are compared with their setpoints. */
export const comparedPoints = (type: BuiltInType): ComparedPoint[] =>
  Object.entries(type.points).flatMap(([id, point]) =>
    point.kind === "reading" && point.setpoint
      ? [
          {
            label: point.setpoint.label ?? id,
            reading: id,
            setpoint: point.setpoint.point,
            unit: point.unit,
            within: point.setpoint.within,
          },
        ]
      : [],
  );

/** Lowest and highest value that a rule accepts. */
export const boundsOf = (write: WriteRule): [min: number, max: number] =>
  "oneOf" in write ? [Math.min(...write.oneOf), Math.max(...write.oneOf)] : [write.from, write.to];
