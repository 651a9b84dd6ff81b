import { EngineeringUnits, ObjectType } from "@bacnet-js/client";

import { type BacnetObject, ON_VALUE } from "./bacnet-objects.ts";

const { ANALOG_INPUT, ANALOG_OUTPUT, ANALOG_VALUE, BINARY_INPUT, BINARY_OUTPUT } = ObjectType;
const { DEGREES_CELSIUS, NO_UNITS, PARTS_PER_MILLION, PASCALS, PERCENT, VOLTS } = EngineeringUnits;

/** The object list of every air handling unit of the demo campus. */
export const ahuObjects: BacnetObject[] = [
  {
    type: ANALOG_INPUT,
    instance: 1,
    paramId: "Return Air Temperature",
    units: DEGREES_CELSIUS,
    covIncrement: 0.2,
  },
  {
    type: ANALOG_INPUT,
    instance: 2,
    paramId: "Supply Air Temperature",
    units: DEGREES_CELSIUS,
    covIncrement: 0.2,
  },
  { type: ANALOG_INPUT, instance: 3, paramId: "CO2", units: PARTS_PER_MILLION, covIncrement: 25 },
  { type: ANALOG_INPUT, instance: 4, paramId: "Filter Pressure", units: PASCALS, covIncrement: 10 },
  {
    type: ANALOG_INPUT,
    instance: 5,
    paramId: "Chilled Water Valve Feedback",
    units: PERCENT,
    covIncrement: 2,
  },
  { type: ANALOG_INPUT, instance: 6, paramId: "VFD Speed", units: PERCENT, covIncrement: 2 },
  { type: ANALOG_INPUT, instance: 7, paramId: "VFD Bypass Status", units: VOLTS, covIncrement: 1 },
  { type: ANALOG_INPUT, instance: 8, paramId: "Fresh Air Damper", units: PERCENT, covIncrement: 5 },
  { type: ANALOG_INPUT, instance: 9, paramId: "Return Air Damper", units: PERCENT, covIncrement: 5 },
  { type: BINARY_INPUT, instance: 1, paramId: "Supply Fan Status", units: NO_UNITS, covIncrement: 1 },
  { type: BINARY_INPUT, instance: 2, paramId: "Filter Status", units: NO_UNITS, covIncrement: 1 },
  { type: BINARY_INPUT, instance: 3, paramId: "Fire Alarm", units: NO_UNITS, covIncrement: 1 },
  {
    type: ANALOG_VALUE,
    instance: 1,
    paramId: "ahu_in_air_temperature_sp",
    units: DEGREES_CELSIUS,
    covIncrement: 0.1,
    command: { min: 15, max: 35 },
  },
  {
    type: ANALOG_VALUE,
    instance: 2,
    paramId: "ahu_suply_air_temperature_sp",
    units: DEGREES_CELSIUS,
    covIncrement: 0.1,
    command: { min: 15, max: 35 },
  },
  {
    type: ANALOG_OUTPUT,
    instance: 1,
    paramId: "ahu_chilled_valve_sp",
    units: PERCENT,
    covIncrement: 2,
    command: { min: 0, max: 100 },
  },
  {
    type: BINARY_OUTPUT,
    instance: 1,
    paramId: "ahu_on_off_sp",
    units: NO_UNITS,
    covIncrement: 1,
    command: { min: 0, max: 1 },
    factor: ON_VALUE,
  },
];
