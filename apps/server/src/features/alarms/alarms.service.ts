import {
  alarmEvidence,
  type AlarmGridRow,
  type AlertEntry,
  type AlertLists,
  ALERTS_MAX,
  DEVICE_ALARMS_IN_RANGE_MAX,
  DEVICE_ALARMS_MAX,
  EXPLAINED_MAX,
  type getAlarm as getAlarmRoute,
  type listDeviceAlarms as listDeviceAlarmsRoute,
  LOW_ALARM_FROM,
} from "@verandah/contract/alarms/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import { guidanceOf } from "@verandah/equipment/guidance.ts";

import { asService, type ActorCtx, type Ctx, type Service } from "#core/ctx.ts";
import { getLocationRow, listAlarmPlaces } from "#features/campuses/campuses.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";
import { checkMaySee, listOwnPumpIds } from "#features/devices/pump-customers.service.ts";
import { listSiteTypes } from "#features/equipment/equipment.service.ts";

import * as actions from "./actions/alarm-actions.repository.ts";
import * as alarmRows from "./alarm-rows.repository.ts";
import * as repository from "./alarms.repository.ts";

export type { CurrentAlarm } from "./alarms.repository.ts";

function toEntry(row: alarmRows.AlarmRow): AlertEntry {
  return {
    Alarm_Id: row.id,
    alarm_code: row.code,
    message: row.message,
    text: row.text,
    zoneId: row.zoneId,
    floorId: row.floorId,
    location: row.location,
    ssid: row.ssid,
    Device_name: row.sourceName,
    device_name: row.sourceName,
    Measured_time: row.localTime,
    raisedAt: row.raisedAt.toISOString(),
    Acknowledge: row.acknowledgedAt ? 1 : 0,
  };
}

function stateOf(row: alarmRows.AlarmRow): AlarmGridRow["state"] {
  if (row.restoredAt) return "returned";
  if (row.ignoredAt) return "ignored";
  return row.acknowledgedAt ? "acknowledged" : "active";
}

function toGridRow(row: alarmRows.AlarmRow): AlarmGridRow {
  const [date = "", time = ""] = row.localTime.split(" ");
  const { message, buildingId, explains, acknowledgedAt, ignoredAt, ignoredUntil } = row;
  const state = stateOf(row);
  return {
    ...toEntry(row),
    date,
    time,
    Message: message,
    state,
    buildingId,
    explains,
    restoredAt: row.restoredAt?.toISOString() ?? null,
    acknowledged: acknowledgedAt && { by: row.acknowledgedBy, at: acknowledgedAt.toISOString() },
    shelved:
      state === "ignored" && ignoredAt && ignoredUntil
        ? {
            by: row.ignoredBy,
            at: ignoredAt.toISOString(),
            until: ignoredUntil.toISOString(),
            reason: row.ignoredReason,
          }
        : null,
  };
}

/** The given alarms, in this order, as rows of the alarms screen. */
export async function listGridRows(ctx: Ctx, ids: readonly number[]): Promise<AlarmGridRow[]> {
  return (await alarmRows.listRows(ctx.db, ids)).map(toGridRow);
}

/** Devices whose alarms the caller may see; undefined: all of the campus. A pump customer sees the own pumps. */
async function listVisibleDeviceIds(ctx: Pick<ActorCtx, "db" | "actor">): Promise<number[] | undefined> {
  return ctx.actor.roleId === roles.pumpCustomer ? listOwnPumpIds(ctx) : undefined;
}

/** Active alarms of some devices, at any place. */
async function listAlertsOfDevices(ctx: Ctx, deviceIds: readonly number[]): Promise<AlertLists> {
  const ids = await alarmRows.listActiveIdsOfDevices(ctx.db, deviceIds);
  const entries = (await alarmRows.listRows(ctx.db, ids)).map(toEntry);
  const [system, solution] = [
    entries.filter(({ alarm_code }) => alarm_code < LOW_ALARM_FROM),
    entries.filter(({ alarm_code }) => alarm_code >= LOW_ALARM_FROM),
  ];
  return { system, solution, total: { system: system.length, solution: solution.length } };
}

/**
 * Active alarms of a location, critical and low, newest first. A pump customer gets those of the own pumps, at any place.
 *
 * @throws AppError `not-found`
 */
export async function listAlerts(ctx: ActorCtx, input: { id: number }): Promise<AlertLists> {
  const location = await getLocationRow(ctx, input.id);
  const deviceIds = await listVisibleDeviceIds(ctx);
  if (deviceIds) return listAlertsOfDevices(ctx, deviceIds);
  const locationIds = await listAlarmPlaces(ctx, location);
  const entries = async (isCritical: boolean) => {
    const ids = await alarmRows.listActiveIds(ctx.db, locationIds, isCritical, ALERTS_MAX);
    return (await alarmRows.listRows(ctx.db, ids)).map(toEntry);
  };
  const [system, solution, total] = await Promise.all([
    entries(true),
    entries(false),
    countAlarms(ctx, locationIds),
  ]);
  return { system, solution, total };
}

