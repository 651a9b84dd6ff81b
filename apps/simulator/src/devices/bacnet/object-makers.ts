import { ObjectType } from "@bacnet-js/client";
import { boundsOf } from "@verandah/equipment/catalogue.ts";
import type { BuiltInType } from "@verandah/equipment/define.ts";
import { bacnetOf } from "@verandah/equipment/unit-conversions.ts";

import type { BacnetObject } from "./bacnet-objects.ts";

const { ANALOG_INPUT, ANALOG_OUTPUT, ANALOG_VALUE, BINARY_INPUT, BINARY_OUTPUT, BINARY_VALUE } = ObjectType;

/** Makers of objects for the points of a type, with their units and ranges. */
export function objectsFor<P extends string>(type: BuiltInType<string, P>) {
  const maker =
    (objectType: ObjectType) =>
    (instance: number, paramId: P, covIncrement = 1): BacnetObject => {
      const point = type.points[paramId];
      const object = { type: objectType, instance, paramId, units: bacnetOf(point.unit), covIncrement };
      if (point.kind === "reading") return object;
      const [min, max] = boundsOf(point.write);
      return { ...object, command: { min, max } };
    };
  const output = maker(BINARY_OUTPUT);
  return {
    /** A measurement; subscribers get changes of at least `covIncrement`. */
    analogInput: maker(ANALOG_INPUT),
    analogValue: maker(ANALOG_VALUE),
    analogOutput: maker(ANALOG_OUTPUT),
    /** A contact: 0 or 1. */
    contact: maker(BINARY_INPUT),
    binaryValue: maker(BINARY_VALUE),
    /** The switch of a unit: 0 and 1 on the wire. */
    onOffCommand: (instance: number, paramId: P): BacnetObject => ({
      ...output(instance, paramId),
      command: { min: 0, max: 1 },
      ...(type.onOff && { factor: type.onOff.on }),
    }),
  };
}
