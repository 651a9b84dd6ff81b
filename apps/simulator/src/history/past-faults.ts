import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";

import { ahusOf, type CampusModel } from "../campus/shapes.ts";
import { devicesOf, type KnownDevice } from "../kinds/all-kinds.ts";
import {
  type Commands,
  type Influence,
  type PhysicalFault,
  noInfluence,
} from "../physics/surroundings/influence.ts";
import { createLocalClock } from "../physics/surroundings/local-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Equipment is evaluated every quarter of an hour: a fault that lasts a quarter is seen once if it begins shortly before one. */
const GRID_MS = 15 * MINUTE_MS;
const LEAD_MS = 5 * MINUTE_MS;

interface PlannedFault {
  fault: PhysicalFault | "gateway-cut-off";
  target: string;
  /** Days ago; or an hour of the day, where 1 is the last time that it was this hour. */
  began: { hoursBack: number } | { daysBack: number; hour: number };
  minutes: number;
}

/** Faults in the week before the first start; all of them have ended by then. */
const planned: readonly PlannedFault[] = [
  { fault: "mains-failed", target: "blr/a", began: { hoursBack: 16 }, minutes: 15 },
  { fault: "filter-loaded", target: "AHU-BLR-A-F2-1", began: { hoursBack: 3 }, minutes: 100 },
  { fault: "lamp-failed", target: "50ac0f303", began: { hoursBack: 5 }, minutes: 130 },
  { fault: "filter-loaded", target: "AHU-BLR-A-F4-2", began: { hoursBack: 8 }, minutes: 160 },
  { fault: "lamp-failed", target: "50ac0f202", began: { hoursBack: 13 }, minutes: 240 },
  { fault: "gateway-cut-off", target: "GW-BLR-A", began: { daysBack: 2, hour: 14 }, minutes: 10 },
  { fault: "lamp-failed", target: "50ac0f401", began: { daysBack: 2, hour: 18 }, minutes: 600 },
  { fault: "valve-stuck", target: "AHU-BLR-A-F3-1", began: { daysBack: 2, hour: 6 }, minutes: 600 },
  {
    fault: "pump-dry",
    target: "ASPump202600000000000000000007",
    began: { daysBack: 2, hour: 11 },
    minutes: 60,
  },
  { fault: "mains-failed", target: "blr/a", began: { daysBack: 3, hour: 16 }, minutes: 15 },
  { fault: "valve-stuck", target: "AHU-BLR-A-F5-2", began: { daysBack: 4, hour: 6 }, minutes: 540 },
  {
    fault: "overloaded",
    target: "ASPump202600000000000000000012",
    began: { daysBack: 4, hour: 12 },
    minutes: 45,
  },
  { fault: "filter-loaded", target: "AHU-BLR-A-F1-2", began: { daysBack: 5, hour: 9 }, minutes: 420 },
  { fault: "mains-failed", target: "blr/a", began: { daysBack: 6, hour: 11 }, minutes: 15 },
];

interface PlannedOverride {
  ssid: string;
  point: "ahu_in_air_temperature_sp" | typeof ahuSwitch.point;
  value: number;
  before: number;
  reason: string;
  by: "operator" | "admin";
  began: { daysBack: number; hour: number };
  minutes: number;
}

const setpoint = { point: "ahu_in_air_temperature_sp", before: 24 } as const;
const switchedOn = { point: ahuSwitch.point, value: ahuSwitch.on, before: ahuSwitch.off };

/** Overrides of users in the week before the first start, all of them released. No unit with a planned fault has one at that time. */
const plannedOverrides: readonly PlannedOverride[] = [
  {
    ...setpoint,
    ssid: "AHU-BLR-A-F3-2",
    value: 22,
    reason: "Board meeting on the third floor, 25 people",
    by: "operator",
    began: { daysBack: 1, hour: 14 },
    minutes: 180,
  },
  {
    ...switchedOn,
    ssid: "AHU-BLR-A-F5-1",
    reason: "Kaveri Analytics works late on a release",
    by: "operator",
    began: { daysBack: 1, hour: 20 },
    minutes: 150,
  },
  {
    ...setpoint,
    ssid: "AHU-BLR-A-F6-1",
    value: 25.5,
    reason: "Two people report that it is too cold",
    by: "operator",
    began: { daysBack: 3, hour: 10 },
    minutes: 240,
  },
  {
    ...switchedOn,
    ssid: "AHU-BLR-A-F4-1",
    reason: "Fresh air while the carpet is cleaned",
    by: "admin",
    began: { daysBack: 4, hour: 20 },
    minutes: 120,
  },
  {
    ...setpoint,
    ssid: "AHU-BLR-A-F3-1",
    value: 23,
    reason: "Training of Banyan Design, 40 people",
    by: "operator",
    began: { daysBack: 6, hour: 9 },
    minutes: 480,
  },
];

