import { readFileSync } from "node:fs";

import { equipmentType } from "@verandah/equipment/schema.ts";

import { equipmentOf, PARKING_INTERVAL_MS } from "../campus/points.ts";
import { type ChargerModel, floorsOf, upsOfFloor } from "../campus/shapes.ts";
import type { Values } from "../physics/measured.ts";
import { CHARGER_AMPERE } from "../physics/models/charger.ts";
import { startOfMeter } from "../physics/models/meter.ts";
import type { Commands } from "../physics/surroundings/influence.ts";
import { roundTo } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

/** The catalogue has no chargers: the site file adds this type. */
const evCharger = equipmentType.parse(
  JSON.parse(readFileSync(new URL("../../../../docs/examples/ev-charger.json", import.meta.url), "utf8")),
);

function measureCharger({ world }: Moment, { ssid }: ChargerModel, commands: Commands | undefined): Values {
  const { watt, energyKilowattHour } = world.meters.get(ssid) ?? startOfMeter(ssid, world.atMs);
  return {
    power: roundTo(watt / 1_000, 2),
    energy: roundTo(energyKilowattHour, 1),
    state: watt > 0 ? 1 : 0,
    current_limit: commands?.current_limit ?? CHARGER_AMPERE,
  };
}

/** Chargers of parking decks, behind the deck's gateway. */
export const chargerKind: DeviceKind = {
  ...equipmentOf(evCharger, PARKING_INTERVAL_MS),
  siteType: evCharger,
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      floor.chargers.map((charger) => ({
        ssid: charger.ssid,
        name: charger.name,
        location: charger.zoneKey,
        edge: charger.edge,
        position: charger.position,
        poweredBy: upsOfFloor(campus, floor.key),
        wire: { protocol: "mqtt" as const, intervalMs: PARKING_INTERVAL_MS, reportsChanges: true },
        measure: (moment: Moment, commands: Commands | undefined) =>
          measureCharger(moment, charger, commands),
      })),
    ),
};
