import {
  AIR_FLOW,
  DAMPER_COMMAND,
  DAMPER_MODE,
  DAMPER_POSITION,
  DESIGN_AIR_FLOW,
  vav as vavType,
  ZONE_SETPOINT,
  ZONE_TEMPERATURE,
} from "@verandah/equipment/types/vav.ts";

import { equipmentOf } from "../campus/points.ts";
import { floorsOf, upsOfFloor, type VavModel } from "../campus/shapes.ts";
import type { BacnetObject } from "../devices/bacnet/bacnet-objects.ts";
import { objectsFor } from "../devices/bacnet/object-makers.ts";
import type { ValuesOf } from "../physics/measured.ts";
import { startOfAhu, supplyOf } from "../physics/models/ahu.ts";
import { flowFactor, startOfVav } from "../physics/models/vav.ts";
import { startOfZone } from "../physics/models/zone.ts";
import { chance, roundTo, scatter, seedOf } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

/** Air of 1 kg/s, as cubic feet a minute. */
const CFM_PER_KG_SECOND = 2_118.88 / 1.2;
const VAVS_PER_ZONE = 2;
const DESIGN_CFM = 1_250;

const { analogInput, analogOutput, analogValue, binaryValue } = objectsFor(vavType);

/** The object list of every VAV box of the demo campus. */
const vavObjects: BacnetObject[] = [
  analogInput(1, ZONE_TEMPERATURE, 0.2),
  analogInput(2, DAMPER_POSITION, 2),
  analogInput(3, AIR_FLOW, 25),
  analogValue(2, DESIGN_AIR_FLOW),
  analogValue(1, ZONE_SETPOINT, 0.1),
  binaryValue(1, DAMPER_MODE),
  analogOutput(1, DAMPER_COMMAND, 2),
];

function measureVav({ world }: Moment, vav: VavModel): ValuesOf<typeof vavType> {
  const state = world.vavs.get(vav.ssid) ?? startOfVav;
  const zone = world.zones.get(vav.zoneKey) ?? startOfZone;
  const air = supplyOf(world.ahus.get(vav.ahu) ?? startOfAhu, flowFactor(state));
  const seed = seedOf(vav.ssid);
  const offset = 0.3 * (2 * chance(seed, 1) - 1);
  const cfm = (air.flowKgPerSecond * CFM_PER_KG_SECOND) / VAVS_PER_ZONE;
  return {
    [ZONE_TEMPERATURE]: roundTo(zone.temperatureCelsius + offset + 0.03 * scatter(seed, world.atMs), 2),
    [DAMPER_POSITION]: roundTo(state.damperPercent, 1),
    [AIR_FLOW]: Math.round(cfm * (1 + 0.01 * scatter(seed + 1, world.atMs))),
    [DESIGN_AIR_FLOW]: DESIGN_CFM,
    [ZONE_SETPOINT]: state.setpointCelsius,
    [DAMPER_MODE]: state.isManual ? 1 : 0,
    [DAMPER_COMMAND]: roundTo(state.demandPercent, 1),
  };
}

export const vavKind: DeviceKind = {
  ...equipmentOf(vavType),
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      floor.vavs.map((vav) => ({
        ssid: vav.ssid,
        name: vav.name,
        location: vav.zoneKey,
        edge: vav.gateway,
        position: vav.position,
        fedBy: vav.ahu,
        poweredBy: upsOfFloor(campus, floor.key),
        wire: {
          protocol: "bacnet" as const,
          instance: vav.instance,
          model: "VAV controller",
          profile: "bacnet-vav",
          objects: vavObjects,
        },
        measure: (moment: Moment) => measureVav(moment, vav),
      })),
    ),
};
