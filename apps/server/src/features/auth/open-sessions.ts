import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";

import { findSession } from "./auth.repository.ts";

/** A session is read again after this time, ms. Another program may have ended it, or disabled its user, without an event. */
const AGE_MAX_MS = 1_000;
/** Maximum sessions in memory, more than one server has active sessions. */
const SESSIONS_MAX = 10_000;

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Reads sessions, and caches each for a second. */
export interface OpenSessions {
  find: (ctx: Ctx, sessionId: string) => Promise<SessionRow | undefined>;
}

/** The events `session-ended` and `session-changed` remove a session at once. They are published after the commit. */
export function createOpenSessions(bus: Bus): OpenSessions {
  const sessions = new Map<string, { atMs: number; row: Promise<SessionRow | undefined> }>();
  bus.subscribe("session-ended", ({ sessionId }) => void sessions.delete(sessionId));
  bus.subscribe("session-changed", ({ sessionId }) => void sessions.delete(sessionId));
  return {
    find(ctx, sessionId) {
      const nowMs = ctx.now().getTime();
      const known = sessions.get(sessionId);
      if (known && nowMs >= known.atMs && nowMs - known.atMs < AGE_MAX_MS) return known.row;
      const entry = { atMs: nowMs, row: findSession(ctx.db, sessionId) };
      if (sessions.size >= SESSIONS_MAX) sessions.clear();
      sessions.set(sessionId, entry);
      entry.row.catch(() => {
        if (sessions.get(sessionId) === entry) sessions.delete(sessionId);
      });
      return entry.row;
    },
  };
}
