import { EngineeringUnits } from "@bacnet-js/client";
import { ahu } from "@verandah/equipment/types/ahu.ts";

import type { BacnetObject } from "./bacnet-objects.ts";
import { analogInput, contact, onOffCommand, temperatureSetpoint, valveCommand } from "./object-makers.ts";

const { DEGREES_CELSIUS, PARTS_PER_MILLION, PASCALS, PERCENT, VOLTS } = EngineeringUnits;

/** The object list of every air handling unit of the demo campus. */
export const ahuObjects: BacnetObject[] = [
  analogInput(1, "Return Air Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(2, "Supply Air Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(3, "CO2", PARTS_PER_MILLION, 25),
  analogInput(4, "Filter Pressure", PASCALS, 10),
  analogInput(5, "Chilled Water Valve Feedback", PERCENT, 2),
  analogInput(6, "VFD Speed", PERCENT, 2),
  analogInput(7, "VFD Bypass Status", VOLTS, 1),
  analogInput(8, "Fresh Air Damper", PERCENT, 5),
  analogInput(9, "Return Air Damper", PERCENT, 5),
  analogInput(10, "Mixed Air Temperature", DEGREES_CELSIUS, 0.2),
  analogInput(11, "Heating Valve Feedback", PERCENT, 2),
  contact(1, "Supply Fan Status"),
  contact(2, "Filter Status"),
  contact(3, "Fire Alarm"),
  temperatureSetpoint(1, "ahu_in_air_temperature_sp", ahu),
  temperatureSetpoint(2, "ahu_suply_air_temperature_sp", ahu),
  valveCommand(1, "ahu_chilled_valve_sp"),
  valveCommand(2, "ahu_heating_valve_sp"),
  onOffCommand(1, "ahu_on_off_sp"),
];
