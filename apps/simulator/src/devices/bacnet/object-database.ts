import {
  ApplicationTag,
  type BACNetAppData,
  type BACNetObjectID,
  ErrorClass,
  ErrorCode,
  ObjectType,
  PropertyIdentifier,
} from "@bacnet-js/client";

import type { Values } from "../../physics/measured.ts";
import type { Commands } from "../../physics/surroundings/influence.ts";
import { type BacnetObject, fromWire, objectKey, toWire } from "./bacnet-objects.ts";
import {
  type DeviceView,
  NORMAL,
  type ObjectStatus,
  type ObjectView,
  type PropertyError,
  propertyError,
  readDeviceProperty,
  readObjectProperty,
} from "./bacnet-properties.ts";
import {
  createPriorityArray,
  MINIMUM_TIME_PRIORITY,
  PRIORITIES,
  type PriorityArray,
} from "./priority-array.ts";

export interface ObjectDatabaseOptions extends DeviceView {
  /** The measured values. A command in force replaces them. */
  measure: () => Values;
  /** Acknowledges every write and changes nothing. */
  ignoresWrites?: () => boolean;
  /** Values that replace the measured and the commanded ones. */
  forced?: () => Values;
  /** What objects report about their values, by `param_id`; an object that is left out is normal. */
  statuses?: () => Readonly<Record<string, ObjectStatus>>;
  /** Initial values of the priority arrays. */
  slots?: Readonly<Record<string, (number | null)[]>>;
  onCommanded?: () => void;
}

/** The wildcard instance, which every device accepts. Source: ASHRAE 135 §15.5.2. */
const ANY_DEVICE = 4_194_303;
const NUMBER_TAGS = new Set<number>([
  ApplicationTag.REAL,
  ApplicationTag.DOUBLE,
  ApplicationTag.UNSIGNED_INTEGER,
  ApplicationTag.SIGNED_INTEGER,
  ApplicationTag.ENUMERATED,
]);
const readOnly = propertyError(ErrorClass.PROPERTY, ErrorCode.WRITE_ACCESS_DENIED);
export const unknownObject = propertyError(ErrorClass.OBJECT, ErrorCode.UNKNOWN_OBJECT);

/** The objects of one unit with their priority arrays. */
export class ObjectDatabase {
  readonly #options: ObjectDatabaseOptions;
  readonly #objects: ReadonlyMap<string, BacnetObject>;
  readonly #arrays: ReadonlyMap<string, PriorityArray>;

  constructor(options: ObjectDatabaseOptions) {
    this.#options = options;
    this.#objects = new Map(
      options.objects.map((object) => [objectKey(object.type, object.instance), object]),
    );
    this.#arrays = new Map(
      options.objects
        .filter((object) => object.command)
        .map(({ paramId }) => [paramId, createPriorityArray(options.slots?.[paramId])]),
    );
  }

  find({ type, instance }: BACNetObjectID): BacnetObject | undefined {
    return this.#objects.get(objectKey(type, instance));
  }

  read(target: BACNetObjectID, id: PropertyIdentifier, index: number): BACNetAppData[] | PropertyError {
    const isOwn = target.instance === this.#options.instance || target.instance === ANY_DEVICE;
    if (target.type === ObjectType.DEVICE && isOwn) return readDeviceProperty(this.#options, id, index);
    const object = this.find(target);
    return object ? readObjectProperty(this.#view(object), id, index) : unknownObject;
  }

  /** Writes a value into a priority array, or releases the slot. Returns the refusal, if there is one. */
  write(
    target: BACNetObjectID,
    id: PropertyIdentifier,
    priority: number,
    data: BACNetAppData | undefined,
  ): PropertyError | undefined {
    const object = this.find(target);
    if (!object) return unknownObject;
    const array = this.#arrays.get(object.paramId);
    const isPresentValue = id === PropertyIdentifier.PRESENT_VALUE;
    if (!array || !object.command || !isPresentValue || priority === MINIMUM_TIME_PRIORITY) return readOnly;
    const isNull = data?.type === ApplicationTag.NULL;
    if (!isNull && !(data && NUMBER_TAGS.has(data.type)))
      return propertyError(ErrorClass.PROPERTY, ErrorCode.INVALID_DATA_TYPE);
    const value = isNull ? null : Number(data?.value);
    if (value !== null && !(value >= object.command.min && value <= object.command.max))
      return propertyError(ErrorClass.PROPERTY, ErrorCode.VALUE_OUT_OF_RANGE);
    if (this.#options.ignoresWrites?.()) return undefined;
    array.set(priority, value);
    this.#options.onCommanded?.();
    return undefined;
  }

  /** As on the wire. */
  presentValue(object: BacnetObject, measured?: Values): number {
    return this.#view(object, measured).presentValue;
  }

  status({ paramId }: BacnetObject): ObjectStatus {
    return this.#options.statuses?.()[paramId] ?? NORMAL;
  }

  /** In the product's units. */
  presentValues(): Values {
    const measured = this.#options.measure();
    return Object.fromEntries(
      this.#options.objects.map((object) => [
        object.paramId,
        fromWire(object, this.presentValue(object, measured)),
      ]),
    );
  }

  /** The commanded values, in the product's units. */
  commands(): Commands {
    return Object.fromEntries(
      this.#options.objects.flatMap((object) => {
        const raw = this.#arrays.get(object.paramId)?.inForce();
        return raw === undefined ? [] : [[object.paramId, fromWire(object, raw)]];
      }),
    );
  }

  /** By `param_id`, as on the wire. */
  slots(): Record<string, (number | null)[]> {
    return Object.fromEntries([...this.#arrays].map(([paramId, array]) => [paramId, [...array.slots]]));
  }

  releaseAll(): void {
    for (const array of this.#arrays.values())
      for (let priority = 1; priority <= PRIORITIES; priority++) array.set(priority, null);
    this.#options.onCommanded?.();
  }

  #view(object: BacnetObject, measured = this.#options.measure()): ObjectView {
    const relinquishDefault = toWire(object, measured[object.paramId] ?? 0);
    const array = this.#arrays.get(object.paramId);
    const forced = this.#options.forced?.()[object.paramId];
    const presentValue =
      forced === undefined ? (array?.inForce() ?? relinquishDefault) : toWire(object, forced);
    return {
      object,
      presentValue,
      slots: array?.slots,
      relinquishDefault,
      status: this.status(object),
    };
  }
}
