import { AppError } from "@verandah/contract/problems.ts";

import { asService, type ActorCtx, type Ctx } from "#core/ctx.ts";

import * as repository from "./campuses.repository.ts";

export type { LocationRow } from "./campuses.repository.ts";

/** A location of the caller's campus. @throws AppError `not-found`, also for another campus's location */
export async function getLocationRow(ctx: ActorCtx, id: number): Promise<repository.LocationRow> {
  const row = await repository.findLocation(ctx.db, ctx.actor.campusId, id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** A location of any campus, without an access check. For background work. */
export const findLocationOf = asService(repository.findLocationOfAny);

/** Every location of a campus, parents before children. */
export const listLocations = asService(repository.listLocations);

/** The ids of a location and of all locations below it. */
export function listIdsBelow(ctx: Ctx, location: repository.LocationRow): Promise<number[]> {
  return repository.listIdsBelow(ctx.db, location, { withCampus: false });
}

/** The ids of the locations whose alarms count for a location: itself and those below it; for a building also the campus itself. */
export function listAlarmPlaces(ctx: Ctx, location: repository.LocationRow): Promise<number[]> {
  const withCampus = location.zoneType === "GL_LOCATION_TYPE_BUILDING";
  return repository.listIdsBelow(ctx.db, location, { withCampus });
}

/** The buildings of all campuses in the order of their creation. For command-line programs. */
export const listBuildings = asService(repository.listBuildings);

/** Every campus with its time zone and the id of its root location. For background work. */
export const listCampuses = asService(repository.listCampuses);

/** Every campus with its city and coordinates, by city and name. The caller may see only the city of other campuses. */
export const listCityCampuses = asService(repository.listCityCampuses);

/** The time zone of the caller's campus. @throws AppError `not-found` */
export async function getTimeZone(ctx: ActorCtx): Promise<string> {
  const campus = (await listCampuses(ctx)).find(({ id }) => id === ctx.actor.campusId);
  if (!campus) throw new AppError("not-found");
  return campus.timeZone;
}
