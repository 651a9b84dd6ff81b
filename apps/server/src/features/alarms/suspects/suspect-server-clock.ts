import type { Ctx } from "#core/ctx.ts";
import { inspectDb } from "#core/db.ts";
import { listCampuses } from "#features/campuses/campuses.service.ts";
import { AHEAD_MAX_MS } from "#features/telemetry/telemetry.service.ts";

import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

const MINUTE_MS = 60_000;

const minutesOf = (offsetMs: number) => Math.round(Math.abs(offsetMs) / MINUTE_MS);
const isWrong = (offsetMs: number) => Math.abs(offsetMs) > AHEAD_MAX_MS;

/** How the clock of the server differs from the database's; undefined while readings can be compared with it. */
export function clockDifference(now: Date, databaseNow: Date): string | undefined {
  const offsetMs = now.getTime() - databaseNow.getTime();
  if (!isWrong(offsetMs)) return undefined;
  const side = offsetMs > 0 ? "ahead of" : "behind";
  return `The clock of the server is ${minutesOf(offsetMs)} min ${side} the clock of the database`;
}

/**
 * The rule for the server's own clock, compared with the database's. With a wrong clock all values look old, and the clocks of all
 * gateways look wrong. An alarm of every campus, which returns at once when the clock is right.
 */
export async function suspectServerClock(ctx: Ctx): Promise<Suspicion[]> {
  const { now } = await inspectDb(ctx.db);
  const offsetMs = ctx.now().getTime() - now.getTime();
  if (!isWrong(offsetMs)) return [];
  const name = "server-clock";
  return (await listCampuses(ctx)).map(({ id: campusId, locationId }) =>
    suspect(
      { kind: "campus", campusId, locationId, sourceName: "Verandah" },
      { name, text: { name, numbers: [minutesOf(offsetMs)] } },
      { condition: "out" },
    ),
  );
}
