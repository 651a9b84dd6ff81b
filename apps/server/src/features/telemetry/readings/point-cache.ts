import type { Db } from "#core/db.ts";

import { type FoundPoint, findPoint } from "../points.repository.ts";

/** How long a point stays in the cache, ms. A chart reads its point every few seconds, and only a site import changes a point. */
const CACHED_MS = 60_000;
/** More points than users view within a minute. */
const CACHED_MAX = 10_000;

interface CachedPoint {
  point: FoundPoint;
  untilMs: number;
}

/** Points that were read within the last minute, by database. This saves a query for nearly every trend. */
const byDb = new WeakMap<Db, Map<string, CachedPoint>>();

/** A point of a campus's device. Missing points are not cached. */
export async function findCachedPoint(
  { db, now }: { db: Db; now: () => Date },
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
): Promise<FoundPoint | undefined> {
  const points = byDb.get(db) ?? new Map<string, CachedPoint>();
  byDb.set(db, points);
  const key = JSON.stringify([campusId, ssid, paramId]);
  const nowMs = now().getTime();
  const cached = points.get(key);
  if (cached && nowMs < cached.untilMs) return cached.point;
  const point = await findPoint(db, campusId, { ssid, paramId });
  if (points.size >= CACHED_MAX) points.clear();
  if (point) points.set(key, { point, untilMs: nowMs + CACHED_MS });
  else points.delete(key);
  return point;
}
