import type { LocationMetric } from "@verandah/contract/buildings.ts";
import type { ComfortCause, ComfortKind, LiveZone } from "@verandah/contract/comfort-reports.ts";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { comparedPoints } from "@verandah/equipment/catalogue.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import { ahuSwitch, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import {
  AIR_FLOW,
  DAMPER_MODE,
  damperMode,
  vav,
  ZONE_SETPOINT,
  ZONE_TEMPERATURE,
} from "@verandah/equipment/types/vav.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { loadSnapshot, metricsBelow } from "#features/buildings/buildings.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";
import { listReasons } from "#features/commands/reasons.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { listMeasuredUnits } from "#features/hvac/air-units.service.ts";

import type { ZoneReportRow } from "./comfort-reports.repository.ts";

/** Differences from the neighbours or from the setpoint up to this one are normal, K. Source: `within` of a VAV in the catalogue. */
const NORMAL_KELVIN = comparedPoints(vav).find(({ reading }) => reading === ZONE_TEMPERATURE)?.within ?? 1;
/** Maximum lines that are distinguishable in a small chart. */
const SENSORS_SHOWN = 4;

type Snapshot = Awaited<ReturnType<typeof loadSnapshot>>;

interface AskedZone extends Pick<ZoneReportRow, "zoneId"> {
  /** Of the report; without one the zone may differ from its neighbours either way. */
  kind?: ComfortKind;
}

/** Returns a function that reads the live data of a zone. Zones of one building share its units and its snapshot. */
export function createZoneReader(ctx: ActorCtx): (zone: AskedZone) => Promise<LiveZone> {
  const units = new Map<number, Promise<MeasuredUnit[]>>();
  const unitsOf = (placeId: number) => {
    const known = units.get(placeId) ?? listMeasuredUnits(ctx, { id: placeId });
    units.set(placeId, known);
    return known;
  };
  return async ({ zoneId, kind }) => {
    const zone = await getLocationRow(ctx, zoneId);
    const { floorId } = zone;
    if (zone.zoneType !== "GL_LOCATION_TYPE_ZONE" || floorId === null) throw new AppError("not-found");
    const [snapshot, all] = await Promise.all([loadSnapshot(ctx, zone), unitsOf(zone.buildingId ?? floorId)]);
    const zones = metricsBelow(snapshot, floorId);
    const temperature = temperatureOf(zones.find(({ id }) => id === zoneId));
    const celsius = goodValue(temperature);
    const own = suppliersOf(zoneId, all);
    return {
      temperature,
      limits: snapshot.settings.at(zone).limits.temperature,
      trend: trendOf(zoneId, own, snapshot),
      neighbours: compare(
        celsius,
        zones.filter(({ id }) => id !== zoneId),
        kind,
      ),
      causes: joinWithoutAir(
        (await Promise.all(own.map((unit) => causesOf(ctx, unit, { snapshot, celsius })))).flat(),
        own,
      ),
    };
  };
}

const goodValue = (reading: ParameterReading | undefined) =>
  reading?.quality === "good" ? reading.param_value : null;

const readingOf = (unit: MeasuredUnit, paramId: string) =>
  goodValue(unit.values.find(({ param_id }) => param_id === paramId));

/** The temperature of a zone as in its comfort metrics. */
function temperatureOf(zone: LocationMetric | undefined): ParameterReading {
  const found = zone?.parameters.find(({ name }) => name === comfortPoints.temperature);
  return {
    param_id: comfortPoints.temperature,
    param_value: typeof found?.value === "number" ? found.value : null,
    measured_time: found?.measured_time ?? null,
    unit: found?.unit ?? "degC",
    quality: found?.quality ?? "missing",
  };
}

/** The units that feed the VAV boxes of a zone, then the units in the zone (its VAV boxes, or other units). */
function suppliersOf(zoneId: number, units: readonly MeasuredUnit[]): MeasuredUnit[] {
  const inZone = units.filter((unit) => unit.zoneId === zoneId);
  const feeders = new Set(inZone.map(({ fedBy }) => fedBy));
  return [...units.filter((unit) => feeders.has(unit.ssid) && !inZone.includes(unit)), ...inZone];
}

