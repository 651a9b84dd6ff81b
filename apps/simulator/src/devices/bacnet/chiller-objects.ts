import { chiller, CHILLER_POWER, chillerSwitch } from "@verandah/equipment/types/chiller.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { objectsFor } from "./object-makers.ts";

const { analogInput, analogValue, contact, onOffCommand } = objectsFor(chiller);

/** The object list of the chiller of the demo campus. */
export const chillerObjects: BacnetObject[] = [
  analogInput(1, "Chilled Water Supply Temperature", 0.2),
  analogInput(2, "Chilled Water Return Temperature", 0.2),
  analogInput(3, CHILLER_POWER, 2),
  analogInput(4, "Chiller Load", 2),
  contact(1, "Chiller Status"),
  contact(2, "Pump Status"),
  analogValue(1, "ch_water_temperature_sp", 0.1),
  onOffCommand(1, chillerSwitch.point),
];
