import { ASN1_ARRAY_ALL, ApplicationTag, ObjectType, PropertyIdentifier } from "@bacnet-js/client";
import type { BacnetPoint, BacnetProfile } from "@verandah/field/protocols/bacnet.ts";

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
import { doubtOf } from "./bacnet-doubt.ts";

/**
 * Objects in one ReadPropertyMultiple: the answer, up to 31 octets for each, must fit one frame, because the gateway does not support
 * segmentation. A driver whose device aborts such a read continues with fewer. Source: ASHRAE 135 §20.1.2.5, Annex J.
 */
const OBJECTS_PER_READ = 40;
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

/** The data of a property in an answer. */
const dataOf = (answers: Answer["values"], id: PropertyIdentifier) =>
  answers.find((answer) => answer.id === id)?.value;

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

const objectKeyOf = ({ type, instance }: { type: number; instance: number }) => `${type}:${instance}`;

/** The points of each object. Several points may have one object, e.g. a setpoint and its feedback. */
const byObjectOf = (points: readonly BacnetPoint[]) =>
  Map.groupBy(points, ({ object }) => objectKeyOf(object));

/** A REAL has seven digits; further digits are noise of the conversion to a double. */
const valueOf = (point: BacnetPoint, raw: number) => Number((raw * point.factor).toPrecision(7));

/** Reads values and priority arrays of points. */
function createPointReader(
  readMultiple: ReturnType<typeof createPropertyReader>["readMultiple"],
  now: () => number,
) {
  /** The last known Reliability of each object. Notifications of changes do not contain it. */
  const reliabilities = new Map<string, number | undefined>();
  let objectsPerRead = OBJECTS_PER_READ;

  /** Reads properties of the object of each point, each object once. @returns the points with the answer of their object */
  async function readObjects(
    points: readonly BacnetPoint[],
    ids: readonly PropertyIdentifier[],
    signal: AbortSignal,
  ): Promise<{ point: BacnetPoint; raw: number; answers: Answer["values"] }[]> {
    const byObject = byObjectOf(points);
    const requests = [...byObject.values()].flatMap(([first]) =>
      first ? [{ objectId: first.object, properties: ids.map(every) }] : [],
    );
    return (await readMultiple(requests, signal)).flatMap(({ objectId, values: answers }) => {
      const raw = numberOf(dataOf(answers, P.PRESENT_VALUE));
      if (raw === undefined) return [];
      return (byObject.get(objectKeyOf(objectId)) ?? []).map((point) => ({ point, raw, answers }));
    });
  }

  function readingOf(point: BacnetPoint, raw: number, flags: unknown): PointReading {
    const doubt = doubtOf(flags, reliabilities.get(objectKeyOf(point.object)));
    return { pointId: point.id, value: valueOf(point, raw), takenAt: now(), ...(doubt && { doubt }) };
  }

  async function readSome(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const found = await readObjects(points, [P.PRESENT_VALUE, P.STATUS_FLAGS, P.RELIABILITY], signal);
    return found.map(({ point, raw, answers }) => {
      reliabilities.set(objectKeyOf(point.object), numberOf(dataOf(answers, P.RELIABILITY)));
      return readingOf(point, raw, dataOf(answers, P.STATUS_FLAGS)?.[0]?.value);
    });
  }

  /** Present values with what their objects report about them. */
  async function readAll(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const readings: PointReading[] = [];
    for (let i = 0; i < points.length;) {
      const some = points.slice(i, i + objectsPerRead);
      try {
        readings.push(...(await readSome(some, signal)));
        i += some.length;
      } catch (error) {
        const isTooLong = error instanceof DriverError && error.reason === "aborted" && some.length > 1;
        if (!isTooLong) throw error;
        objectsPerRead = Math.ceil(some.length / 2);
      }
    }
    return readings;
  }

  /** The reading of a notification of a change. Its flags are newer than the last known reliability. */
  function noticedOf(point: BacnetPoint, raw: number, flags: unknown): PointReading {
    if (flags !== undefined && doubtOf(flags, undefined) !== "fault")
      reliabilities.delete(objectKeyOf(point.object));
    return readingOf(point, raw, flags);
  }

  /** Present values and priority arrays; `slots` is empty for an object without an array. */
  async function readArrays(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointSlots[]> {
    const found = await readObjects(points, [P.PRESENT_VALUE, P.PRIORITY_ARRAY], signal);
    return found.map(({ point, raw, answers }) => {
      const array = dataOf(answers, P.PRIORITY_ARRAY);
      const slots =
        array?.length === PRIORITIES
          ? array.map(({ value }) => (typeof value === "number" ? valueOf(point, value) : null))
          : [];
      return { pointId: point.id, presentValue: valueOf(point, raw), slots };
    });
  }

  return { noticedOf, readAll, readArrays };
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
  const { noticedOf, readAll, readArrays } = createPointReader(readMultiple, now);
  const byObject = byObjectOf(profile.points);
  let stopListening: (() => void) | undefined;

  return {
    points: profile.points,
    read: async (pointIds, signal) => readAll(pointIds.map(pointOf), signal),
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
        const noticed = (id: PropertyIdentifier) => values.find((entry) => entry.property.id === id)?.value;
        const raw = numberOf(noticed(P.PRESENT_VALUE));
        if (raw === undefined) return;
        const flags = noticed(P.STATUS_FLAGS)?.[0]?.value;
        for (const point of byObject.get(objectKey) ?? []) onReading(noticedOf(point, raw, flags));
      });
      await identify(signal);
      for (const points of byObject.values()) {
        const noticed = points.find(({ cov }) => cov !== undefined);
        if (!noticed) continue;
        await bus.request(
          (client, invokeId) =>
            client.subscribeCov({ address }, noticed.object, processId, false, true, COV_LIFETIME_SECOND, {
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