/** The guidance of an alarm: that of the device's type when the campus adds the type, otherwise that of the code. */
async function guidanceFor(
  ctx: ActorCtx,
  { deviceType, code, language }: { deviceType: string | null; code: number; language: Language },
): Promise<string> {
  const types = await listSiteTypes(ctx, ctx.actor.campusId);
  const own = types.find(({ type }) => type.type === deviceType)?.type;
  const text = Object.values(own?.alarms ?? {}).find((alarm) => alarm.code === code)?.guidance;
  return text?.[language] ?? text?.en ?? guidanceOf(language, code);
}

/** One alarm of the caller's campus: place, history, explained alarms, guidance. @throws AppError `not-found` */
export const getAlarm: Service<typeof getAlarmRoute> = async (ctx, input) => {
  const details = await alarmRows.findDetails(ctx.db, ctx.actor.campusId, input.id);
  if (!details) throw new AppError("not-found");
  const since = await checkMaySee(ctx, details.ssid ?? "");
  const [rows, history, explained] = await Promise.all([
    alarmRows.listRows(ctx.db, [input.id]),
    actions.listEvents(ctx.db, input.id),
    alarmRows.listExplained(ctx.db, input.id, EXPLAINED_MAX),
  ]);
  const [row] = rows;
  if (!row || (since && row.restoredAt && row.restoredAt <= since)) throw new AppError("not-found");
  const { value, limit, unit, paramId, ssid, deviceName, deviceType, evidence, offlineReason, path } =
    details;
  const hasDevice = ssid !== null && deviceName !== null && deviceType !== null;
  return {
    ...toGridRow(row),
    value,
    limit,
    unit,
    param_id: paramId,
    evidence: alarmEvidence.nullable().parse(evidence),
    offlineReason,
    device: hasDevice ? { ssid, name: deviceName, type: deviceType } : null,
    path,
    guidance: await guidanceFor(ctx, { deviceType, code: row.code, language: input.language }),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
    explained: explained.map(({ id, message, text, sourceName, raisedAt }) => ({
      Alarm_Id: id,
      message,
      text,
      Device_name: sourceName,
      raisedAt: raisedAt.toISOString(),
    })),
  };
};

/** The later one of two times. */
const latest = (one: Date | undefined, other: Date | undefined) =>
  one && other && one > other ? one : (other ?? one);

/**
 * The newest alarms of a device of the caller's campus, in any state; with a time range, all that were active in it.
 *
 * @throws AppError `not-found`
 */
export const listDeviceAlarms: Service<typeof listDeviceAlarmsRoute> = async (ctx, { ssid, from, to }) => {
  const device = await getDevice(ctx, ssid);
  const since = await checkMaySee(ctx, ssid);
  const hasRange = from !== undefined || to !== undefined;
  const ids = await alarmRows.listIdsOfDevice(ctx.db, device.id, {
    from: latest(from === undefined ? undefined : new Date(from), since),
    to: to === undefined ? undefined : new Date(to),
    limit: hasRange ? DEVICE_ALARMS_IN_RANGE_MAX : DEVICE_ALARMS_MAX,
  });
  return listGridRows(ctx, ids);
};

/** Alarms of a code at places that were active in a time range, newest first. Of any campus: the caller checks access. */
export const listAlarmsIn = asService(alarmRows.listLasting);

/** The active alarms of some devices, newest first. Includes explained alarms. */
export async function listActiveAlarmsOf(ctx: Ctx, deviceIds: readonly number[]): Promise<AlarmGridRow[]> {
  return listGridRows(ctx, await alarmRows.listActiveIdsOfDevices(ctx.db, deviceIds));
}

/** Number of active alarms at the given locations, without explained alarms. */
async function countAlarms(
  ctx: Ctx,
  locationIds: readonly number[],
): Promise<{ system: number; solution: number }> {
  const counted = (await listCurrentAlarms(ctx, locationIds)).filter(
    ({ isShelved, explainedBy }) => !isShelved && explainedBy === null,
  );
  const system = counted.filter(({ isCritical }) => isCritical).length;
  return { system, solution: counted.length - system };
}

/** Active and shelved alarms at the given locations, including explained alarms. */
export const listCurrentAlarms = asService(repository.listCurrent);

/** Counts of the active alarms of all campuses, for the server's metrics. */
export const countActiveAlarms = asService(repository.countActive);

/** Alarms of a building, and of its campus itself, that were raised since an instant; without explained ones. */
export const countRaisedAlarms = asService(repository.countRaised);
