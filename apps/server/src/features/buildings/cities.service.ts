import type { chooseBuilding as chooseRoute, City } from "@verandah/contract/campuses/cities.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { changeBuilding } from "#features/auth/auth.service.ts";
import { listCityCampuses, listLocations } from "#features/campuses/campuses.service.ts";

import { getBuilding, loadSnapshot, statusAt } from "./buildings.service.ts";

/** The mean of coordinates that are only a few kilometres apart. */
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Cities with campuses, by name. The reply contains only the city of other campuses than the caller's. */
export async function listCities(ctx: ActorCtx): Promise<City[]> {
  const [campuses, locations] = await Promise.all([
    listCityCampuses(ctx),
    listLocations(ctx, ctx.actor.campusId),
  ]);
  const root = locations.find(({ zoneType }) => zoneType === "GL_LOCATION_TYPE_CAMPUS");
  const buildings = await Promise.all(
    locations
      .filter(({ zoneType }) => zoneType === "GL_LOCATION_TYPE_BUILDING")
      .map(async (building) => ({
        id: building.id,
        name: building.name,
        ...statusAt(await loadSnapshot(ctx, building), building.id),
      })),
  );
  return [...Map.groupBy(campuses, ({ city }) => city)].map(([name, ofCity]) => ({
    name,
    latitude: mean(ofCity.map(({ latitude }) => latitude)),
    longitude: mean(ofCity.map(({ longitude }) => longitude)),
    campuses: ofCity
      .filter(({ id }) => id === ctx.actor.campusId)
      .flatMap((campus) => (root ? [{ id: root.id, name: campus.name, buildings }] : [])),
  }));
}

/** Shows another building of the campus to the caller. @throws AppError `not-found` for any other place */
export const chooseBuilding: Service<typeof chooseRoute> = async (ctx, input) => {
  const { id } = await getBuilding(ctx, input.building);
  return changeBuilding(ctx, id);
};
