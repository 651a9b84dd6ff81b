import {
  alarmCodes,
  type AlarmName,
  type AlertEntry,
  type AlertLists,
  ALERTS_MAX,
  LOW_ALARM_FROM,
} from "@verandah/contract/alarms.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { localTime } from "#core/local-time.ts";
import {
  getLimits,
  getLocationRow,
  listCampuses,
  listIdsBelow,
} from "#features/campuses/campuses.service.ts";
import { listDoubtful, type LostThing } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { decide, type Suspicion } from "./alarm-decision.ts";
import { judge, pointRules } from "./alarm-rules.ts";
import * as repository from "./alarms.repository.ts";

/** A gateway that reconnects within this time raises nothing, ms. */
const GATEWAY_ON_DELAY_MS = 10_000;

const critical = { from: 100, before: LOW_ALARM_FROM };
const low = { from: LOW_ALARM_FROM, before: 300 };

/** Compares everything that is known now with the rules, and raises and restores alarms accordingly. */
export async function evaluateAlarms(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await repository.findEvaluationTurn(inner.db))) return;
    const suspicions = [...(await suspectPoints(inner)), ...(await suspectDevices(inner))];
    const [active, pending] = await Promise.all([
      repository.listActiveCauses(inner.db),
      repository.listConditions(inner.db),
    ]);
    const now = inner.now();
    const decision = decide(suspicions, new Set(active), pending, now);
    await repository.deleteConditions(inner.db, decision.forget);
    await repository.insertConditions(inner.db, decision.begin, now);
    const restoredCampusIds = await repository.updateRestored(inner.db, decision.restore, now);
    const raisedIds = await repository.insertAlarms(
      inner.db,
      decision.raise.map((suspicion) => ({ ...suspicion, code: alarmCodes[suspicion.name], raisedAt: now })),
    );
    const campusIds = new Set([...restoredCampusIds, ...decision.raise.map((alarm) => alarm.campusId)]);
    if (campusIds.size > 0) {
      const buildingIds = await repository.listBuildingIds(inner.db, [...campusIds]);
      inner.publish({ name: "alarms-changed", data: { buildingIds, raisedIds } });
    }
  });
}

async function suspectPoints(ctx: Ctx): Promise<Suspicion[]> {
  const campuses = await listCampuses(ctx);
  const limits = new Map(
    await Promise.all(campuses.map(async ({ id }) => [id, await getLimits(ctx, id)] as const)),
  );
  const values = new Map<string, PlacedValue[]>();
  for (const deviceType of new Set(pointRules.map((rule) => rule.deviceType))) {
    const names = pointRules.filter((rule) => rule.deviceType === deviceType).map((rule) => rule.paramId);
    for (const value of await listPlacedValues(ctx, [...new Set(names)], { deviceType })) {
      const key = `${deviceType}/${value.paramId}`;
      const list = values.get(key);
      if (list) list.push(value);
      else values.set(key, [value]);
    }
  }
  const now = ctx.now();
  return pointRules.flatMap((rule) =>
    (values.get(`${rule.deviceType}/${rule.paramId}`) ?? []).flatMap((value): Suspicion[] => {
      const campusLimits = limits.get(value.campusId);
      if (!campusLimits) return [];
      const limit = rule.limitOf(campusLimits);
      return [
        {
          cause: `point:${value.pointId}:${rule.name}`,
          name: rule.name,
          standing: qualityOf(value, now) === "good" ? judge(rule, value.value, limit) : "unknown",
          onDelayMs: rule.onDelayMs,
          offDelayMs: rule.offDelayMs,
          campusId: value.campusId,
          locationId: value.locationId,
          deviceId: value.deviceId,
          edgeId: null,
          pointId: value.pointId,
          sourceName: value.deviceName,
          message: rule.message(value.value, limit),
          value: value.value,
          limit,
        },
      ];
    }),
  );
}

