import { OCCUPIED, parking } from "@verandah/equipment/types/parking.ts";

import { equipmentOf, PARKING_INTERVAL_MS } from "../campus/points.ts";
import { type BayModel, floorsOf, upsOfFloor } from "../campus/shapes.ts";
import type { Values } from "../physics/measured.ts";
import { isBayTaken } from "../physics/models/parking.ts";
import { chance, seedOf } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

const DAY_MS = 86_400_000;
/** The battery of a bay's sensor is replaced after this number of days. */
const BATTERY_DAYS = 900;
const SPENT_PERCENT = 70;

function measureBay({ physics, world }: Moment, bay: BayModel): Values {
  const seed = seedOf(bay.ssid);
  const days = world.atMs / DAY_MS + BATTERY_DAYS * chance(seed, 9);
  return {
    [OCCUPIED]: isBayTaken(seed, physics.surroundings(world.atMs).local) ? 1 : 0,
    BATTERY: Math.round(100 - (SPENT_PERCENT * (days % BATTERY_DAYS)) / BATTERY_DAYS),
  };
}

/** Bays behind one gateway per deck. */
export const parkingKind: DeviceKind = {
  ...equipmentOf(parking, PARKING_INTERVAL_MS),
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      floor.bays.map((bay) => ({
        ssid: bay.ssid,
        name: bay.name,
        location: bay.zoneKey,
        edge: bay.edge,
        position: bay.position,
        poweredBy: upsOfFloor(campus, floor.key),
        wire: { protocol: "mqtt" as const, intervalMs: PARKING_INTERVAL_MS, reportsChanges: true },
        measure: (moment: Moment) => measureBay(moment, bay),
      })),
    ),
  edgesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      [...new Set(floor.bays.map((bay) => bay.edge))].map((ssid) => ({
        ssid,
        name: `Parking gateway ${floor.name}`,
        kind: "gateway",
      })),
    ),
};
