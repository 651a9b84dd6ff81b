import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import {
  type listUnknownPoints as listUnknownPointsRoute,
  UNKNOWN_POINTS_MAX,
} from "@verandah/contract/telemetry.ts";

import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { getEdge } from "#features/devices/devices.service.ts";

import * as repository from "./unknown-points.repository.ts";

/** A point that has not come for this long is no longer listed, ms. */
const LISTED_MS = 7 * 86_400_000;

/** Points that edges send and the site model does not have, counted in memory until they are stored. */
export class UnknownPoints {
  /** By edge id, then by device and point. */
  #counted = new Map<number, Map<string, repository.UnknownPoint>>();

  /** Counts readings of one point; beyond the most of an edge only points that are counted already. */
  count(
    edgeId: number,
    { device, point, count }: { device: string; point: string; count: number },
    at: Date,
  ): void {
    const ofEdge = this.#counted.get(edgeId) ?? new Map<string, repository.UnknownPoint>();
    this.#counted.set(edgeId, ofEdge);
    const key = `${device}\n${point}`;
    const known = ofEdge.get(key);
    if (known) {
      known.count += count;
      known.lastAt = at;
    } else if (ofEdge.size < UNKNOWN_POINTS_MAX)
      ofEdge.set(key, { edgeId, device, point, count, lastAt: at });
  }

  /** Stores what was counted since the last time; after a failure it is lost, as the next readings count again. */
  async store(ctx: Ctx): Promise<void> {
    const points = [...this.#counted.values()].flatMap((ofEdge) => [...ofEdge.values()]);
    this.#counted = new Map();
    if (points.length > 0) await repository.upsertUnknownPoints(ctx.db, points, UNKNOWN_POINTS_MAX);
  }
}

/** Points that an edge of the caller's campus sends and the site model does not have. @throws AppError `not-found` */
export async function listUnknownPoints(
  ctx: ActorCtx,
  input: InputOf<typeof listUnknownPointsRoute>,
): Promise<ReplyOf<typeof listUnknownPointsRoute>> {
  const edge = await getEdge(ctx, input.ssid);
  if (edge?.campusId !== ctx.actor.campusId) throw new AppError("not-found");
  const rows = await repository.listUnknownPoints(ctx.db, edge.id, new Date(ctx.now().getTime() - LISTED_MS));
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
}
