import type { RoleId } from "@verandah/contract/roles.ts";
import type { InputOf, ReplyOf, Route } from "@verandah/contract/route.ts";
import type { Topic } from "@verandah/contract/topics.ts";

import type { Bus, BusEvent, Change } from "./bus.ts";
import type { Db } from "./db.ts";
import { defaultFieldTimes, type FieldTimes } from "./field-times.ts";
import { createSharedAnswers, type ShareAnswer } from "./http/shared-answers.ts";

/** The user who acts, or the server for a schedule or a booking. Always in one campus. */
interface CampusActor {
  readonly userId: number | null;
  readonly name: string;
  readonly campusId: number;
  readonly sessionId: string | null;
}

export interface Actor extends CampusActor {
  readonly userId: number;
  readonly roleId: RoleId;
  readonly buildingId: number;
  readonly sessionId: string;
}

/** The context that every service receives. */
export interface Ctx {
  readonly db: Db;
  readonly now: () => Date;
  readonly times: FieldTimes;
  /** The client's address; `system` for background work. */
  readonly address: string;
  readonly userAgent: string;
  /** A browser sends the session as a cookie; an API client sends it as a header. */
  readonly channel: "browser" | "api" | "system";
  readonly actor: CampusActor | undefined;
  /** Notifies the other parts of the server; within a transaction, after the commit. */
  readonly publish: Bus["publish"];
  /** Use it by `shareAnswer`. */
  readonly sharedAnswers: ShareAnswer;
  /**
   * Notes when the reply of this call changes by time alone, without an event; of several instants the earliest future one counts. The
   * caller receives it as the header `changes-in-ms`. Background work has no reply.
   */
  readonly changesAt: (...instants: readonly Instant[]) => void;
}

/** A date or its milliseconds; nothing for a row without the time. */
type Instant = Date | number | null | undefined;

/** The earliest future instant of those that a call notes. */
export function collectChangesAt(now: () => Date) {
  let earliestMs: number | undefined;
  return {
    note: (...instants: readonly Instant[]): void => {
      const nowMs = now().getTime();
      for (const instant of instants) {
        const atMs = Number(instant ?? Number.NaN);
        if (atMs > nowMs && atMs < (earliestMs ?? Infinity)) earliestMs = atMs;
      }
    },
    earliestMs: () => earliestMs,
  };
}

/** Computes a result once for all callers that need it, at most until it changes by time. Not for work within a transaction. */
export async function shareAnswer<C extends Ctx, T>(
  ctx: C,
  key: string,
  work: (inner: C) => Promise<T>,
): Promise<T> {
  const { answer, changesAtMs } = await ctx.sharedAnswers(key, async (endAt) => {
    const changes = collectChangesAt(ctx.now);
    const shared = await work({ ...ctx, changesAt: changes.note });
    endAt(changes.earliestMs());
    return { answer: shared, changesAtMs: changes.earliestMs() };
  });
  ctx.changesAt(changesAtMs);
  return answer;
}

/** The context of a route that requires a login. */
export interface ActorCtx extends Ctx {
  readonly actor: Actor;
}

export type CtxOf<R extends Route> = R["access"] extends "public" ? Ctx : ActorCtx;

/** The service of a route of the contract, for `mount`. */
export type Service<R extends Route> = (ctx: CtxOf<R>, input: InputOf<R>) => Promise<ReplyOf<R>>;

/** The service that only runs a query of a repository. */
export const asService =
  <A extends readonly unknown[], T>(query: (db: Db, ...input: A) => T) =>
  ({ db }: Pick<Ctx, "db">, ...input: A): T =>
    query(db, ...input);

/** The context of one campus: of a user, or of background work (`campusCtx`). */
export interface CampusCtx extends Ctx {
  readonly actor: CampusActor;
}

/** The context of background work. It has no rights and belongs to no campus. */
export function systemCtx(parts: {
  db: Db;
  bus: Bus;
  now: () => Date;
  times?: FieldTimes;
  readingsPauseMs?: number | undefined;
}): Ctx {
  return {
    db: parts.db,
    now: parts.now,
    times: parts.times ?? defaultFieldTimes,
    publish: parts.bus.publish,
    sharedAnswers: createSharedAnswers(parts.bus, parts.now, parts.readingsPauseMs),
    changesAt: () => undefined,
    address: "system",
    userAgent: "",
    channel: "system",
    actor: undefined,
  };
}

/** The context of background work for one campus. `name` is the origin, e.g. the title of a schedule. */
export function campusCtx(ctx: Ctx, campusId: number, name: string): CampusCtx {
  return { ...ctx, actor: { userId: null, name, campusId, sessionId: null } };
}

/** Publishes that data of a topic changed; within a transaction once, after the commit. `mount` does it for what a call declares. */
export function publishChange(ctx: Pick<Ctx, "publish">, topic: Topic, where: Omit<Change, "topic">): void {
  ctx.publish({ name: "changed", data: { topic, ...where } });
}

/** Runs `work` with a context whose `db` is one transaction. Joins the transaction of the caller if there is one. */
export async function inTransaction<C extends Ctx, T>(ctx: C, work: (inner: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const events = new Map<string, BusEvent>();
  const result = await ctx.db.transaction().execute((transaction) =>
    work({
      ...ctx,
      db: transaction,
      publish: (event: BusEvent) => void events.set(JSON.stringify(event), event),
    }),
  );
  for (const event of events.values()) ctx.publish(event);
  return result;
}
