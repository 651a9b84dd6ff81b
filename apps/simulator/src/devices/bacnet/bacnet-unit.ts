import bacnet, {
  ApplicationTag,
  type BACNetAddress,
  type BACNetAppData,
  type BACNetObjectID,
  ConfirmedServiceChoice,
  ErrorClass,
  ErrorCode,
  ObjectType,
  PropertyIdentifier,
  Segmentation,
} from "@bacnet-js/client";

import type { Orders } from "../../physics/influence.ts";
import type { Values } from "../../physics/measured.ts";
import { type BacnetObject, fromWire, objectKey, toWire } from "./bacnet-objects.ts";
import {
  type ObjectView,
  type PropertyError,
  propertyError,
  readDeviceProperty,
  readObjectProperty,
  VENDOR_ID,
} from "./bacnet-properties.ts";
import { CovNotifier } from "./cov-notifier.ts";
import { CovSubscriptions } from "./cov-subscriptions.ts";
import {
  createPriorityArray,
  MINIMUM_TIME_PRIORITY,
  PRIORITIES,
  type PriorityArray,
} from "./priority-array.ts";
import { bindUdp, portOf, UdpTransport } from "./udp-transport.ts";

export interface BacnetUnitOptions {
  instance: number;
  name: string;
  /** What it says of its type. */
  model: string;
  objects: readonly BacnetObject[];
  host: string;
  /** Wanted UDP port; another one when it is taken. */
  preferredPort: number;
  /** What the unit measures now; a command in force is put on top by the device. */
  measure: () => Values;
  isSilent?: () => boolean;
  /** Takes every write and does nothing. */
  ignoresWrites?: () => boolean;
  /** Values that the unit shows whatever it measures or is told. */
  forced?: () => Values;
  now?: () => number;
  slots?: Readonly<Record<string, (number | null)[]>>;
  onCommanded?: () => void;
}

export interface BacnetUnit extends AsyncDisposable {
  readonly address: string;
  readonly port: number;
  readonly instance: number;
  /** What the priority arrays say, in the product's numbers. */
  orders(): Orders;
  /** Slots by `param_id`, as on the wire. */
  slots(): Record<string, (number | null)[]>;
  /** In the product's numbers. */
  presentValues(): Values;
  /** Tells COV subscribers what has moved. */
  notify(): void;
  /** Loses its priority arrays and subscriptions, as a controller without flash does. */
  restart(): void;
  readonly malformed: number;
  readonly subscriptions: number;
}

const P = PropertyIdentifier;
/** A subscriber that does not confirm a notice is not waited for longer, ms. */
const APDU_TIMEOUT_MS = 1_500;
const REAL_TAGS = new Set<number>([
  ApplicationTag.REAL,
  ApplicationTag.DOUBLE,
  ApplicationTag.UNSIGNED_INTEGER,
  ApplicationTag.SIGNED_INTEGER,
]);
const readOnly = propertyError(ErrorClass.PROPERTY, ErrorCode.WRITE_ACCESS_DENIED);
const unknownObject = propertyError(ErrorClass.OBJECT, ErrorCode.UNKNOWN_OBJECT);

