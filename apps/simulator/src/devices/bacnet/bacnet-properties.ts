import {
  ApplicationTag,
  ASN1_ARRAY_ALL,
  type BACNetAppData,
  DeviceStatus,
  ErrorClass,
  ErrorCode,
  EventState,
  ObjectType,
  PropertyIdentifier,
  Reliability,
  Segmentation,
  StatusFlags,
  StatusFlagsBitString,
} from "@bacnet-js/client";

import { type BacnetObject, isBinary } from "./bacnet-objects.ts";

/** A refusal in BACnet's format. */
export interface PropertyError {
  errorClass: ErrorClass;
  errorCode: ErrorCode;
}

/** What an object reports about its value. */
export interface ObjectStatus {
  flags: readonly StatusFlags[];
  reliability: Reliability;
}

export const NORMAL: ObjectStatus = { flags: [], reliability: Reliability.NO_FAULT_DETECTED };

/** The data of one object that a property read needs. */
export interface ObjectView {
  object: BacnetObject;
  presentValue: number;
  /** Undefined for an object without a priority array. */
  slots: readonly (number | null)[] | undefined;
  relinquishDefault: number;
  status: ObjectStatus;
}

export interface DeviceView {
  instance: number;
  name: string;
  model: string;
  objects: readonly BacnetObject[];
}

const P = PropertyIdentifier;
const T = ApplicationTag;
/** Source: any number that no vendor has. */
export const VENDOR_ID = 999;
/** Longest APDU on BACnet/IP. Source: ASHRAE 135 §20.1.2.5. */
const APDU_BYTES = 1_476;

export function propertyError(errorClass: ErrorClass, errorCode: ErrorCode): PropertyError {
  return { errorClass, errorCode };
}

const unknownProperty = propertyError(ErrorClass.PROPERTY, ErrorCode.UNKNOWN_PROPERTY);
const badIndex = propertyError(ErrorClass.PROPERTY, ErrorCode.INVALID_ARRAY_INDEX);

function text(value: string): BACNetAppData[] {
  return [{ type: T.CHARACTER_STRING, value }];
}

function unsigned(value: number): BACNetAppData[] {
  return [{ type: T.UNSIGNED_INTEGER, value }];
}

function enumerated(value: number): BACNetAppData[] {
  return [{ type: T.ENUMERATED, value }];
}

function identifier(type: ObjectType, instance: number): BACNetAppData[] {
  return [{ type: T.OBJECTIDENTIFIER, value: { type, instance } }];
}

function slotData(object: BacnetObject, slot: number | null): BACNetAppData {
  return slot === null ? { type: T.NULL, value: null } : presentValueData(object, slot);
}

export function statusFlags({ flags }: ObjectStatus): BACNetAppData[] {
  return [{ type: T.BIT_STRING, value: new StatusFlagsBitString(...flags) }];
}

/** The value in the object's type: a binary state, or a real number. */
export function presentValueData(object: BacnetObject, value: number): BACNetAppData {
  return isBinary(object) ? { type: T.ENUMERATED, value } : { type: T.REAL, value };
}

/** All of an array, its length at index 0, or one element. Source: ASHRAE 135 §15.5.1. */
function arrayProperty(all: BACNetAppData[], index: number): BACNetAppData[] | PropertyError {
  if (index === ASN1_ARRAY_ALL) return all;
  if (index === 0) return unsigned(all.length);
  const element = all[index - 1];
  return element ? [element] : badIndex;
}

type Answer = BACNetAppData[] | PropertyError;

const deviceProperties: Partial<Record<PropertyIdentifier, (device: DeviceView, index: number) => Answer>> = {
  [P.OBJECT_IDENTIFIER]: (device) => identifier(ObjectType.DEVICE, device.instance),
  [P.OBJECT_NAME]: (device) => text(device.name),
  [P.OBJECT_TYPE]: () => enumerated(ObjectType.DEVICE),
  [P.SYSTEM_STATUS]: () => enumerated(DeviceStatus.OPERATIONAL),
  [P.VENDOR_NAME]: () => text("Verandah"),
  [P.VENDOR_IDENTIFIER]: () => unsigned(VENDOR_ID),
  [P.MODEL_NAME]: (device) => text(device.model),
  [P.FIRMWARE_REVISION]: () => text("1.0"),
  [P.APPLICATION_SOFTWARE_VERSION]: () => text("1.0"),
  [P.SEGMENTATION_SUPPORTED]: () => enumerated(Segmentation.NO_SEGMENTATION),
  [P.MAX_APDU_LENGTH_ACCEPTED]: () => unsigned(APDU_BYTES),
  [P.OBJECT_LIST]: (device, index) =>
    arrayProperty(
      [{ type: ObjectType.DEVICE, instance: device.instance }, ...device.objects].flatMap((object) =>
        identifier(object.type, object.instance),
      ),
      index,
    ),
};

const objectProperties: Partial<Record<PropertyIdentifier, (view: ObjectView, index: number) => Answer>> = {
  [P.OBJECT_IDENTIFIER]: ({ object }) => identifier(object.type, object.instance),
  [P.OBJECT_NAME]: ({ object }) => text(object.paramId),
  [P.OBJECT_TYPE]: ({ object }) => enumerated(object.type),
  [P.PRESENT_VALUE]: ({ object, presentValue }) => [presentValueData(object, presentValue)],
  [P.STATUS_FLAGS]: ({ status }) => statusFlags(status),
  [P.RELIABILITY]: ({ status }) => enumerated(status.reliability),
  [P.EVENT_STATE]: () => enumerated(EventState.NORMAL),
  [P.OUT_OF_SERVICE]: ({ status }) => [
    { type: T.BOOLEAN, value: status.flags.includes(StatusFlags.OUT_OF_SERVICE) },
  ],
  [P.UNITS]: ({ object }) => (isBinary(object) ? unknownProperty : enumerated(object.units)),
  [P.COV_INCREMENT]: ({ object }) =>
    isBinary(object) ? unknownProperty : [{ type: T.REAL, value: object.covIncrement }],
  [P.RELINQUISH_DEFAULT]: ({ object, slots, relinquishDefault }) =>
    slots ? [presentValueData(object, relinquishDefault)] : unknownProperty,
  [P.PRIORITY_ARRAY]: ({ object, slots }, index) =>
    slots
      ? arrayProperty(
          slots.map((slot) => slotData(object, slot)),
          index,
        )
      : unknownProperty,
};

/** A property of the device object. */
export function readDeviceProperty(device: DeviceView, id: PropertyIdentifier, index: number): Answer {
  return deviceProperties[id]?.(device, index) ?? unknownProperty;
}

/** A property of one of the unit's points. */
export function readObjectProperty(view: ObjectView, id: PropertyIdentifier, index: number): Answer {
  return objectProperties[id]?.(view, index) ?? unknownProperty;
}
