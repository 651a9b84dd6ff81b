import {
  ApplicationTag,
  ASN1_ARRAY_ALL,
  type BACNetAppData,
  ErrorClass,
  ErrorCode,
  ObjectType,
  PropertyIdentifier,
  Segmentation,
  StatusFlagsBitString,
} from "@bacnet-js/client";

import { type AhuObject, isBinary } from "./ahu-objects.ts";
import { PRIORITIES } from "./priority-array.ts";

/** A refusal as BACnet says it. */
export interface PropertyError {
  errorClass: ErrorClass;
  errorCode: ErrorCode;
}

/** What a property read sees of one object. */
export interface ObjectView {
  object: AhuObject;
  presentValue: number;
  /** Undefined for an object without a priority array. */
  slots: readonly (number | null)[] | undefined;
  relinquishDefault: number;
}

export interface DeviceView {
  instance: number;
  name: string;
  objects: readonly AhuObject[];
}

const P = PropertyIdentifier;
const T = ApplicationTag;
const VENDOR_ID = 999;

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

export function statusFlags(): BACNetAppData[] {
  return [{ type: T.BIT_STRING, value: new StatusFlagsBitString() }];
}

/** The value as the object's own type: a binary state, or a real number. */
export function presentValueData(object: AhuObject, value: number): BACNetAppData {
  return isBinary(object) ? { type: T.ENUMERATED, value } : { type: T.REAL, value };
}

/** All of an array, its length at index 0, or one element. Source: ASHRAE 135 §15.5.1. */
function arrayProperty(all: BACNetAppData[], index: number): BACNetAppData[] | PropertyError {
  if (index === ASN1_ARRAY_ALL) return all;
  if (index === 0) return unsigned(all.length);
  const element = all[index - 1];
  return element ? [element] : badIndex;
}

/** A property of the device object. */
export function readDeviceProperty(device: DeviceView, id: number, index: number): BACNetAppData[] | PropertyError {
  const self = { type: ObjectType.DEVICE, instance: device.instance };
  switch (id) {
    case P.OBJECT_IDENTIFIER:
      return [{ type: T.OBJECTIDENTIFIER, value: self }];
    case P.OBJECT_NAME:
      return text(device.name);
    case P.OBJECT_TYPE:
      return enumerated(ObjectType.DEVICE);
    case P.SYSTEM_STATUS:
      return enumerated(0);
    case P.VENDOR_NAME:
      return text("Verandah");
    case P.VENDOR_IDENTIFIER:
      return unsigned(VENDOR_ID);
    case P.MODEL_NAME:
      return text("AHU controller");
    case P.FIRMWARE_REVISION:
    case P.APPLICATION_SOFTWARE_VERSION:
      return text("1.0");
    case P.SEGMENTATION_SUPPORTED:
      return enumerated(Segmentation.NO_SEGMENTATION);
    case P.MAX_APDU_LENGTH_ACCEPTED:
      return unsigned(1_476);
    case P.OBJECT_LIST:
      return arrayProperty(
        [self, ...device.objects].map(({ type, instance }) => ({ type: T.OBJECTIDENTIFIER, value: { type, instance } })),
        index,
      );
    default:
      return unknownProperty;
  }
}

/** A property of one of the unit's points. */
export function readObjectProperty(view: ObjectView, id: number, index: number): BACNetAppData[] | PropertyError {
  const { object, slots } = view;
  switch (id) {
    case P.OBJECT_IDENTIFIER:
      return [{ type: T.OBJECTIDENTIFIER, value: { type: object.type, instance: object.instance } }];
    case P.OBJECT_NAME:
      return text(object.paramId);
    case P.OBJECT_TYPE:
      return enumerated(object.type);
    case P.PRESENT_VALUE:
      return [presentValueData(object, view.presentValue)];
    case P.STATUS_FLAGS:
      return statusFlags();
    case P.EVENT_STATE:
      return enumerated(0);
    case P.OUT_OF_SERVICE:
      return [{ type: T.BOOLEAN, value: false }];
    case P.UNITS:
      return isBinary(object) ? unknownProperty : enumerated(object.units);
    case P.COV_INCREMENT:
      return isBinary(object) ? unknownProperty : [{ type: T.REAL, value: object.covIncrement }];
    case P.RELINQUISH_DEFAULT:
      return slots ? [presentValueData(object, view.relinquishDefault)] : unknownProperty;
    case P.PRIORITY_ARRAY:
      if (!slots || slots.length !== PRIORITIES) return unknownProperty;
      return arrayProperty(
        slots.map((slot) => (slot === null ? { type: T.NULL, value: null } : presentValueData(object, slot))),
        index,
      );
    default:
      return unknownProperty;
  }
}
