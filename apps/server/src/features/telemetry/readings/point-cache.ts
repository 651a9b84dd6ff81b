import { pointOf, summaryOf } from "@verandah/equipment/catalogue.ts";

import type { Ctx } from "#core/ctx.ts";
import type { Db } from "#core/db.ts";
import { getType } from "#features/equipment/equipment.service.ts";

import { type FoundPoint, findPoint } from "../points.repository.ts";

/** How long a point stays in the cache, ms. A chart reads its point every few seconds. */
const CACHED_MS = 60_000;
/** Maximum number of points: more than users view within a minute. */
const CACHED_MAX = 10_000;

export interface SummarisedPoint extends FoundPoint {
  /** How values are combined over time: a property of the device type. */
  summary: ReturnType<typeof summaryOf>;
}

interface CachedPoint {
  point: SummarisedPoint;
  untilMs: number;
}

/** Points that were read within the last minute, by database. This saves a query for nearly every trend. */
const byDb = new WeakMap<Db, Map<string, CachedPoint>>();

/**
 * Removes the points of a database: an address may belong to another device now. A running query adds its point to the old map, which is no
 * longer used.
 */
export const dropCachedPoints = (db: Db): void => void byDb.delete(db);

/** A point of a campus's device. Missing points are not cached. */
export async function findCachedPoint(
  ctx: Ctx,
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
): Promise<SummarisedPoint | undefined> {
  const { db, now } = ctx;
  const points = byDb.get(db) ?? new Map<string, CachedPoint>();
  byDb.set(db, points);
  const key = JSON.stringify([campusId, ssid, paramId]);
  const nowMs = now().getTime();
  const cached = points.get(key);
  if (cached && nowMs < cached.untilMs) return cached.point;
  points.delete(key);
  const found = await findPoint(db, campusId, { ssid, paramId });
  if (!found) return undefined;
  const type = await getType(ctx, campusId, found.deviceType);
  const point = { ...found, summary: summaryOf(pointOf(type, paramId)) };
  if (points.size >= CACHED_MAX) points.clear();
  points.set(key, { point, untilMs: nowMs + CACHED_MS });
  return point;
}
