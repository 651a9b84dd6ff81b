import {
  ahu,
  ahuSwitch,
  COOLING_COMMAND,
  COOLING_VALVE,
  FILTER_STATUS,
  FIRE_ALARM,
  FRESH_AIR_DAMPER,
  HEATING_VALVE,
  MIXED_AIR,
  RETURN_AIR,
  RETURN_AIR_DAMPER,
  SUPPLY_AIR,
  SUPPLY_FAN,
  VFD_SPEED,
} from "@verandah/equipment/types/ahu.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { objectsFor } from "./object-makers.ts";

const { analogInput, analogOutput, analogValue, contact, onOffCommand } = objectsFor(ahu);

/** The object list of every air handling unit of the demo campus. */
export const ahuObjects: BacnetObject[] = [
  analogInput(1, RETURN_AIR, 0.2),
  analogInput(2, SUPPLY_AIR, 0.2),
  analogInput(3, "CO2", 25),
  analogInput(4, "Filter Pressure", 10),
  analogInput(5, COOLING_VALVE, 2),
  analogInput(6, VFD_SPEED, 2),
  analogInput(7, "VFD Bypass Status", 1),
  analogInput(8, FRESH_AIR_DAMPER, 5),
  analogInput(9, RETURN_AIR_DAMPER, 5),
  analogInput(10, MIXED_AIR, 0.2),
  analogInput(11, HEATING_VALVE, 2),
  contact(1, SUPPLY_FAN),
  contact(2, FILTER_STATUS),
  contact(3, FIRE_ALARM),
  analogValue(1, "ahu_in_air_temperature_sp", 0.1),
  analogValue(2, "ahu_suply_air_temperature_sp", 0.1),
  analogOutput(1, COOLING_COMMAND, 2),
  analogOutput(2, "ahu_heating_valve_sp", 2),
  onOffCommand(1, ahuSwitch.point),
];
