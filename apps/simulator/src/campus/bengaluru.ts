import { pumpFields } from "./bengaluru-pumps.ts";
import { daliGroups, lightControllers, meters, vavs } from "./floor-equipment.ts";
import { cellsAlongCorridor, coreSpot, type PlanCell } from "./floor-plan.ts";
import {
  bareFloor,
  type BayModel,
  type CampusModel,
  type ChargerModel,
  type FloorModel,
  type ZoneModel,
} from "./shapes.ts";

/** Dimensions of the campus: the demo's, or those of a small one with every kind of device. */
interface CampusSize {
  officeFloors: readonly string[];
  zoneRows: number;
  sensorsPerZone: number;
  vavsPerZone: number;
  /** DALI groups light the first zones of a floor, controllers with channels the others. */
  daliZones: number;
  /** Zones from this index on have a meeting room. */
  roomZones: number;
  decks: readonly number[];
  baysPerDeck: number;
  chargersPerDeck: number;
  /** Floors that each UPS supplies, by their key in the building. */
  upsFloors: readonly (readonly string[])[];
  villages: number;
  pumpsPerVillage: number;
}

const demoSize: CampusSize = {
  officeFloors: ["Ground", "First", "Second", "Third", "Fourth", "Fifth", "Sixth"],
  zoneRows: 3,
  sensorsPerZone: 2,
  vavsPerZone: 2,
  daliZones: 4,
  roomZones: 4,
  decks: [1, 2],
  baysPerDeck: 24,
  chargersPerDeck: 3,
  upsFloors: [
    ["f0", "f1"],
    ["f2", "f3"],
    ["f4", "f5"],
    ["f6", "p1", "p2"],
  ],
  villages: 4,
  pumpsPerVillage: 5,
};

const smallSize: CampusSize = {
  officeFloors: ["Ground", "First", "Second"],
  zoneRows: 1,
  sensorsPerZone: 1,
  vavsPerZone: 1,
  daliZones: 1,
  roomZones: 1,
  decks: [1],
  baysPerDeck: 4,
  chargersPerDeck: 1,
  upsFloors: [
    ["f0", "f1"],
    ["f2", "p1"],
  ],
  villages: 2,
  pumpsPerVillage: 2,
};

const AREAS_PER_ZONE = 4;
const AHUS_PER_FLOOR = 2;
const FIRST_AHU_INSTANCE = 1_001;
const FIRST_VAV_INSTANCE = 2_001;
const CHILLER_INSTANCE = 3_001;
/** Distance of a charger from its bay, plan units. */
const CHARGER_DISTANCE = 34;
/** Columns of bays on each side of the drive. */
const BAY_COLUMNS = 3;
const GATEWAY = "GW-BLR-A";
const SEATS_PER_ZONE = 8;
/** Zones with more people than their air supply: the training rooms, where carbon dioxide is high on a full day. */
const CROWDED = new Set(["blr/a/f3/z5", "blr/a/f5/z2"]);

/** Seats of a zone in two rows; the last zones have a meeting room as well. */
function spacesOf(
  key: string,
  floorNumber: number,
  index: number,
  cell: PlanCell,
  { roomZones }: CampusSize,
): NonNullable<ZoneModel["spaces"]> {
  const seats = Array.from({ length: SEATS_PER_ZONE }, (_, at) => ({
    key: `${key}/s${at + 1}`,
    name: `Seat F${floorNumber}.${index + 1}.${at + 1}`,
    kind: "seat" as const,
    seats: 1,
    position: cell.at(0.2 + (0.6 * (at % 4)) / 3, at < 4 ? 0.45 : 0.85),
  }));
  const room = {
    key: `${key}/r1`,
    name: `Room F${floorNumber}.${index + 1}`,
    kind: "room" as const,
    seats: index === roomZones ? 12 : 6,
    facilities: index === roomZones ? ["Screen", "Video conference", "Whiteboard"] : ["Screen"],
    position: cell.at(0.5, 0.15),
  };
  return index >= roomZones ? [...seats, room] : seats;
}

function officeZone(floorKey: string, floorNumber: number, index: number, size: CampusSize): ZoneModel {
  const cell = cellsAlongCorridor(size.zoneRows)[index];
  if (!cell) throw new RangeError(`No room ${index} on the plan`);
  const key = `${floorKey}/z${index + 1}`;
  const isCorner = index < 2 || index >= 2 * (size.zoneRows - 1);
  return {
    key,
    name: `Zone ${index + 1}`,
    outline: cell.outline,
    areas: Array.from({ length: AREAS_PER_ZONE }, (_, i) => ({
      key: `${key}/a${i + 1}`,
      name: `Area ${i + 1}`,
    })),
    spaces: spacesOf(key, floorNumber, index, cell, size),
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
    ].slice(0, size.sensorsPerZone),
  };
}

