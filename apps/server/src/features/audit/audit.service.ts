import { hostname } from "node:os";

import { asService, type Ctx } from "#core/ctx.ts";

import { findLastActor, insertAudits } from "./audit.repository.ts";

/** One action. `target` is the object of the action, e.g. `user:12` or `point:AHU-1/ahu_on_off_sp`. */
export interface AuditEntry {
  action: string;
  target: string;
  before?: unknown;
  after?: unknown;
  /** The user, when there is no session yet (a login). */
  by?: { userId: number; campusId: number; sessionId?: string } | undefined;
}

/** The name of the user who last acted on a target of a campus. */
export const getLastActor = asService(findLastActor);

/** Writes an action into the audit, in the caller's transaction. Secrets must not be part of `before` and `after`. */
export function recordAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  return recordAudits(ctx, [entry]);
}

/** Like `recordAudit` for several actions, with one row per action. */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const by = entry.by ?? ctx.actor;
    return {
      at: ctx.now(),
      campusId: by?.campusId ?? null,
      userId: by?.userId ?? null,
      sessionId: by?.sessionId ?? null,
      address: ctx.address,
      action: entry.action,
      target: entry.target,
      server: hostname(),
      before: entry.before,
      after: entry.after,
    };
  });
  await insertAudits(ctx.db, rows);
}
