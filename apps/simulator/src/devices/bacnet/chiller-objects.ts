import { EngineeringUnits } from "@bacnet-js/client";
import { chiller } from "@verandah/equipment/types/chiller.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { analogInput, contact, onOffCommand, temperatureSetpoint } from "./object-makers.ts";

const { DEGREES_CELSIUS, KILOWATTS, PERCENT } = EngineeringUnits;

/** The object list of the chiller of the demo campus. */
export const chillerObjects: BacnetObject[] = [
  analogInput(1, "Chilled Water Supply Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(2, "Chilled Water Return Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(3, "Chiller Power", KILOWATTS, 2),
  analogInput(4, "Chiller Load", PERCENT, 2),
  contact(1, "Chiller Status"),
  contact(2, "Pump Status"),
  temperatureSetpoint(1, "ch_water_temperature_sp", chiller),
  onOffCommand(1, "ch_on_off_sp"),
];
