import type { Db } from "#core/db.ts";

import { type FoundPoint, findPoint } from "./points.repository.ts";

/** A chart asks for its point again every few seconds, and only a site import changes one, ms. */
const REMEMBERED_MS = 60_000;
/** More than are looked at within a minute. */
const REMEMBERED_MAX = 10_000;

interface Remembered {
  point: FoundPoint;
  untilMs: number;
}

/** Points that were asked for within the last minute, of each database: one question less for nearly every trend. */
const byDb = new WeakMap<Db, Map<string, Remembered>>();

/** A point of a campus's device; one that is not there is asked for each time. */
export async function findRememberedPoint(
  { db, now }: { db: Db; now: () => Date },
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
): Promise<FoundPoint | undefined> {
  const known = byDb.get(db) ?? new Map<string, Remembered>();
  byDb.set(db, known);
  const key = JSON.stringify([campusId, ssid, paramId]);
  const nowMs = now().getTime();
  const remembered = known.get(key);
  if (remembered && nowMs < remembered.untilMs) return remembered.point;
  const point = await findPoint(db, campusId, { ssid, paramId });
  if (known.size >= REMEMBERED_MAX) known.clear();
  if (point) known.set(key, { point, untilMs: nowMs + REMEMBERED_MS });
  else known.delete(key);
  return point;
}
