import { ASN1_ARRAY_ALL, ApplicationTag, ObjectType, PropertyIdentifier } from "@bacnet-js/client";

import {
  checkWritable,
  type Driver,
  DriverError,
  driversOf,
  knownPoint,
  type PointReading,
  type PointSlots,
  winningSlot,
} from "../driver.ts";
import type { OpenDrivers } from "../protocols.ts";
import { type BacnetBus, openBacnetBus } from "./bacnet-bus.ts";
import type { BacnetPoint, BacnetProfile } from "./bacnet-profile.ts";

/**
 * Objects in one ReadPropertyMultiple: the answer must fit one frame, because the gateway does not support segmentation. Source: field
 * trial.
 */
const OBJECTS_PER_READ = 80;
/** Objects with their priority array in one ReadPropertyMultiple: each may need 100 octets. */
const ARRAYS_PER_READ = 12;
/** Requested lifetime of a subscription, s. The driver renews it at half of this time. */
const COV_LIFETIME_SECOND = 300;
const PRIORITIES = 16;
const DEVICE_OBJECT: number = ObjectType.DEVICE;

const P = PropertyIdentifier;

export interface BacnetDeviceOptions {
  bus: BacnetBus;
  /** `host:port`. */
  address: string;
  profile: BacnetProfile;
  /** BACnet device instance; the driver rejects a device at `address` with another one. */
  instance?: number;
  /** Distinguishes this driver's subscriptions from others at the same address. */
  processId: number;
  now?: () => number;
}

interface PropertyRequest {
  objectId: { type: number; instance: number };
  properties: { id: PropertyIdentifier; index: number }[];
}

interface Answer {
  objectId: { type: number; instance: number };
  values: { id: PropertyIdentifier; value: { type?: number; value: unknown }[] }[];
}

/** A request for a property with all its elements. */
const every = (id: PropertyIdentifier) => ({ id, index: ASN1_ARRAY_ALL });

