import { EngineeringUnits, ObjectType } from "@bacnet-js/client";

import { type BacnetObject, ON_VALUE } from "./bacnet-objects.ts";

const { ANALOG_INPUT, ANALOG_VALUE, BINARY_INPUT, BINARY_OUTPUT } = ObjectType;
const { DEGREES_CELSIUS, KILOWATTS, NO_UNITS, PERCENT } = EngineeringUnits;

/** The object list of the chiller of the demo campus. */
export const chillerObjects: BacnetObject[] = [
  {
    type: ANALOG_INPUT,
    instance: 1,
    paramId: "Chilled Water Supply Temperature",
    units: DEGREES_CELSIUS,
    covIncrement: 0.2,
  },
  {
    type: ANALOG_INPUT,
    instance: 2,
    paramId: "Chilled Water Return Temperature",
    units: DEGREES_CELSIUS,
    covIncrement: 0.2,
  },
  { type: ANALOG_INPUT, instance: 3, paramId: "Chiller Power", units: KILOWATTS, covIncrement: 2 },
  { type: ANALOG_INPUT, instance: 4, paramId: "Chiller Load", units: PERCENT, covIncrement: 2 },
  { type: BINARY_INPUT, instance: 1, paramId: "Chiller Status", units: NO_UNITS, covIncrement: 1 },
  { type: BINARY_INPUT, instance: 2, paramId: "Pump Status", units: NO_UNITS, covIncrement: 1 },
  {
    type: ANALOG_VALUE,
    instance: 1,
    paramId: "ch_water_temperature_sp",
    units: DEGREES_CELSIUS,
    covIncrement: 0.1,
    command: { min: 4, max: 15 },
  },
  {
    type: BINARY_OUTPUT,
    instance: 1,
    paramId: "ch_on_off_sp",
    units: NO_UNITS,
    covIncrement: 1,
    command: { min: 0, max: 1 },
    factor: ON_VALUE,
  },
];