function suspect(
  thing: LostThing,
  name: AlarmName,
  message: string,
  ids: { deviceId?: number; edgeId?: number },
  onDelayMs: number,
  standing: Suspicion["standing"] = "out",
): Suspicion {
  return {
    cause: `${ids.edgeId === undefined ? "device" : "edge"}:${thing.id}:${name}`,
    name,
    standing,
    onDelayMs,
    offDelayMs: 0,
    campusId: thing.campusId,
    locationId: thing.locationId,
    deviceId: ids.deviceId ?? null,
    edgeId: ids.edgeId ?? null,
    pointId: null,
    sourceName: thing.name,
    message,
    value: null,
    limit: null,
  };
}

/** Without these something stops working at once; the others are missed. */
const vitalTypes = new Set(["AHU", "CHILLER", "UPS"]);
const sensorTypes = new Set(["ENVIRONMENT", "PARKING"]);

function lossOf(deviceType: string): { name: AlarmName; message: string } {
  if (vitalTypes.has(deviceType)) return { name: "controller-lost", message: "Controller does not answer" };
  if (sensorTypes.has(deviceType)) return { name: "sensor-lost", message: "Sensor sends no values" };
  return { name: "device-lost", message: "Device does not answer" };
}

/**
 * Lost gateways and devices. What is found again is simply not suspected any more; a device that was lost before its gateway stays so
 * until it is found.
 */
async function suspectDevices(ctx: Ctx): Promise<Suspicion[]> {
  const { gateways, devices } = await listDoubtful(ctx);
  return [
    ...gateways.map((gateway) =>
      suspect(
        gateway,
        "gateway-lost",
        "Gateway does not answer; the devices behind it are not seen",
        { edgeId: gateway.id },
        GATEWAY_ON_DELAY_MS,
      ),
    ),
    ...devices.map((device) => {
      const { name, message } = lossOf(device.type);
      const standing = device.state === "offline" ? "out" : "unknown";
      return suspect(device, name, message, { deviceId: device.id }, 0, standing);
    }),
  ];
}

function toEntry(row: repository.AlarmRow): AlertEntry {
  return {
    Alarm_Id: row.id,
    alarm_code: row.code,
    message: row.message,
    zoneId: row.zoneId,
    floorId: row.floorId,
    Device_name: row.sourceName,
    device_name: row.sourceName,
    Measured_time: localTime(row.raisedAt, row.timeZone),
    raisedAt: row.raisedAt.toISOString(),
    Acknowledge: row.acknowledgedAt ? 1 : 0,
  };
}

/** Active alarms below a location, critical and low, newest first. @throws AppError `not-found` */
export async function listAlerts(ctx: ActorCtx, input: { id: number }): Promise<AlertLists> {
  const location = await getLocationRow(ctx, input.id);
  const ids = await listIdsBelow(ctx, location);
  const [system, solution, total] = await Promise.all([
    repository.listActive(ctx.db, ids, critical, ALERTS_MAX),
    repository.listActive(ctx.db, ids, low, ALERTS_MAX),
    countAlarms(ctx, ids),
  ]);
  return { system: system.map(toEntry), solution: solution.map(toEntry), total };
}

/** How many alarms are active at the given locations. */
export async function countAlarms(
  ctx: Ctx,
  locationIds: readonly number[],
): Promise<{ system: number; solution: number }> {
  const total = { system: 0, solution: 0 };
  for (const { isCritical, count } of await listAlarmCounts(ctx, locationIds))
    total[isCritical ? "system" : "solution"] += count;
  return total;
}

/** Active alarms at the given locations, counted by place, device and class. */
export function listAlarmCounts(ctx: Ctx, locationIds: readonly number[]): Promise<repository.AlarmCount[]> {
  return repository.countActive(ctx.db, locationIds, LOW_ALARM_FROM);
}

/** Those of the given alarms that are active in a building, as entries. */
export async function listAlertsByIds(
  ctx: Ctx,
  ids: readonly number[],
  buildingId: number,
): Promise<AlertEntry[]> {
  return (await repository.listActiveByIds(ctx.db, ids, buildingId)).map(toEntry);
}
