import { AppError } from "@verandah/contract/problems.ts";
import {
  type listUnknownPoints as listUnknownPointsRoute,
  UNKNOWN_POINTS_MAX,
} from "@verandah/contract/telemetry/telemetry.ts";

import { type Ctx, publishChange, type Service } from "#core/ctx.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";

import * as repository from "./unknown-points.repository.ts";

/** A point without a reading for this long is no longer listed, ms. */
const LISTED_MS = 7 * 86_400_000;

/** A point's name as the database can store it: the text type of PostgreSQL has no NUL and no half of a character. */
const storableName = (name: string) => name.toWellFormed().replaceAll("\0", "\u2400");

/** Counts readings of unknown points in memory until they are stored. */
export class UnknownPoints {
  /** By edge id, then by device and point. */
  #counted = new Map<number, Map<string, repository.UnknownPoint>>();

  /** Counts readings of one point. At the limit of an edge, only points that are already in the list are counted. */
  count(
    edgeId: number,
    { device, point: sent, count }: { device: string; point: string; count: number },
    at: Date,
  ): void {
    const point = storableName(sent);
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

  /** Stores the counts since the last time. After a failure these counts are lost, but the next readings are counted again. */
  async store(ctx: Ctx): Promise<void> {
    const points = [...this.#counted.values()].flatMap((ofEdge) => [...ofEdge.values()]);
    this.#counted = new Map();
    if (points.length === 0) return;
    await repository.upsertUnknownPoints(ctx.db, points, UNKNOWN_POINTS_MAX);
    publishChange(ctx, "readings", {});
  }
}

/** Unknown points that an edge of the caller's campus sends. @throws AppError `not-found` */
export const listUnknownPoints: Service<typeof listUnknownPointsRoute> = async (ctx, input) => {
  const edge = await getEdge(ctx, input.ssid);
  if (edge?.campusId !== ctx.actor.campusId) throw new AppError("not-found");
  const rows = await repository.listUnknownPoints(ctx.db, edge.id, new Date(ctx.now().getTime() - LISTED_MS));
  ctx.changesAt(...rows.map(({ lastAt }) => lastAt.getTime() + LISTED_MS + 1));
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
};
