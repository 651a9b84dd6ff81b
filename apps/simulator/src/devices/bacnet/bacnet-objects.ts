import { type EngineeringUnits, ObjectType } from "@bacnet-js/client";

/** One BACnet object of a unit. */
export interface BacnetObject {
  type: ObjectType;
  instance: number;
  paramId: string;
  units: EngineeringUnits;
  /** Smallest change that a COV notification reports, in `units`; any change for a binary object. */
  covIncrement: number;
  /** For objects with a priority array: the range that is taken, as on the wire. */
  command?: { min: number; max: number };
  /** The product's number for the object's 1; 1 unless said. */
  factor?: number;
}

const BINARY = new Set<number>([ObjectType.BINARY_INPUT, ObjectType.BINARY_OUTPUT, ObjectType.BINARY_VALUE]);

export function isBinary(object: BacnetObject): boolean {
  return BINARY.has(object.type);
}

/** What the product's on/off command says for "on". Source: spec 2 §4 AHU on/off switch. */
export const ON_VALUE = 10;

/** The product's number for what the object carries on the wire. */
export function fromWire(object: BacnetObject, raw: number): number {
  return raw * (object.factor ?? 1);
}

/** The number the object carries on the wire for the product's value. */
export function toWire(object: BacnetObject, value: number): number {
  if (isBinary(object)) return value === 0 ? 0 : 1;
  return value / (object.factor ?? 1);
}

export function objectKey(type: number, instance: number): string {
  return `${type}:${instance}`;
}