/** The points of the chart: the temperature sensors, or without them the temperature of the VAV box; and the setpoint of the VAV box. */
function trendOf(zoneId: number, own: readonly MeasuredUnit[], { values }: Snapshot): LiveZone["trend"] {
  const sensors = values.filter(
    (value) => value.zoneId === zoneId && value.paramId === comfortPoints.temperature,
  );
  const vavBox = own.find(({ type }) => type === "VAV");
  const ofVav = (param_id: string, isSetpoint: boolean) =>
    vavBox ? [{ ssid: vavBox.ssid, name: vavBox.name, param_id, isSetpoint }] : [];
  const ofSensors = sensors.slice(0, SENSORS_SHOWN).map((sensor) => ({
    ssid: sensor.ssid,
    name: sensor.deviceName,
    param_id: sensor.paramId,
    isSetpoint: false,
  }));
  return [
    ...(ofSensors.length > 0 ? ofSensors : ofVav(ZONE_TEMPERATURE, false)),
    ...ofVav(ZONE_SETPOINT, true),
  ];
}

/** Compares a zone with the other zones of its floor. */
function compare(celsius: number | null, others: readonly LocationMetric[], kind: ComfortKind | undefined) {
  const known = others.map((zone) => goodValue(temperatureOf(zone))).filter((value) => value !== null);
  if (celsius === null || known.length === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const kelvin = celsius - mean;
  const apart = kind === undefined ? Math.abs(kelvin) : kind === "too-warm" ? kelvin : -kelvin;
  return { mean: Number(mean.toFixed(1)), isOnlyHere: apart > NORMAL_KELVIN };
}

/** Lists the boxes without air below their unit when that is off: it is the cause. */
function joinWithoutAir(causes: readonly ComfortCause[], own: readonly MeasuredUnit[]): ComfortCause[] {
  const off = new Set(causes.filter(({ code }) => code === "off").map(({ unit }) => unit.ssid));
  const feederOf = (box: ComfortCause["unit"]) => own.find(({ ssid }) => ssid === box.ssid)?.fedBy ?? "";
  const withoutAir = causes.filter(({ code }) => code === "no-air").map(({ unit }) => unit);
  return causes
    .filter(({ code, unit }) => code !== "no-air" || !off.has(feederOf(unit)))
    .map((cause) =>
      cause.code === "off"
        ? { ...cause, boxes: withoutAir.filter((box) => feederOf(box) === cause.unit.ssid) }
        : cause,
    );
}

/** Possible causes at a unit: its alarms, its state, overridden values, and its setpoint. */
async function causesOf(
  ctx: ActorCtx,
  air: MeasuredUnit,
  { snapshot, celsius }: { snapshot: Snapshot; celsius: number | null },
): Promise<ComfortCause[]> {
  const { ssid, name, type } = air;
  const unit = { ssid, name, type };
  const [{ id }, why] = await Promise.all([getDevice(ctx, ssid), listReasons(ctx, { ssid })]);
  const alarms = snapshot.alarms
    .filter((alarm) => alarm.deviceId === id && !alarm.isShelved)
    .map((alarm): ComfortCause => {
      const { message, text } = alarm;
      return { code: "alarm", unit, alarm: { id: alarm.id, message, text } };
    });
  if (air.state !== "online") return [...alarms, { code: "silent", unit }];
  const isSwitchedOff = why.isOn === false;
  const switched = isSwitchedOff
    ? why.points.find(({ param_id }) => param_id === ahuSwitch.point)
    : undefined;
  const off: ComfortCause = {
    code: "off",
    unit,
    source: switched?.source ?? "unknown",
    by: switched?.name ?? null,
    since: switched?.since ?? null,
    boxes: [],
  };
  const held = why.points.flatMap((point): ComfortCause[] => {
    const { param_id, value, source, name: by, since } = point;
    if (point === switched) return [];
    const isManual = param_id === DAMPER_MODE && value === damperMode.manual;
    if (value === null || !(source === "person" || source === "other-system" || isManual)) return [];
    return [{ code: "held", unit, point: { param_id, value, unit: point.unit }, source, by, since }];
  });
  const setpoint = readingOf(air, ZONE_SETPOINT);
  const kelvin = setpoint === null || celsius === null ? 0 : Number((celsius - setpoint).toFixed(1));
  return [
    ...alarms,
    ...(isSwitchedOff || readingOf(air, SUPPLY_FAN) === 0 ? [off] : []),
    ...(readingOf(air, AIR_FLOW) === 0 ? [{ code: "no-air" as const, unit }] : []),
    ...held,
    ...(setpoint !== null && Math.abs(kelvin) > NORMAL_KELVIN
      ? [{ code: "setpoint-far" as const, unit, setpoint, kelvin }]
      : []),
  ];
}