/** Ground to Sixth: the first air handling unit supplies the west zones, the second the east zones. */
function officeFloor(name: string, floorNumber: number, size: CampusSize): FloorModel {
  const key = `blr/a/f${floorNumber}`;
  const zones = Array.from({ length: 2 * size.zoneRows }, (_, index) =>
    officeZone(key, floorNumber, index, size),
  );
  const ahus = Array.from({ length: AHUS_PER_FLOOR }, (_, index) => ({
    ssid: `AHU-BLR-A-F${floorNumber}-${index + 1}`,
    name: `AHU F${floorNumber}.${index + 1}`,
    floorKey: key,
    position: coreSpot(index, AHUS_PER_FLOOR),
    zoneKeys: zones.filter((_zone, place) => place % AHUS_PER_FLOOR === index).map((zone) => zone.key),
    instance: FIRST_AHU_INSTANCE + floorNumber * AHUS_PER_FLOOR + index,
    gateway: GATEWAY,
  }));
  const { vavsPerZone, daliZones } = size;
  const cells = cellsAlongCorridor(size.zoneRows);
  const floor = { key, floorNumber, zones, cells, vavsPerZone, daliZones, gateway: GATEWAY };
  return {
    ...bareFloor,
    key,
    name,
    floorType: "wlms",
    zones,
    ahus,
    vavs: vavs(floor, ahus, FIRST_VAV_INSTANCE),
    dalis: daliGroups(floor),
    wacs: lightControllers(floor),
    meters: meters(floor),
  };
}

function baysOf(deck: number, cells: readonly PlanCell[], { baysPerDeck }: CampusSize): BayModel[] {
  const perZone = baysPerDeck / cells.length;
  return cells.flatMap((cell, side) =>
    Array.from({ length: perZone }, (_, index) => {
      const number = String(side * perZone + index + 1).padStart(2, "0");
      const rows = Math.ceil(perZone / BAY_COLUMNS);
      return {
        ssid: `BAY-P${deck}-${number}`,
        name: `Bay P${deck}.${number}`,
        edge: `PARK-GW-P${deck}`,
        zoneKey: `blr/a/p${deck}/z${side + 1}`,
        position: cell.at(
          ((index % BAY_COLUMNS) + 0.5) / BAY_COLUMNS,
          (Math.floor(index / BAY_COLUMNS) + 0.5) / rows,
        ),
      };
    }),
  );
}

/** The last bays of a deck have chargers in front of them. */
function chargersOf(bays: readonly BayModel[], { chargersPerDeck }: CampusSize): ChargerModel[] {
  return bays.slice(-chargersPerDeck).map(({ ssid, name, position: [x, y], ...bay }, index) => ({
    ...bay,
    ssid: ssid.replace(/^BAY(-.*)-\d+$/, `EV$1-${index + 1}`),
    name: name.replace(/^Bay (.*)\..*$/, `Charger $1.${index + 1}`),
    position: [x, y - CHARGER_DISTANCE],
    bay: ssid,
  }));
}

function parkingDeck(number: number, size: CampusSize): FloorModel {
  const key = `blr/a/p${number}`;
  const cells = cellsAlongCorridor(1);
  const bays = baysOf(number, cells, size);
  return {
    ...bareFloor,
    key,
    name: `Parking ${number}`,
    floorType: "parking",
    zones: cells.map((cell, index) => ({
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
    bays,
    chargers: chargersOf(bays, size),
  };
}

const UPS_WATT = 27_000;

/** Source: product.md "The demo campus". */
export const bengaluru = (): CampusModel => campusOf(demoSize);

/** Three floors and a deck of the demo's tower, some fifty devices that report ten times as often. */
export const smallBengaluru = (): CampusModel => ({ ...campusOf(smallSize), pace: 10 });

function campusOf(size: CampusSize): CampusModel {
  const buildingKey = "blr/a";
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
        key: buildingKey,
        name: "Tower A",
        floors: [
          ...size.officeFloors.map((name, number) => officeFloor(name, number, size)),
          ...size.decks.map((number) => parkingDeck(number, size)),
        ],
        chillers: [
          {
            ssid: "CH-BLR-A-1",
            name: "Chiller 1",
            buildingKey,
            instance: CHILLER_INSTANCE,
            gateway: GATEWAY,
          },
        ],
        upses: size.upsFloors.map((floors, index) => ({
          ssid: `UPS-BLR-A-${index + 1}`,
          name: `UPS${index + 1}`,
          buildingKey,
          floorKeys: floors.map((floor) => `${buildingKey}/${floor}`),
          ratedWatt: UPS_WATT,
          snmpVersion: index < size.upsFloors.length / 2 ? ("2c" as const) : ("3" as const),
          gateway: GATEWAY,
        })),
        pumps: [],
      },
      pumpFields(size),
    ],
    weatherStations: [{ ssid: "WX-BLR-A", name: "Weather station Tower A", buildingKey }],
    energy: {
      contractKilowatt: 150,
      carbonKilogramPerKilowattHour: 0.712,
      tariff: [
        { name: "Night", fromHour: 0, rupeesPerKilowattHour: 6.5 },
        { name: "Morning peak", fromHour: 6, rupeesPerKilowattHour: 8.5 },
        { name: "Day", fromHour: 9, rupeesPerKilowattHour: 7.5 },
        { name: "Evening peak", fromHour: 18, rupeesPerKilowattHour: 8.5 },
        { name: "Late evening", fromHour: 22, rupeesPerKilowattHour: 6.5 },
      ],
    },
    gateways: [{ ssid: GATEWAY, name: "Gateway Tower A" }],
    importer: { ssid: "IMPORT-BLR", name: "History import Bengaluru" },
    siteFile: "site-bengaluru.json",
  };
}
