import { cellsAlongCorridor, coreSpot } from "./floor-plan.ts";
import type { CampusModel, FloorModel, ZoneModel } from "./shapes.ts";

const OFFICE_FLOORS = ["Ground", "First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
const ZONE_ROWS = 3;
const AREAS_PER_ZONE = 4;
const AHUS_PER_FLOOR = 2;
const FIRST_INSTANCE = 1_001;
const GATEWAY = "GW-BLR-A";
/** Zones with more people than air: the training rooms, where carbon dioxide runs high on a full day. */
const CROWDED = new Set(["blr/a/f3/z5", "blr/a/f5/z2"]);

function officeZone(floorKey: string, floorNumber: number, index: number): ZoneModel {
  const cell = cellsAlongCorridor(ZONE_ROWS)[index];
  if (!cell) throw new RangeError(`No room ${index} on the plan`);
  const key = `${floorKey}/z${index + 1}`;
  const isCorner = index < 2 || index >= 2 * (ZONE_ROWS - 1);
  return {
    key,
    name: `Zone ${index + 1}`,
    outline: cell.outline,
    areas: Array.from({ length: AREAS_PER_ZONE }, (_, i) => ({
      key: `${key}/a${i + 1}`,
      name: `Area ${i + 1}`,
    })),
    areaSquareMetre: 150,
    seats: CROWDED.has(key) ? 34 : 16 + ((floorNumber * 3 + index * 5) % 6),
    facingDegree: cell.facingDegree,
    sunSquareMetre: isCorner ? 1 : 0.8,
    sensors: [
      {
        ssid: `ENV-BLR-A-F${floorNumber}-Z${index + 1}-1`,
        name: `Sensor F${floorNumber} Z${index + 1}.1`,
        position: cell.at(0.28, 0.3),
      },
      {
        ssid: `ENV-BLR-A-F${floorNumber}-Z${index + 1}-2`,
        name: `Sensor F${floorNumber} Z${index + 1}.2`,
        position: cell.at(0.72, 0.7),
      },
    ],
  };
}

/** Ground to Sixth: the west zones hang on the first air handling unit, the east zones on the second. */
function officeFloor(name: string, floorNumber: number): FloorModel {
  const key = `blr/a/f${floorNumber}`;
  const zones = Array.from({ length: 2 * ZONE_ROWS }, (_, index) => officeZone(key, floorNumber, index));
  return {
    key,
    name,
    floorType: "wlms",
    zones,
    ahus: Array.from({ length: AHUS_PER_FLOOR }, (_, index) => ({
      ssid: `AHU-BLR-A-F${floorNumber}-${index + 1}`,
      name: `AHU F${floorNumber}.${index + 1}`,
      floorKey: key,
      position: coreSpot(index, AHUS_PER_FLOOR),
      zoneKeys: zones.filter((_zone, place) => place % AHUS_PER_FLOOR === index).map((zone) => zone.key),
      instance: FIRST_INSTANCE + floorNumber * AHUS_PER_FLOOR + index,
      gateway: GATEWAY,
    })),
  };
}

function parkingDeck(number: number): FloorModel {
  const key = `blr/a/p${number}`;
  return {
    key,
    name: `Parking ${number}`,
    floorType: "parking",
    zones: cellsAlongCorridor(1).map((cell, index) => ({
      key: `${key}/z${index + 1}`,
      name: `Zone ${index + 1}`,
      outline: cell.outline,
      areas: [],
      areaSquareMetre: 600,
      seats: 0,
      facingDegree: cell.facingDegree,
      sunSquareMetre: 0,
      sensors: [],
    })),
    ahus: [],
  };
}

/** Source: product.md "The demo campus". */
export function bengaluru(): CampusModel {
  return {
    key: "blr",
    name: "Verandah Bengaluru",
    city: "Bengaluru",
    timeZone: "Asia/Kolkata",
    latitude: 12.97,
    longitude: 77.59,
    climate: {
      lowCelsius: 19.5,
      highCelsius: 30,
      humidityGramPerKg: 10.6,
      pressureHectopascal: 913,
      pm25: 24,
    },
    buildings: [
      {
        key: "blr/a",
        name: "Tower A",
        floors: [...OFFICE_FLOORS.map(officeFloor), parkingDeck(1), parkingDeck(2)],
      },
    ],
    gateways: [{ ssid: GATEWAY, name: "Gateway Tower A" }],
    importer: { ssid: "IMPORT-BLR", name: "History import Bengaluru" },
    siteFile: "site-bengaluru.json",
  };
}
