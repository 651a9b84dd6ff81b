import { EVENING, type SinceEvening } from "@verandah/contract/reports/since-evening.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { countRaisedAlarms } from "#features/alarms/alarms.service.ts";
import { getBuilding } from "#features/buildings/buildings.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { countCommandsSince } from "#features/commands/command-lists.service.ts";
import { countEndedOccurrences } from "#features/schedules/occurrences/occurrences.service.ts";

/** What happened in a building since the newest evening of its clock. @throws AppError `not-found` */
export async function getSinceEvening(ctx: ActorCtx, input: { id: number }): Promise<SinceEvening> {
  const { id: buildingId, campusId } = await getBuilding(ctx, input.id);
  const clock = createWallClock(await getTimeZone(ctx));
  const { day, time } = clock.read(ctx.now());
  const begun = time < EVENING ? addDays(day, -1) : day;
  const since = clock.instantOf(begun, EVENING);
  ctx.changesAt(clock.instantOf(addDays(begun, 1), EVENING));
  const [alarms, commands, schedules] = await Promise.all([
    countRaisedAlarms(ctx, { campusId, buildingId, since }),
    countCommandsSince(ctx, buildingId, since),
    countEndedOccurrences(ctx, buildingId, since),
  ]);
  return { since: since.toISOString(), alarms, commands, schedules };
}
