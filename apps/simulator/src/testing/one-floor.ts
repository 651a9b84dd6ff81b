import { bengaluru } from "../campus/bengaluru.ts";
import { bareFloor, type CampusModel } from "../campus/shapes.ts";
import { secretsOf } from "../kinds/all-kinds.ts";

/** The ground floor of Tower A with all its equipment, its UPS and the chiller. */
export function groundFloor(): CampusModel {
  const campus = bengaluru();
  const building = campus.buildings[0];
  if (!building) throw new Error("Tower A is there");
  const floors = building.floors.slice(0, 1);
  const upses = building.upses
    .slice(0, 1)
    .map((ups) => ({ ...ups, floorKeys: floors.map(({ key }) => key) }));
  return { ...campus, buildings: [{ ...building, floors, upses }] };
}

/** The ground floor with its sensors and air handling units only. */
export function airOfGroundFloor(): CampusModel {
  const campus = groundFloor();
  return {
    ...campus,
    weatherStations: [],
    buildings: campus.buildings.map((building) => ({
      ...building,
      floors: building.floors.map((floor) => ({ ...floor, ...bareFloor, ahus: floor.ahus })),
      chillers: [],
      upses: [],
    })),
  };
}

/** Settings in which every secret of the campus is the same. */
export function settingsOf(campus: CampusModel): { passwords: Record<string, string> } {
  return { passwords: Object.fromEntries(secretsOf(campus).map((name) => [name, "p".repeat(24)])) };
}