function numberOf(data: readonly { type?: number; value: unknown }[] | undefined): number | undefined {
  const value = data?.[0]?.value;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Converts a value of the product to the object's value. @throws DriverError `refused` for a value between the two binary states */
function rawOf(point: BacnetPoint, value: number): number {
  const raw = value / point.factor;
  if (point.isBinary && raw !== 0 && raw !== 1)
    throw new DriverError("refused", { detail: `${point.id} is on or off, not ${value}` });
  return raw;
}

/** Reads properties of one device. Each request checks that `address` still belongs to the device. */
function createPropertyReader(bus: BacnetBus, address: string, instance: number | undefined) {
  const self: PropertyRequest[] =
    instance === undefined
      ? []
      : [{ objectId: { type: DEVICE_OBJECT, instance }, properties: [every(P.OBJECT_IDENTIFIER)] }];

  /**
   * Reads properties, and with them the device's own object identifier: another device may have taken the address since the last read.
   *
   * @throws DriverError `refused` for another device
   */
  async function readMultiple(requests: readonly PropertyRequest[], signal: AbortSignal): Promise<Answer[]> {
    const { values } = await bus.request(
      (client, invokeId) => client.readPropertyMultiple({ address }, [...self, ...requests], { invokeId }),
      signal,
    );
    if (instance !== undefined && !values.some(isDevice))
      throw new DriverError("refused", {
        detail: `${address} is not device ${instance}`,
        reason: "wrong-device",
      });
    return values;
  }

  function isDevice({ objectId, values }: Answer): boolean {
    const named: unknown = values[0]?.value[0]?.value;
    return (
      objectId.type === DEVICE_OBJECT &&
      typeof named === "object" &&
      named !== null &&
      "instance" in named &&
      named.instance === instance
    );
  }

  /** Checks the identity before a request that is not a read. */
  async function identify(signal: AbortSignal): Promise<void> {
    if (instance !== undefined) await readMultiple([], signal);
  }

  return { readMultiple, identify };
}

/** Reads values and priority arrays of the points of a profile. */
function createPointReader(
  profile: BacnetProfile,
  readMultiple: ReturnType<typeof createPropertyReader>["readMultiple"],
  now: () => number,
) {
  const byObject = new Map(
    profile.points.map((point) => [`${point.object.type}:${point.object.instance}`, point]),
  );

  function readingOf(point: BacnetPoint, raw: number): PointReading {
    // A REAL has seven digits; further digits are noise of the conversion to a double.
    const value = Number((raw * point.factor).toPrecision(7));
    return { pointId: point.id, value, takenAt: now() };
  }

  async function readSome(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const requests = points.map(({ object }) => ({ objectId: object, properties: [every(P.PRESENT_VALUE)] }));
    const readings: PointReading[] = [];
    for (const { objectId, values } of await readMultiple(requests, signal)) {
      const point = byObject.get(`${objectId.type}:${objectId.instance}`);
      const raw = numberOf(values[0]?.value);
      if (point && raw !== undefined) readings.push(readingOf(point, raw));
    }
    return readings;
  }

  /** Present values and priority arrays; `slots` is empty for an object without an array. */
  async function readArrays(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointSlots[]> {
    const requests = points.map(({ object }) => ({
      objectId: object,
      properties: [every(P.PRESENT_VALUE), every(P.PRIORITY_ARRAY)],
    }));
    return (await readMultiple(requests, signal)).flatMap(({ objectId, values }) => {
      const point = byObject.get(`${objectId.type}:${objectId.instance}`);
      const raw = numberOf(values.find((answer) => answer.id === P.PRESENT_VALUE)?.value);
      if (!point || raw === undefined) return [];
      const array = values.find((answer) => answer.id === P.PRIORITY_ARRAY)?.value;
      const slots =
        array?.length === PRIORITIES
          ? array.map(({ value }) => (typeof value === "number" ? readingOf(point, value).value : null))
          : [];
      return [{ pointId: point.id, presentValue: readingOf(point, raw).value, slots }];
    });
  }

  return { byObject, readingOf, readSome, readArrays };
}

/** A driver of one BACnet/IP device. Source: ASHRAE 135 §15.5, §15.7, §15.9, §13.14. */
export function createBacnetDriver({
  bus,
  address,
  profile,
  instance,
  processId,
  now = Date.now,
}: BacnetDeviceOptions): Driver {
  const byId = new Map(profile.points.map((point) => [point.id, point]));
  const pointOf = (id: string) => knownPoint(byId, id);
  const { readMultiple, identify } = createPropertyReader(bus, address, instance);
  const { byObject, readingOf, readSome, readArrays } = createPointReader(profile, readMultiple, now);
  let stopListening: (() => void) | undefined;

  return {
    points: profile.points,
    async read(pointIds, signal) {
      const points = pointIds.map(pointOf);
      const readings: PointReading[] = [];
      for (let i = 0; i < points.length; i += OBJECTS_PER_READ)
        readings.push(...(await readSome(points.slice(i, i + OBJECTS_PER_READ), signal)));
      return readings;
    },
    async write(pointId, value, priority, signal) {
      const point = pointOf(pointId);
      checkWritable(point, priority);
      const data =
        value === null
          ? { type: ApplicationTag.NULL, value: null }
          : { type: point.tag, value: rawOf(point, value) };
      await identify(signal);
      await bus.request(
        (client, invokeId) =>
          client.writeProperty({ address }, point.object, P.PRESENT_VALUE, [data], { invokeId, priority }),
        signal,
      );
    },
    async readBack(pointId, priority, signal) {
      const [answer] = await readArrays([pointOf(pointId)], signal);
      if (!answer) throw new DriverError("garbled", { detail: `no present value of ${pointId}` });
      const { presentValue, slots } = answer;
      return { presentValue, held: slots[priority - 1], overriddenBy: winningSlot(slots, priority) };
    },
    async readSlots(signal) {
      const writable = profile.points.filter((point) => point.write);
      const arrays: PointSlots[] = [];
      for (let i = 0; i < writable.length; i += ARRAYS_PER_READ)
        arrays.push(...(await readArrays(writable.slice(i, i + ARRAYS_PER_READ), signal)));
      return arrays.filter(({ slots }) => slots.length > 0);
    },
    async subscribe(onReading, signal) {
      stopListening?.();
      stopListening = bus.listen(address, processId, ({ objectKey, values }) => {
        const point = byObject.get(objectKey);
        const raw = numberOf(values.find((entry) => entry.property.id === P.PRESENT_VALUE)?.value);
        if (point && raw !== undefined) onReading(readingOf(point, raw));
      });
      await identify(signal);
      for (const point of profile.points) {
        if (point.cov === undefined) continue;
        await bus.request(
          (client, invokeId) =>
            client.subscribeCov({ address }, point.object, processId, false, true, COV_LIFETIME_SECOND, {
              invokeId,
            }),
          signal,
        );
      }
      return (COV_LIFETIME_SECOND * 1_000) / 2;
    },
    async [Symbol.asyncDispose]() {
      stopListening?.();
    },
  };
}

/** Opens the drivers of all BACnet/IP devices. */
export const open: OpenDrivers<"bacnet"> = async ({ interface: host, port, requestTimeoutMs }, devices) => {
  const bus = await openBacnetBus({ host, port, requestTimeoutMs });
  return driversOf(
    devices,
    ({ settings: { address: at, instance }, profile }, index) =>
      createBacnetDriver({ bus, address: at, instance, profile, processId: index + 1 }),
    () => ({ ...bus.counts }),
    () => [bus],
  );
};
