import { findAlarmText } from "@verandah/equipment/alarm-texts.ts";
import type { EventMessage } from "@verandah/field/payloads.ts";

import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { findDeviceOfEdge } from "#features/devices/devices.service.ts";
import type { EdgeRow } from "#features/devices/edge-sessions.service.ts";

import { insertEvents } from "../actions/alarm-actions.repository.ts";
import { columnsOf } from "../alarm-subjects.ts";
import { insertEventsAgain, listActiveEventIds } from "../alarms.repository.ts";
import { raiseAlarms, REPEATED_QUIET_MS, restoreAlarms } from "../evaluation/alarm-evaluation.service.ts";
import { insertRepeated } from "../explanations/alarm-explanations.repository.ts";
import { findSource, insertPastAlarm } from "./past-events.repository.ts";

/** Handles an event that an edge reports. @returns false when the edge may not report it, and it was dropped */
export function recordEvent(ctx: Ctx, edge: EdgeRow, message: EventMessage): Promise<boolean> {
  return edge.kind === "importer"
    ? recordPastEvent(ctx, edge, message)
    : recordDeviceEvent(ctx, edge, message);
}

/**
 * Records a device's own event: one active alarm per code, which only the device ends. Events for a device of another edge are
 * dropped.
 *
 * @returns false when it was dropped
 */
async function recordDeviceEvent(ctx: Ctx, edge: EdgeRow, message: EventMessage): Promise<boolean> {
  const device = await findDeviceOfEdge(ctx, edge.id, message.device);
  if (!device) return false;
  const { id: deviceId, campusId, locationId, name: sourceName } = device;
  await inTransaction(ctx, async (inner) => {
    const listActive = () => listActiveEventIds(inner.db, deviceId, message.code);
    if (message.state === "returned") {
      const restored = await restoreAlarms(inner, await listActive());
      if (restored.length > 0) publishChange(inner, "alarms", { campusId });
      return;
    }
    const raised = {
      ...columnsOf({ kind: "device-event", deviceId, campusId, locationId, sourceName }),
      rule: String(message.code),
      code: message.code,
      message: message.message,
      value: null,
      limit: null,
      // The server's clock, as for all alarms: a device's clock may be wrong.
      raisedAt: inner.now(),
    };
    const ids = await raiseAlarms(inner, [raised]);
    if (ids.length > 0) publishChange(inner, "alarms", { campusId });
    else await insertRepeated(inner.db, await listActive(), inner.now(), REPEATED_QUIET_MS);
  });
  return true;
}

/** Restores the active alarms of a device's own events: a removed device can no longer end them. */
export async function restoreEvents(ctx: Ctx, campusId: number, deviceId: number): Promise<void> {
  const restored = await restoreAlarms(ctx, await listActiveEventIds(ctx.db, deviceId));
  if (restored.length > 0) publishChange(ctx, "alarms", { campusId });
}

/** Raises the events of devices again that ended with their removal: a device may report an event only once. */
export async function raiseEventsAgain(ctx: Ctx, deviceIds: readonly number[], endedAt: Date): Promise<void> {
  const ids = await insertEventsAgain(ctx.db, deviceIds, { endedAt, at: ctx.now() });
  await insertEvents(ctx.db, ids, { kind: "raised", at: ctx.now() });
}

/**
 * Stores an alarm of the past from an importer with its own times. It has returned, so it is not notified. A repeated event changes
 * nothing.
 *
 * @returns false when it is invalid (it has no `since`, has not returned, lies in the future, or is of no device or gateway of the
 * importer's campus)
 */
async function recordPastEvent(ctx: Ctx, edge: EdgeRow, message: EventMessage): Promise<boolean> {
  const { since, at, code, state, value, actions = [] } = message;
  const nowMs = ctx.now().getTime();
  if (state !== "returned" || since === undefined || since >= at || at > nowMs) return false;
  const source = await findSource(ctx.db, edge.campusId, message.device, message.point);
  if (!source) return false;
  await inTransaction(ctx, async (inner) => {
    const isNew = await insertPastAlarm(inner.db, {
      ...columnsOf(source),
      rule: String(code),
      code,
      message: message.message,
      // An alarm with one of the catalogue's texts is shown in the reader's language.
      textName: findAlarmText(message.message, code) ?? null,
      value: value ?? null,
      raisedAt: new Date(since),
      restoredAt: new Date(at),
      actions: actions
        .filter((action) => action.at >= since && action.at <= nowMs)
        .map(({ kind, by, at: atMs, note = "" }) => ({ kind, by, note, at: new Date(atMs) })),
    });
    if (isNew) publishChange(inner, "alarms", { campusId: edge.campusId });
  });
  return true;
}
