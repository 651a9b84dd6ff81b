import { findAlarmText } from "@verandah/equipment/alarm-texts.ts";
import type { EventMessage } from "@verandah/field/payloads.ts";

import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import type { EdgeRow } from "#features/devices/edge-sessions.service.ts";

import { columnsOf } from "../alarm-subjects.ts";
import { findSource, insertPastAlarm } from "./past-events.repository.ts";

/**
 * Stores an alarm of the past from an importer with its own times. It has returned, so it is not notified. A repeated event changes
 * nothing.
 *
 * @returns false when it is invalid (it has no `since`, has not returned, lies in the future, or is of no device or gateway of the
 * importer's campus)
 */
export async function recordPastEvent(ctx: Ctx, edge: EdgeRow, message: EventMessage): Promise<boolean> {
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
