import type { RoleId } from "@verandah/contract/roles.ts";

import type { Bus, BusEvent } from "./bus.ts";
import type { Db } from "./db.ts";

/** Who calls: always of one campus. */
export interface Actor {
  readonly userId: number;
  readonly name: string;
  readonly roleId: RoleId;
  readonly campusId: number;
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
  readonly actor: Actor | undefined;
  /** Tells the other parts of the server; within a transaction, after its commit. */
  readonly publish: Bus["publish"];
}

/** A ctx behind a route that only logged-in users may call. */
export interface ActorCtx extends Ctx {
  readonly actor: Actor;
}

/** The ctx of the server's own work: nobody's rights, everybody's campus. */
export function systemCtx(parts: { db: Db; bus: Bus; now: () => Date }): Ctx {
  return {
    db: parts.db,
    now: parts.now,
    publish: parts.bus.publish,
    address: "system",
    userAgent: "",
    actor: undefined,
  };
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