/** An override of the past. */
export interface PastOverride extends Omit<PlannedOverride, "began" | "minutes"> {
  fromMs: number;
  toMs: number;
}

/** The overrides of a campus in the `days` before `anchorMs`, for the equipment of the campus. */
export function pastOverridesOf(campus: CampusModel, anchorMs: number, days: number): PastOverride[] {
  const { hour } = createLocalClock(campus.timeZone)(anchorMs);
  const known = new Set(ahusOf(campus).map(({ ssid }) => ssid));
  return plannedOverrides
    .filter(({ ssid }) => known.has(ssid))
    .map(({ began, minutes, ...one }) => {
      const fromMs = Math.round((anchorMs - backOf(began, hour)) / MINUTE_MS) * MINUTE_MS;
      return { ...one, fromMs, toMs: fromMs + minutes * MINUTE_MS };
    })
    .filter(({ fromMs, toMs }) => fromMs >= anchorMs - days * DAY_MS && toMs <= anchorMs);
}

/** A fault of the past: of the steps that end after `fromMs` and not after `toMs`. */
export interface PastFault extends Pick<PlannedFault, "fault" | "target"> {
  fromMs: number;
  toMs: number;
}

/** The faults of a campus before `anchorMs`, for the equipment of the campus. */
export function pastFaultsOf(campus: CampusModel, anchorMs: number): PastFault[] {
  const localOf = createLocalClock(campus.timeZone);
  const known = new Set([
    ...devicesOf(campus).map(({ ssid }) => ssid),
    ...campus.buildings.map(({ key }) => key),
    ...campus.gateways.map(({ ssid }) => ssid),
  ]);
  return planned
    .filter(({ target }) => known.has(target))
    .map(({ fault, target, began, minutes }) => {
      const back = Math.ceil(backOf(began, localOf(anchorMs).hour) / GRID_MS) * GRID_MS;
      const fromMs = anchorMs - back - LEAD_MS;
      return { fault, target, fromMs, toMs: fromMs + minutes * MINUTE_MS };
    });
}

/** How long before an anchor at `hourNow` something began, ms. */
function backOf(began: PlannedFault["began"], hourNow: number): number {
  if ("hoursBack" in began) return began.hoursBack * HOUR_MS;
  return ((hourNow - began.hour + 24) % 24) * HOUR_MS + (began.daysBack - 1) * DAY_MS;
}

/** The faults and overrides that affect the step that ends at `atMs`. */
export function influenceAt(
  faults: readonly PastFault[],
  atMs: number,
  overrides: readonly PastOverride[] = [],
): Influence {
  const now = faults.filter((one) => one.fromMs < atMs && atMs <= one.toMs);
  const held = overrides.filter((one) => one.fromMs < atMs && atMs <= one.toMs);
  if (now.length === 0 && held.length === 0) return noInfluence;
  const commands = new Map<string, Commands>(
    held.map(({ ssid, point, value }) => [ssid, { [point]: value }]),
  );
  return {
    commandsOf: (device) => commands.get(device),
    isBroken: (fault, target) => now.some((one) => one.fault === fault && one.target === target),
  };
}

/** Devices that show a fault of the past. */
export function alarmSources(campus: CampusModel, faults: readonly PastFault[]): KnownDevice[] {
  const targets = new Set(faults.map(({ target }) => target));
  const zones = new Set(ahusOf(campus).flatMap((ahu) => (targets.has(ahu.ssid) ? ahu.zoneKeys : [])));
  return devicesOf(campus).filter(
    ({ ssid, kind, location }) =>
      targets.has(ssid) ||
      (kind.type === "ENVIRONMENT" && zones.has(location)) ||
      (kind.type === "UPS" && targets.has(location)),
  );
}