/** Starts a BACnet/IP unit on its own UDP socket. */
export async function startBacnetUnit(options: BacnetUnitOptions): Promise<BacnetUnit> {
  const now = options.now ?? Date.now;
  const socket = await bindUdp(options.host, options.preferredPort);
  const transport = new UdpTransport(socket, options.isSilent ?? (() => false));
  const client = new bacnet.default({ transport, apduTimeout: APDU_TIMEOUT_MS });
  client.on("error", () => {});
  const list = options.objects;
  const objects = new Map(list.map((object) => [objectKey(object.type, object.instance), object]));
  const arrays = new Map<string, PriorityArray>(
    list
      .filter((object) => object.command)
      .map((object) => [object.paramId, createPriorityArray(options.slots?.[object.paramId])]),
  );
  const subscriptions = new CovSubscriptions();

  function view(object: BacnetObject, measured = options.measure()): ObjectView {
    const relinquishDefault = toWire(object, measured[object.paramId] ?? 0);
    const array = arrays.get(object.paramId);
    const forced = options.forced?.()[object.paramId];
    const presentValue =
      forced === undefined ? (array?.inForce() ?? relinquishDefault) : toWire(object, forced);
    return { object, presentValue, slots: array?.slots, relinquishDefault };
  }

  function read(
    target: BACNetObjectID,
    id: PropertyIdentifier,
    index: number,
  ): BACNetAppData[] | PropertyError {
    // 4194303 is the wildcard for "whatever device you are". Source: ASHRAE 135 §15.5.2.
    if (
      target.type === ObjectType.DEVICE &&
      (target.instance === options.instance || target.instance === 4_194_303)
    )
      return readDeviceProperty(
        { instance: options.instance, name: options.name, model: options.model, objects: list },
        id,
        index,
      );
    const object = objects.get(objectKey(target.type, target.instance));
    return object ? readObjectProperty(view(object), id, index) : unknownObject;
  }

  function refuse(to: BACNetAddress, service: number, invokeId: number, error: PropertyError): void {
    client.errorResponse(to, service, invokeId, error.errorClass, error.errorCode);
  }

  function write(
    target: BACNetObjectID,
    propertyId: PropertyIdentifier,
    priority: number,
    data: BACNetAppData | undefined,
  ): PropertyError | undefined {
    const object = objects.get(objectKey(target.type, target.instance));
    if (!object) return unknownObject;
    const array = arrays.get(object.paramId);
    if (!array || !object.command || propertyId !== P.PRESENT_VALUE || priority === MINIMUM_TIME_PRIORITY)
      return readOnly;
    const isNull = data?.type === ApplicationTag.NULL;
    const isNumber = data && (REAL_TAGS.has(data.type) || data.type === ApplicationTag.ENUMERATED);
    if (!isNull && !isNumber) return propertyError(ErrorClass.PROPERTY, ErrorCode.INVALID_DATA_TYPE);
    const value = isNull ? null : Number(data?.value);
    if (value !== null && !(value >= object.command.min && value <= object.command.max))
      return propertyError(ErrorClass.PROPERTY, ErrorCode.VALUE_OUT_OF_RANGE);
    if (options.ignoresWrites?.()) return undefined;
    array.set(priority, value);
    options.onCommanded?.();
    return undefined;
  }

  const notifier = new CovNotifier({ client, instance: options.instance, subscriptions, now });
  const notifyOf = (object: BacnetObject, measured?: Values) =>
    notifier.notify(object, view(object, measured).presentValue);

  client.on("whoIs", ({ header, payload }) => {
    const { lowLimit = 0, highLimit = 4_194_303 } = payload;
    if (header && options.instance >= lowLimit && options.instance <= highLimit)
      client.iAmResponse(header.sender, options.instance, Segmentation.NO_SEGMENTATION, VENDOR_ID);
  });
  client.on("readProperty", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const value = read(payload.objectId, payload.property.id, payload.property.index);
    if (Array.isArray(value))
      client.readPropertyResponse(header.sender, invokeId, payload.objectId, payload.property, value);
    else refuse(header.sender, ConfirmedServiceChoice.READ_PROPERTY, invokeId, value);
  });
  client.on("readPropertyMultiple", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const answers = payload.properties.map(({ objectId, properties }) => ({
      objectId,
      values: properties.map((property) => {
        const value = read(objectId, property.id, property.index);
        return {
          property,
          value: Array.isArray(value)
            ? value
            : [{ type: ApplicationTag.ERROR, value: { type: "BacnetError", ...value } }],
        };
      }),
    }));
    try {
      client.readPropertyMultipleResponse(header.sender, invokeId, answers);
    } catch {
      // The answer is longer than a frame, and this device does not segment.
      refuse(
        header.sender,
        ConfirmedServiceChoice.READ_PROPERTY_MULTIPLE,
        invokeId,
        propertyError(ErrorClass.SERVICES, ErrorCode.ABORT_BUFFER_OVERFLOW),
      );
    }
  });
  client.on("writeProperty", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const { objectId, value } = payload;
    const priority = value.priority >= 1 && value.priority <= PRIORITIES ? value.priority : PRIORITIES;
    const error = write(objectId, value.property.id, priority, value.value[0]);
    if (error) return refuse(header.sender, ConfirmedServiceChoice.WRITE_PROPERTY, invokeId, error);
    client.simpleAckResponse(header.sender, ConfirmedServiceChoice.WRITE_PROPERTY, invokeId);
    const object = objects.get(objectKey(objectId.type, objectId.instance));
    if (object) notifyOf(object);
  });
  client.on("subscribeCov", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const { type, instance } = payload.monitoredObjectId;
    const object = objects.get(objectKey(type, instance));
    if (!object) return refuse(header.sender, ConfirmedServiceChoice.SUBSCRIBE_COV, invokeId, unknownObject);
    const of = {
      subscriber: header.sender,
      processId: payload.subscriberProcessId,
      objectKey: objectKey(type, instance),
    };
    if ("cancellationRequest" in payload && payload.cancellationRequest === true) subscriptions.cancel(of);
    else if (
      !subscriptions.add({
        ...of,
        isConfirmed: payload.issueConfirmedNotifications,
        expiresAtMs: payload.lifetime > 0 ? now() + payload.lifetime * 1_000 : Number.POSITIVE_INFINITY,
      })
    )
      return refuse(
        header.sender,
        ConfirmedServiceChoice.SUBSCRIBE_COV,
        invokeId,
        propertyError(ErrorClass.RESOURCES, ErrorCode.NO_SPACE_TO_ADD_LIST_ELEMENT),
      );
    client.simpleAckResponse(header.sender, ConfirmedServiceChoice.SUBSCRIBE_COV, invokeId);
    notifyOf(object);
  });

  return {
    address: `${options.host}:${portOf(socket)}`,
    port: portOf(socket),
    instance: options.instance,
    orders: () =>
      Object.fromEntries(
        list.flatMap((object) => {
          const raw = arrays.get(object.paramId)?.inForce();
          return raw === undefined ? [] : [[object.paramId, fromWire(object, raw)]];
        }),
      ),
    slots: () => Object.fromEntries([...arrays].map(([paramId, array]) => [paramId, [...array.slots]])),
    presentValues() {
      const measured = options.measure();
      return Object.fromEntries(
        list.map((object) => [object.paramId, fromWire(object, view(object, measured).presentValue)]),
      );
    },
    notify() {
      if (subscriptions.count === 0) return;
      const measured = options.measure();
      for (const object of list) notifyOf(object, measured);
    },
    restart() {
      for (const array of arrays.values())
        for (let priority = 1; priority <= PRIORITIES; priority++) array.set(priority, null);
      subscriptions.clear();
      options.onCommanded?.();
    },
    get malformed() {
      return transport.malformed;
    },
    get subscriptions() {
      return subscriptions.count;
    },
    async [Symbol.asyncDispose]() {
      client.close();
    },
  };
}
