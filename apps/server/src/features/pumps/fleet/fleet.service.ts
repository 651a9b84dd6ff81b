import { fleetColumns, type listFleet as fleetRoute } from "@verandah/contract/pumps/pumps.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { presentStep, today } from "#core/reply-times.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";

import * as repository from "./fleet.repository.ts";

/** Input for the state of the caller's pumps. */
export async function fleetQueryOf(ctx: ActorCtx): Promise<repository.FleetQuery> {
  const clock = createWallClock(await getTimeZone(ctx));
  return {
    campusId: ctx.actor.campusId,
    now: presentStep(ctx),
    today: clock.instantOf(today(ctx, clock), "00:00"),
    staleIntervals: STALE_AFTER_INTERVALS,
  };
}

/** A page of the caller's pumps with their states, and counts by place. */
export const listFleet: Service<typeof fleetRoute> = async (ctx, input) => {
  const query = await fleetQueryOf(ctx);
  const filters = fleetColumns.flatMap((column) => {
    const text = input[`filter.${column}`];
    return text ? [[column, text] as const] : [];
  });
  const { page, rows: pageSize, sort, order, west, south, east, north } = input;
  const hasArea = west !== undefined && south !== undefined && east !== undefined && north !== undefined;
  const area = hasArea ? { west, south, east, north } : undefined;
  const { rows, total, places } = await repository.listFleet(ctx.db, {
    ...query,
    page,
    rows: pageSize,
    sort,
    order,
    filters,
    area,
  });
  return {
    rows: rows.map((row) => ({
      ...row,
      lastSeenAt: row.lastSeenAt && new Date(row.lastSeenAt).toISOString(),
    })),
    total,
    isTotalExact: true,
    places,
  };
};
