import { chiller, CHILLER_POWER, chillerSwitch } from "@verandah/equipment/types/chiller.ts";

import { equipmentOf } from "../campus/points.ts";
import type { BacnetObject } from "../devices/bacnet/bacnet-objects.ts";
import { objectsFor } from "../devices/bacnet/object-makers.ts";
import type { ValuesOf } from "../physics/measured.ts";
import { CHILLER_SETPOINT_CELSIUS, startOfChiller } from "../physics/models/chiller.ts";
import type { Commands } from "../physics/surroundings/influence.ts";
import { roundTo, scatter, seedOf } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

const { analogInput, analogValue, contact, onOffCommand } = objectsFor(chiller);

/** The object list of the chiller of the demo campus. */
const chillerObjects: BacnetObject[] = [
  analogInput(1, "Chilled Water Supply Temperature", 0.2),
  analogInput(2, "Chilled Water Return Temperature", 0.2),
  analogInput(3, CHILLER_POWER, 2),
  analogInput(4, "Chiller Load", 2),
  contact(1, "Chiller Status"),
  contact(2, "Pump Status"),
  analogValue(1, "ch_water_temperature_sp", 0.1),
  onOffCommand(1, chillerSwitch.point),
];

function measureChiller(
  { world }: Moment,
  ssid: string,
  commands: Commands | undefined,
): ValuesOf<typeof chiller> {
  const state = world.chillers.get(ssid) ?? startOfChiller;
  const noise = (n: number) => scatter(seedOf(ssid) + n, world.atMs);
  const isRunning = state.isRunning ? 1 : 0;
  return {
    "Chilled Water Supply Temperature": roundTo(state.supplyCelsius + 0.04 * noise(1), 2),
    "Chilled Water Return Temperature": roundTo(state.returnCelsius + 0.04 * noise(2), 2),
    [CHILLER_POWER]: roundTo(state.powerKilowatt * (1 + 0.01 * noise(3)), 1),
    "Chiller Load": roundTo(100 * state.loadShare, 1),
    "Chiller Status": isRunning,
    "Pump Status": isRunning,
    ch_water_temperature_sp: commands?.ch_water_temperature_sp ?? CHILLER_SETPOINT_CELSIUS,
    [chillerSwitch.point]: commands?.ch_on_off_sp ?? (state.isRunning ? chillerSwitch.on : chillerSwitch.off),
  };
}

export const chillerKind: DeviceKind = {
  ...equipmentOf(chiller),
  devicesOf: (campus) =>
    campus.buildings.flatMap((building) =>
      building.chillers.map(({ ssid, name, buildingKey, instance, gateway }) => ({
        ssid,
        name,
        location: buildingKey,
        edge: gateway,
        wire: {
          protocol: "bacnet" as const,
          instance,
          model: "Chiller controller",
          profile: "bacnet-chiller",
          objects: chillerObjects,
        },
        measure: (moment: Moment, commands: Commands | undefined) => measureChiller(moment, ssid, commands),
      })),
    ),
};
