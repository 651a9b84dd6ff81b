import type { RoleId } from "@verandah/contract/roles.ts";

import type { Bus, BusEvent } from "./bus.ts";
import type { Db } from "./db.ts";
import { createSharedAnswers, type ShareAnswer } from "./shared-answers.ts";

/** Who acts, always for one campus: a user, or the server itself on a schedule or a booking. */
interface CampusActor {
  readonly userId: number | null;
  readonly name: string;
  readonly campusId: number;
  readonly sessionId: string | null;
}

/** A user who calls. */
export interface Actor extends CampusActor {
  readonly userId: number;
  readonly roleId: RoleId;
  readonly buildingId: number;
  readonly sessionId: string;
}

/** What every service is given. */
export interface Ctx {
  readonly db: Db;
  readonly now: () => Date;
  /** Where the call came from; `system` for the server's own work. */
  readonly address: string;
  readonly userAgent: string;
  /** A browser has the session as a cookie, a client of the interface sends it as a header. */
  readonly channel: "browser" | "api" | "system";
  readonly actor: CampusActor | undefined;
  /** Tells the other parts of the server; within a transaction, after its commit. */
  readonly publish: Bus["publish"];
  /** Computes what many callers need once for all of them. Not for work within a transaction. */
  readonly shareAnswer: ShareAnswer;
}

/** A ctx behind a route that only logged-in users may call. */
export interface ActorCtx extends Ctx {
  readonly actor: Actor;
}

/** A ctx of one campus: a user's, or the server's own made by `campusCtx`. */
export interface CampusCtx extends Ctx {
  readonly actor: CampusActor;
}

/** The ctx of the server's own work: nobody's rights, everybody's campus. */
export function systemCtx(parts: {
  db: Db;
  bus: Bus;
  now: () => Date;
  readingsPauseMs?: number | undefined;
}): Ctx {
  return {
    db: parts.db,
    now: parts.now,
    publish: parts.bus.publish,
    shareAnswer: createSharedAnswers(parts.bus, parts.now, parts.readingsPauseMs),
    address: "system",
    userAgent: "",
    channel: "system",
    actor: undefined,
  };
}

/** The ctx of work that the server does for one campus of its own accord; `name` says what does it, e.g. the title of a schedule. */
export function campusCtx(ctx: Ctx, campusId: number, name: string): CampusCtx {
  return { ...ctx, actor: { userId: null, name, campusId, sessionId: null } };
}

/** Runs `work` with a ctx whose `db` is one transaction. Joins the caller's transaction where there is one. */
export async function inTransaction<C extends Ctx, T>(ctx: C, work: (inner: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const told: BusEvent[] = [];
  const result = await ctx.db
    .transaction()
    .execute((transaction) =>
      work({ ...ctx, db: transaction, publish: (event: BusEvent) => void told.push(event) }),
    );
  for (const event of told) ctx.publish(event);
  return result;
}
