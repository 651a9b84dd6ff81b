import { type EngineeringUnits, ObjectType } from "@bacnet-js/client";

export interface BacnetObject {
  type: ObjectType;
  instance: number;
  paramId: string;
  units: EngineeringUnits;
  /** Smallest change that a COV notification reports, in `units`; any change for a binary object. */
  covIncrement: number;
  /** For objects with a priority array: the range that the device accepts, as on the wire. */
  command?: { min: number; max: number };
  /** Value in the product for the object's 1; default 1. */
  factor?: number;
}

const BINARY = new Set<number>([ObjectType.BINARY_INPUT, ObjectType.BINARY_OUTPUT, ObjectType.BINARY_VALUE]);

export function isBinary(object: BacnetObject): boolean {
  return BINARY.has(object.type);
}

/** The product's number for what the object carries on the wire. */
export function fromWire(object: BacnetObject, raw: number): number {
  return raw * (object.factor ?? 1);
}

/** Converts the product's value to the value on the wire. */
export function toWire(object: BacnetObject, value: number): number {
  if (isBinary(object)) return value === 0 ? 0 : 1;
  return value / (object.factor ?? 1);
}

export function objectKey(type: number, instance: number): string {
  return `${type}:${instance}`;
}
