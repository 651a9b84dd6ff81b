import { EngineeringUnits, ObjectType } from "@bacnet-js/client";
import { boundsOf } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";

import { type BacnetObject, ON_VALUE } from "./bacnet-objects.ts";

const { ANALOG_INPUT, ANALOG_OUTPUT, ANALOG_VALUE, BINARY_INPUT, BINARY_OUTPUT } = ObjectType;
const { DEGREES_CELSIUS, NO_UNITS, PERCENT } = EngineeringUnits;

/** A measurement; subscribers are notified of changes of at least `covIncrement`. */
export function analogInput(
  instance: number,
  paramId: string,
  units: EngineeringUnits,
  covIncrement: number,
): BacnetObject {
  return { type: ANALOG_INPUT, instance, paramId, units, covIncrement };
}

/** A contact: 0 or 1. */
export function contact(instance: number, paramId: string): BacnetObject {
  return { type: BINARY_INPUT, instance, paramId, units: NO_UNITS, covIncrement: 1 };
}

/** A writable temperature, °C, in the range of the catalogue. */
export function temperatureSetpoint(instance: number, paramId: string, type: BuiltInType): BacnetObject {
  const point = type.points[paramId];
  if (!point || point.kind === "reading") throw new Error(`${type.type} has no setpoint ${paramId}`);
  const [min, max] = boundsOf(point.write);
  const command = { min, max };
  return { type: ANALOG_VALUE, instance, paramId, units: DEGREES_CELSIUS, covIncrement: 0.1, command };
}

/** Command of a valve, 0 to 100 percent. */
export function valveCommand(instance: number, paramId: string): BacnetObject {
  const command = { min: 0, max: 100 };
  return { type: ANALOG_OUTPUT, instance, paramId, units: PERCENT, covIncrement: 2, command };
}

/** The switch of a unit: 0 and ON_VALUE. */
export function onOffCommand(instance: number, paramId: string): BacnetObject {
  const command = { min: 0, max: 1 };
  return {
    type: BINARY_OUTPUT,
    instance,
    paramId,
    units: NO_UNITS,
    covIncrement: 1,
    command,
    factor: ON_VALUE,
  };
}
