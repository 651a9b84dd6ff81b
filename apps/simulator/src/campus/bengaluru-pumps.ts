import { cellsAlongCorridor } from "./floor-plan.ts";
import { bareFloor, type BuildingModel } from "./shapes.ts";

/** Villages around Bengaluru, with latitude and longitude. */
const VILLAGES = [
  ["Hoskote", 13.07, 77.79],
  ["Devanahalli", 13.25, 77.71],
  ["Malur", 13, 77.94],
  ["Anekal", 12.71, 77.7],
] as const;
/** Distance of neighbouring fields, degrees: about a kilometre. */
const FIELD_DEGREE = 0.01;
/** Rows of pumps on the plan of a field. */
const ROWS = 5;
const KEY = "blr/p";

/** `villages` is even. */
interface PumpCounts {
  villages: number;
  pumpsPerVillage: number;
}

/** A topic id: "ASPump" and digits, 30 characters in all. Source: spec 2 §5 device topic id. */
function topicId(number: number): string {
  return `ASPump2026${String(number).padStart(20, "0")}`;
}

/** Solar pumps on the fields of villages; in the demo twenty of four. Source: product.md "The demo campus". */
export function pumpFields({ villages, pumpsPerVillage }: PumpCounts): BuildingModel {
  const cells = cellsAlongCorridor(villages / 2);
  const zones = cells.map((cell, index) => ({
    key: `${KEY}/f/z${index + 1}`,
    name: VILLAGES[index]?.[0] ?? "",
    outline: cell.outline,
    areas: [],
    areaSquareMetre: 40_000,
    seats: 0,
    facingDegree: cell.facingDegree,
    sunSquareMetre: 0,
    sensors: [],
  }));
  return {
    key: KEY,
    name: "Pump fields",
    floors: [{ ...bareFloor, key: `${KEY}/f`, name: "Fields", floorType: "wlms", zones }],
    chillers: [],
    upses: [],
    pumps: cells.flatMap((cell, village) =>
      Array.from({ length: pumpsPerVillage }, (_, index) => {
        const number = village * pumpsPerVillage + index + 1;
        const [name, latitude, longitude] = VILLAGES[village] ?? VILLAGES[0];
        return {
          ssid: topicId(number),
          name: `Pump ${String(number).padStart(2, "0")} ${name}`,
          zoneKey: `${KEY}/f/z${village + 1}`,
          geo: [latitude + (index % 2) * FIELD_DEGREE, longitude + index * FIELD_DEGREE] as [number, number],
          position: cell.at(((index * 2) % ROWS) / ROWS + 0.1, (index + 0.5) / ROWS),
        };
      }),
    ),
  };
}
