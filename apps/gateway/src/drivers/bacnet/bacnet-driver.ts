import { ASN1_ARRAY_ALL, ApplicationTag, ObjectType, PropertyIdentifier } from "@bacnet-js/client";

import {
  checkWritable,
  type Driver,
  DriverError,
  knownPoint,
  type PointReading,
  type ReadBack,
} from "../driver.ts";
import type { BacnetBus, BacnetClient } from "./bacnet-bus.ts";
import type { BacnetPoint, BacnetProfile } from "./bacnet-profile.ts";

/** Objects in one ReadPropertyMultiple: the answer must fit one frame, since nothing here segments. Source: field trial. */
const OBJECTS_PER_READ = 80;
/** Lifetime asked of a subscription, s; renewed at half of it. */
const COV_LIFETIME_SECOND = 300;
const PRIORITIES = 16;

const P = PropertyIdentifier;

export interface BacnetDeviceOptions {
  bus: BacnetBus;
  /** `host:port`. */
  address: string;
  profile: BacnetProfile;
  /** BACnet device instance; a device at `address` that does not have it is not believed. */
  instance?: number;
  /** Tells the subscriptions of this driver from those of others at the same address. */
  processId: number;
  now?: () => number;
}

function numberOf(data: readonly { type?: number; value: unknown }[] | undefined): number | undefined {
  const value = data?.[0]?.value;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A product's number as its object's. @throws DriverError `refused` for half of a binary state */
function rawOf(point: BacnetPoint, value: number): number {
  const raw = value / point.factor;
  if (point.isBinary && raw !== 0 && raw !== 1)
    throw new DriverError("refused", { detail: `${point.id} is on or off, not ${value}` });
  return raw;
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
  const byObject = new Map(
    profile.points.map((point) => [`${point.object.type}:${point.object.instance}`, point]),
  );
  let stopListening: (() => void) | undefined;

  const pointOf = (id: string) => knownPoint(byId, id);
  let isIdentified = instance === undefined;

  /** Makes sure that no other device has taken the address: asked at first, and again whenever the device was away. */
  async function identify(signal: AbortSignal): Promise<void> {
    if (isIdentified || instance === undefined) return;
    const object = { type: ObjectType.DEVICE, instance };
    try {
      const reply = await bus.request(
        (client, invokeId) => client.readProperty({ address }, object, P.OBJECT_IDENTIFIER, { invokeId }),
        signal,
      );
      const named: unknown = reply.values[0]?.value;
      isIdentified =
        typeof named === "object" && named !== null && "instance" in named && named.instance === instance;
    } catch (error) {
      if (!(error instanceof DriverError) || error.failure !== "refused") throw error;
    }
    if (!isIdentified) throw new DriverError("refused", { detail: `${address} is not device ${instance}` });
  }

  /** Sends a request to the device that is meant. */
  async function request<T>(
    send: (client: BacnetClient, invokeId: number) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    await identify(signal);
    try {
      return await bus.request(send, signal);
    } catch (error) {
      if (error instanceof DriverError && error.failure === "unreachable")
        isIdentified = instance === undefined;
      throw error;
    }
  }

  function readingOf(point: BacnetPoint, raw: number): PointReading {
    // A REAL has seven digits; more would be noise of the conversion to a double.
    const value = Number((raw * point.factor).toPrecision(7));
    return { pointId: point.id, value, takenAt: now() };
  }

  async function readSome(points: readonly BacnetPoint[], signal: AbortSignal): Promise<PointReading[]> {
    const asked = points.map((point) => ({
      objectId: point.object,
      properties: [{ id: P.PRESENT_VALUE, index: ASN1_ARRAY_ALL }],
    }));
    const reply = await request(
      (client, invokeId) => client.readPropertyMultiple({ address }, asked, { invokeId }),
      signal,
    );
    const readings: PointReading[] = [];
    for (const { objectId, values } of reply.values) {
      const point = byObject.get(`${objectId.type}:${objectId.instance}`);
      const raw = numberOf(values[0]?.value);
      if (point && raw !== undefined) readings.push(readingOf(point, raw));
    }
    return readings;
  }

  async function readPriorities(
    point: BacnetPoint,
    signal: AbortSignal,
  ): Promise<ReadBack & { slots: (number | null)[] | undefined }> {
    const asked = [
      {
        objectId: point.object,
        properties: [
          { id: P.PRESENT_VALUE, index: ASN1_ARRAY_ALL },
          { id: P.PRIORITY_ARRAY, index: ASN1_ARRAY_ALL },
        ],
      },
    ];
    const reply = await request(
      (client, invokeId) => client.readPropertyMultiple({ address }, asked, { invokeId }),
      signal,
    );
    const answers = reply.values[0]?.values ?? [];
    const raw = numberOf(answers.find((answer) => answer.id === P.PRESENT_VALUE)?.value);
    if (raw === undefined) throw new DriverError("garbled", { detail: `no present value of ${point.id}` });
    const array = answers.find((answer) => answer.id === P.PRIORITY_ARRAY)?.value;
    const slots =
      array?.length === PRIORITIES
        ? array.map((slot) => (typeof slot.value === "number" ? slot.value * point.factor : null))
        : undefined;
    return { presentValue: readingOf(point, raw).value, held: undefined, isOverridden: false, slots };
  }

  return {
    points: profile.points,
    keepsPriorities: true,
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
      await request(
        (client, invokeId) =>
          client.writeProperty({ address }, point.object, P.PRESENT_VALUE, [data], { invokeId, priority }),
        signal,
      );
    },
    async readBack(pointId, priority, signal) {
      const { presentValue, slots } = await readPriorities(pointOf(pointId), signal);
      return {
        presentValue,
        held: slots?.[priority - 1],
        isOverridden: slots?.slice(0, priority - 1).some((slot) => slot !== null) ?? false,
      };
    },
    async subscribe(onReading, signal) {
      stopListening?.();
      stopListening = bus.listen(address, processId, ({ objectKey, values }) => {
        const point = byObject.get(objectKey);
        const raw = numberOf(values.find((entry) => entry.property.id === P.PRESENT_VALUE)?.value);
        if (point && raw !== undefined) onReading(readingOf(point, raw));
      });
      for (const point of profile.points) {
        if (!point.isSubscribable) continue;
        await request(
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
