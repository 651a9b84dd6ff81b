import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import { getZoneDiagnosis } from "@verandah/contract/comfort-reports.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getFloorPlan, getHeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { listLightScenes } from "@verandah/contract/lighting/light-scenes.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";

import { aReading } from "./ahu-builders.ts";
import { aFloor } from "./builders.ts";
import { aFloorPlan, aHeatMap } from "./plan-builders.ts";
import { serve } from "./serve.ts";

interface Place {
  id: number;
  name: string;
  zone_type: ZoneType;
}

const typed =
  (suffix: "BUILDING" | "FLOOR" | "ZONE" | "AREA") =>
  (id: number, name: string): Place => ({ id, name, zone_type: `GL_LOCATION_TYPE_${suffix}` });
const [building, floor, zone, area] = [typed("BUILDING"), typed("FLOOR"), typed("ZONE"), typed("AREA")];

/** Each place with those above it. */
const paths: Place[][] = [
  [building(2, "Tower A")],
  [building(2, "Tower A"), floor(11, "First")],
  [building(2, "Tower A"), floor(11, "First"), zone(111, "Zone 1")],
  [building(2, "Tower A"), floor(11, "First"), zone(111, "Zone 1"), area(1111, "Area 1")],
  [building(2, "Tower A"), floor(11, "First"), zone(111, "Zone 1"), area(1112, "Area 2")],
  [building(2, "Tower A"), floor(11, "First"), zone(112, "Zone 2")],
  [building(2, "Tower A"), floor(12, "Second")],
];

const idIn = ({ pathname }: URL) => Number(pathname.split("/")[3]);

/** A building with two floors; the first one has two zones with sensors, and the first zone two areas without. Nothing else is in it. */
export function servePlaces(): void {
  serve(getLocation, (asked) => {
    const path = paths.find((one) => one.at(-1)?.id === idIn(asked)) ?? [];
    const place = path.at(-1);
    if (!place) throw new Error(`There is no place ${idIn(asked)}`);
    return { ...place, uuid: `blr/${place.id}`, floor_type: null, path: path.slice(0, -1) };
  });
  serve(listLocationMetrics, (asked) =>
    paths
      .filter((path) => path.at(-2)?.id === idIn(asked))
      .flatMap((path) => path.at(-1) ?? [])
      .map((place) =>
        aFloor({
          ...place,
          floor_type: place.zone_type === "GL_LOCATION_TYPE_FLOOR" ? "wlms" : null,
          noOfZones: 1,
          ...(place.zone_type === "GL_LOCATION_TYPE_AREA" && { parameters: [] }),
        }),
      ),
  );
  serve(getFloorPlan, aFloorPlan());
  serve(getHeatMap, aHeatMap({ zones: [] }));
  serve(listDevices, []);
  serve(listAirUnits, { floors: [], units: [] });
  serve(listLights, { zones: [], lights: [], occupancy: [] });
  serve(listLightScenes, []);
  serve(getOccupancyTrend, []);
  serve(getZoneDiagnosis, {
    temperature: aReading({ param_id: "TEMPERATURE", param_value: 23.4, unit: "degC" }),
    limits: { min: 20, max: 28 },
    trend: [],
    neighbours: null,
    causes: [],
  });
}
