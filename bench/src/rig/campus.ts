import { createHash } from "node:crypto";

import type { Unit } from "@verandah/equipment/units.ts";
import type { PointDescription } from "@verandah/field/points.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import { quantities } from "./instruments.ts";

/** What a publisher must know of an edge. */
export interface BenchEdge {
  readonly ssid: string;
  readonly password: string;
  readonly devices: readonly BenchDevice[];
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
  /** One gateway with as many devices as all the others together; none when it was not asked for. */
  readonly lone: BenchEdge | undefined;
}

const GATEWAYS = 50;
const DEVICES_PER_GATEWAY = 10;
const FLOORS = 5;
const ZONES_PER_FLOOR = 10;
/** Of a device's points; one that is late by three of them is stale, ms. */
const INTERVAL_MS = 10_000;

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

/** 50 gateways with 10 devices of 10 points each, and on demand one that has 500 devices by itself. */
export function makeCampus({ hasLone }: { hasLone: boolean }): Campus {
  const gateways = Array.from({ length: GATEWAYS }, (_, at) => makeEdge(`GW${at + 1}`, DEVICES_PER_GATEWAY));
  const lone = hasLone ? makeEdge("LONE", GATEWAYS * DEVICES_PER_GATEWAY) : undefined;
  return { site: makeSite(lone ? [...gateways, lone] : gateways), gateways, lone };
}

const zoneKey = (floor: number, zone: number) => `bench/f${floor}/z${zone}`;

function makeZones(floor: number) {
  return Array.from({ length: ZONES_PER_FLOOR }, (_, zone) => {
    const key = zoneKey(floor, zone);
    return { key, name: `Zone ${zone + 1}`, areas: [{ key: `${key}/a1`, name: "Area 1" }] };
  });
}

function makeSite(edges: readonly BenchEdge[]): SiteDescription {
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
        floors: Array.from({ length: FLOORS }, (_, floor) => ({
          key: `bench/f${floor}`,
          name: `Floor ${floor + 1}`,
          floorType: "wlms" as const,
          zones: makeZones(floor),
        })),
      },
    ],
    edges: edges.map(({ ssid, password }) => ({
      ssid,
      name: ssid,
      kind: "gateway",
      passwordSha256: sha256(password),
    })),
    devices: edges.flatMap((edge) =>
      edge.devices.map((device, at) => ({
        ssid: device.ssid,
        name: `Sensor ${device.ssid}`,
        type: "ENVIRONMENT",
        subsystem: "environment",
        location: zoneKey(at % FLOORS, Math.floor(at / FLOORS) % ZONES_PER_FLOOR),
        edge: edge.ssid,
        points: [...points],
      })),
    ),
  };
}
