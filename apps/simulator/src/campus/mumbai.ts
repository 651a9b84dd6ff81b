import { cellsAlongCorridor } from "./floor-plan.ts";
import { bareFloor, type CampusModel, type FloorModel } from "./shapes.ts";

const FLOORS = ["Ground", "First", "Second"];
const ZONE_ROWS = 2;
const AREAS_PER_ZONE = 2;

function floor(name: string, floorNumber: number): FloorModel {
  const key = `bom/h/f${floorNumber}`;
  return {
    ...bareFloor,
    key,
    name,
    floorType: "wlms",
    zones: cellsAlongCorridor(ZONE_ROWS).map((cell, index) => ({
      key: `${key}/z${index + 1}`,
      name: `Zone ${index + 1}`,
      outline: cell.outline,
      areas: Array.from({ length: AREAS_PER_ZONE }, (_, i) => ({
        key: `${key}/z${index + 1}/a${i + 1}`,
        name: `Area ${i + 1}`,
      })),
      areaSquareMetre: 140,
      seats: 14 + ((floorNumber * 2 + index * 3) % 5),
      facingDegree: cell.facingDegree,
      sunSquareMetre: 0.9,
      sensors: [
        {
          ssid: `ENV-BOM-H-F${floorNumber}-Z${index + 1}`,
          name: `Sensor F${floorNumber} Z${index + 1}`,
          position: cell.at(0.5, 0.5),
        },
      ],
    })),
  };
}

/** Source: product.md "The demo campus": a second campus in Mumbai, smaller. */
export function mumbai(): CampusModel {
  return {
    key: "bom",
    name: "Verandah Mumbai",
    city: "Mumbai",
    timeZone: "Asia/Kolkata",
    latitude: 19.07,
    longitude: 72.87,
    climate: {
      lowCelsius: 24.5,
      highCelsius: 32,
      humidityGramPerKg: 16.5,
      pressureHectopascal: 1_011,
      pm25: 38,
    },
    buildings: [
      { key: "bom/h", name: "Harbour House", floors: FLOORS.map(floor), chillers: [], upses: [], pumps: [] },
    ],
    gateways: [],
    weatherStations: [],
    importer: { ssid: "IMPORT-BOM", name: "History import Mumbai" },
    siteFile: "site-mumbai.json",
  };
}
