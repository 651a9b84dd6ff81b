import type { Ctx } from "#core/ctx.ts";
import { inspectDb } from "#core/db.ts";
import { listCampuses } from "#features/campuses/campuses.service.ts";

import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

/** The standby is away for less after a planned change of the primary, ms. */
const DELAY_MS = 60_000;

/**
 * The rule for a database that should have a synchronous standby. Without one, acknowledged readings are on one host only. An alarm of
 * every campus, which returns at once when the standby follows again.
 */
export async function suspectStandby(ctx: Ctx): Promise<Suspicion[]> {
  if ((await inspectDb(ctx.db)).hasStandby) return [];
  return (await listCampuses(ctx)).map(({ id: campusId, locationId }) =>
    suspect(
      { kind: "campus", campusId, locationId, sourceName: "Verandah" },
      { name: "standby-lost", onDelayMs: DELAY_MS },
      { condition: "out" },
    ),
  );
}
