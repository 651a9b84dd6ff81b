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
} from "@verandah/contract/alarms.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { getDevice } from "#features/devices/devices.service.ts";

import * as deeds from "./alarm-deeds.repository.ts";
import { guidanceOf } from "./alarm-guidance.ts";
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
  const { message, ssid, location, explains } = row;
  return { ...toEntry(row), date, time, Message: message, state: stateOf(row), ssid, location, explains };
}

/** The given alarms, in that order, as rows of the alarms screen. */
export async function listGridRows(ctx: Ctx, ids: readonly number[]): Promise<AlarmGridRow[]> {
  return (await alarmRows.listRows(ctx.db, ids)).map(toGridRow);
}

/** Active alarms below a location, critical and low, newest first. @throws AppError `not-found` */
export async function listAlerts(ctx: ActorCtx, input: { id: number }): Promise<AlertLists> {
  const locationIds = await listIdsBelow(ctx, await getLocationRow(ctx, input.id));
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

/** One alarm of the caller's campus: where it is, its history, what it explains, what to do. @throws AppError `not-found` */
export async function getAlarm(
  ctx: ActorCtx,
  input: InputOf<typeof getAlarmRoute>,
): Promise<ReplyOf<typeof getAlarmRoute>> {
  const details = await alarmRows.findDetails(ctx.db, ctx.actor.campusId, input.id);
  if (!details) throw new AppError("not-found");
  const [rows, history, explained] = await Promise.all([
    alarmRows.listRows(ctx.db, [input.id]),
    deeds.listEvents(ctx.db, input.id),
    alarmRows.listExplained(ctx.db, input.id, EXPLAINED_MAX),
  ]);
  const [row] = rows;
  if (!row) throw new AppError("not-found");
  const { value, limit, unit, paramId, ssid, deviceName, deviceType, evidence, path } = details;
  const hasDevice = ssid !== null && deviceName !== null && deviceType !== null;
  return {
    ...toGridRow(row),
    restoredAt: row.restoredAt?.toISOString() ?? null,
    value,
    limit,
    unit,
    param_id: paramId,
    evidence: alarmEvidence.nullable().parse(evidence),
    device: hasDevice ? { ssid, name: deviceName, type: deviceType } : null,
    path,
    guidance: guidanceOf(input.language, row.code),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
    explained: explained.map(({ id, message, text, sourceName }) => ({
      Alarm_Id: id,
      message,
      text,
      Device_name: sourceName,
    })),
  };
}

/**
 * The newest alarms of a device of the caller's campus, whatever their state; in a time range all that were active in it.
 *
 * @throws AppError `not-found`
 */
export async function listDeviceAlarms(
  ctx: ActorCtx,
  { ssid, from, to }: InputOf<typeof listDeviceAlarmsRoute>,
): Promise<ReplyOf<typeof listDeviceAlarmsRoute>> {
  const device = await getDevice(ctx, ssid);
  const hasRange = from !== undefined || to !== undefined;
  const ids = await alarmRows.listIdsOfDevice(ctx.db, device.id, {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    limit: hasRange ? DEVICE_ALARMS_IN_RANGE_MAX : DEVICE_ALARMS_MAX,
  });
  const rows = await alarmRows.listRows(ctx.db, ids);
  return rows.map((row) => ({ ...toGridRow(row), restoredAt: row.restoredAt?.toISOString() ?? null }));
}

/** How many alarms are active at the given locations; what another alarm explains is not counted. */
export async function countAlarms(
  ctx: Ctx,
  locationIds: readonly number[],
): Promise<{ system: number; solution: number }> {
  const counted = (await listCurrentAlarms(ctx, locationIds)).filter(
    ({ isShelved, explainedBy }) => !isShelved && explainedBy === null,
  );
  const system = counted.filter(({ isCritical }) => isCritical).length;
  return { system, solution: counted.length - system };
}

/** Active and shelved alarms at the given locations, those that others explain included. */
export function listCurrentAlarms(
  ctx: Ctx,
  locationIds: readonly number[],
): Promise<repository.CurrentAlarm[]> {
  return repository.listCurrent(ctx.db, locationIds);
}

/** Those of the given alarms that are active in a building, and not explained by others, as entries. */
export async function listAlertsByIds(
  ctx: Ctx,
  ids: readonly number[],
  buildingId: number,
): Promise<AlertEntry[]> {
  const own = await alarmRows.listActiveIdsOf(ctx.db, ids, buildingId);
  return (await alarmRows.listRows(ctx.db, own)).map(toEntry);
}
