import { EngineeringUnits, ObjectType } from "@bacnet-js/client";
import { vav } from "@verandah/equipment/types/vav.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { analogInput, temperatureSetpoint } from "./object-makers.ts";

const { ANALOG_OUTPUT, ANALOG_VALUE, BINARY_VALUE } = ObjectType;
const { CUBIC_FEET_PER_MINUTE, DEGREES_CELSIUS, NO_UNITS, PERCENT } = EngineeringUnits;

/** The object list of every VAV box of the demo campus. */
export const vavObjects: BacnetObject[] = [
  analogInput(1, "Zone Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(2, "Damper Position", PERCENT, 2),
  analogInput(3, "CFM", CUBIC_FEET_PER_MINUTE, 25),
  { type: ANALOG_VALUE, instance: 2, paramId: "Design CFM", units: CUBIC_FEET_PER_MINUTE, covIncrement: 1 },
  temperatureSetpoint(1, "vav_temperature_sp", vav),
  {
    type: BINARY_VALUE,
    instance: 1,
    paramId: "vav_damper_mode_sp",
    units: NO_UNITS,
    covIncrement: 1,
    command: { min: 0, max: 1 },
  },
  {
    type: ANALOG_OUTPUT,
    instance: 1,
    paramId: "vav_damper_position_sp",
    units: PERCENT,
    covIncrement: 2,
    command: { min: 0, max: 100 },
  },
];
