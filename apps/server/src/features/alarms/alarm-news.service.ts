import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";

import { asService, type Ctx } from "#core/ctx.ts";

import { insertEvents } from "./actions/alarm-actions.repository.ts";
import { findLastEventId, findNews } from "./alarm-news.repository.ts";
import { listGridRows } from "./alarms.service.ts";

/** Alarms that are new since an event and have a recipient, of all campuses; the caller selects the campus. */
export const getNews = asService(findNews);

/** The last event now. */
export const getLastEventId = asService(findLastEventId);

/** Alarms for a mail. Adds to their histories that `userId` was notified. In the caller's transaction. */
export async function listAlarmsForMail(
  ctx: Ctx,
  ids: readonly number[],
  userId: number,
): Promise<AlarmGridRow[]> {
  await insertEvents(ctx.db, ids, { kind: "notified", at: ctx.now(), userId });
  return listGridRows(ctx, ids);
}
