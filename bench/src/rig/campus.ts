import { createHash } from "node:crypto";

import { solarPump } from "@verandah/equipment/types/solar-pump.ts";
import type { Unit } from "@verandah/equipment/units.ts";
import { type PointDescription, pointsOfType } from "@verandah/field/points.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { quantities } from "./instruments.ts";

/** The data of an edge that a publisher needs. */
export interface BenchEdge {
  readonly ssid: string;
  readonly password: string;
  readonly devices: readonly BenchDevice[];
  /** It is a device itself: it also repeats its status, and subscribes to its commands. */
  readonly isDevice?: true;
}

interface BenchDevice {
  readonly ssid: string;
  /** Names of its points. */
  readonly points: readonly string[];
}

/** The generated campus: its site for the server, and its publishers. */
export interface Campus {
  readonly site: SiteDescription;
  readonly gateways: readonly BenchEdge[];
  /** One gateway with as many devices as all others together; undefined unless requested. */
  readonly lone: BenchEdge | undefined;
  /** Solar pumps, each with a connection of its own. */
  readonly pumps: readonly BenchEdge[];
}

/** Parts of a campus besides its 50 gateways. */
export interface CampusSize {
  readonly hasLone?: boolean;
  readonly pumps?: number;
  /** Of the server; by default as docs/sizing.md says. */
  readonly heapMegabyte?: number;
}

const GATEWAYS = 50;
const DEVICES_PER_GATEWAY = 10;
const FLOORS = 5;
const ZONES_PER_FLOOR = 10;
/** Of a device's points; one that is late by three of them is stale, ms. */
const INTERVAL_MS = 10_000;

/** A pump sends its values once a minute, ms. */
const PUMP_INTERVAL_MS = 60_000;
const VILLAGES = 100;
/** The fields of the pumps: a village is a tenth of a degree wide, and its pumps lie within. */
const FIELDS = { latitude: 12.5, longitude: 76.5, villagesInRow: 10, villageDegree: 0.1 };

const units: Record<string, Unit> = {
  TEMPERATURE: "degC",
  HUMIDITY: "percentRh",
  CO2: "ppm",
  LUMINOUSITY: "lux",
  "Return Air Temperature": "degC",
  "Supply Air Temperature": "degC",
  Power: "kilowatt",
  Energy: "kilowattHour",
  Current: "ampere",
  Voltage: "volt",
};

const pointNames = Object.keys(quantities);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function makeEdge(ssid: string, devices: number): BenchEdge {
  return {
    ssid,
    password: `password-of-${ssid}`,
    devices: Array.from({ length: devices }, (_, at) => ({ ssid: `${ssid}-D${at + 1}`, points: pointNames })),
  };
}

/** A topic id: "ASPump" and digits, 30 characters in all. Source: spec 2 §5 device topic id. */
const pumpId = (number: number) => `ASPump${String(number).padStart(24, "0")}`;

const pumpPoints = pointsOfType(solarPump, PUMP_INTERVAL_MS);

function makePump(number: number): BenchEdge {
  const ssid = pumpId(number);
  const points = pumpPoints.map(({ paramId }) => paramId);
  return { ssid, password: `password-of-${ssid}`, devices: [{ ssid, points }], isDevice: true };
}

/** 50 gateways with 10 devices of 10 points each, on demand one that has 500 devices by itself, and pumps. */
export function makeCampus({ hasLone = false, pumps: count = 0 }: CampusSize): Campus {
  const gateways = Array.from({ length: GATEWAYS }, (_, at) => makeEdge(`GW${at + 1}`, DEVICES_PER_GATEWAY));
  const lone = hasLone ? makeEdge("LONE", GATEWAYS * DEVICES_PER_GATEWAY) : undefined;
  const pumps = Array.from({ length: count }, (_, at) => makePump(at + 1));
  return { site: makeSite(lone ? [...gateways, lone] : gateways, pumps), gateways, lone, pumps };
}

const zoneKey = (floor: number, zone: number) => `bench/f${floor}/z${zone}`;

function makeZones(floor: number) {
  return Array.from({ length: ZONES_PER_FLOOR }, (_, zone) => {
    const key = zoneKey(floor, zone);
    return { key, name: `Zone ${zone + 1}`, areas: [{ key: `${key}/a1`, name: "Area 1" }] };
  });
}

const villageKey = (village: number) => `bench/fields/v${village}`;

function makeFields() {
  const zones = Array.from({ length: VILLAGES }, (_, village) => ({
    key: villageKey(village),
    name: `Village ${village + 1}`,
    areas: [],
  }));
  return { key: "bench/fields", name: "Fields", floorType: "wlms" as const, zones };
}

/** The position of a pump in its village; the square of the golden ratio distributes them evenly. */
function geoOf(at: number): [number, number] {
  const village = at % VILLAGES;
  const spread = (step: number) => ((Math.floor(at / VILLAGES) * step) % 1) * FIELDS.villageDegree;
  const row = Math.floor(village / FIELDS.villagesInRow);
  return [
    FIELDS.latitude + row * FIELDS.villageDegree + spread(0.382),
    FIELDS.longitude + (village % FIELDS.villagesInRow) * FIELDS.villageDegree + spread(0.618),
  ];
}

const pumpDevices = (pumps: readonly BenchEdge[]) =>
  pumps.map(({ ssid }, at) => ({
    ssid,
    name: `Pump ${at + 1}`,
    type: solarPump.type,
    subsystem: solarPump.subsystem,
    location: villageKey(at % VILLAGES),
    edge: ssid,
    geo: geoOf(at),
    points: pumpPoints,
  }));

function makeSite(edges: readonly BenchEdge[], pumps: readonly BenchEdge[]): SiteDescription {
  const points = pointNames.map((paramId): PointDescription => ({
    paramId,
    unit: units[paramId] ?? "none",
    kind: "reading",
    intervalMs: INTERVAL_MS,
  }));
  return {
    campus: {
      key: "bench",
      name: "Bench Campus",
      city: "Bengaluru",
      timeZone: "Asia/Kolkata",
      latitude: 12.97,
      longitude: 77.59,
    },
    buildings: [
      {
        key: "bench/tower",
        name: "Tower",
        floors: [
          ...Array.from({ length: FLOORS }, (_, floor) => ({
            key: `bench/f${floor}`,
            name: `Floor ${floor + 1}`,
            floorType: "wlms" as const,
            zones: makeZones(floor),
          })),
          ...(pumps.length > 0 ? [makeFields()] : []),
        ],
      },
    ],
    edges: [...edges, ...pumps].map(({ ssid, password, isDevice }) => ({
      ssid,
      name: ssid,
      kind: isDevice ? "device" : "gateway",
      passwordSha256: sha256(password),
    })),
    devices: [
      ...edges.flatMap((edge) =>
        edge.devices.map((device, at) => ({
          ssid: device.ssid,
          name: `Sensor ${device.ssid}`,
          type: "ENVIRONMENT",
          subsystem: "environment" as const,
          location: zoneKey(at % FLOORS, Math.floor(at / FLOORS) % ZONES_PER_FLOOR),
          edge: edge.ssid,
          points: [...points],
        })),
      ),
      ...pumpDevices(pumps),
    ],
  };
}
