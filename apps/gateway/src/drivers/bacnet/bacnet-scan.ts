import { setTimeout as sleep } from "node:timers/promises";

import { PropertyIdentifier } from "@bacnet-js/client";
import { unitOfBacnet } from "@verandah/equipment/unit-conversions.ts";
import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";
import { objectTypeNames, objectTypes } from "@verandah/field/protocols/bacnet.ts";
import { scanSettings } from "@verandah/field/protocols/scan.ts";

import { DriverError, type ScanStep, type ScanTask } from "../driver.ts";
import { broadcastAddresses } from "./bacnet-addresses.ts";
import type { BacnetBus, IAm } from "./bacnet-bus.ts";

const P = PropertyIdentifier;
const DEVICE = 8;
/** More objects than any real controller has; the rest of a longer list is left out, with a remark. */
const OBJECTS_MAX = 5_000;
/** Numbers of objects that one request reads: their answers fit one frame. */
const NUMBERS_PER_READ = 20;
const nameOfType = new Map<number, (typeof objectTypeNames)[number]>(
  objectTypeNames.map((name) => [objectTypes[name], name]),
);

interface ObjectId {
  type: number;
  instance: number;
}

/** A request for one property; `index` for an element of a list. */
interface Asked {
  id: PropertyIdentifier;
  index?: number;
}
/** Asks for all elements of a list. Source: ASHRAE 135 §20.2.1, the library's ASN1_ARRAY_ALL. */
const EVERY = 0xffff_ffff;

/** Reads properties of one device, not more often than it may. */
function createReader(bus: BacnetBus, address: string, { ratePerSecond }: ScanTask, signal: AbortSignal) {
  /** Some devices answer one property at a time only. */
  let isOneByOne = false;
  async function readOne(objectId: ObjectId, { id, index }: Asked): Promise<unknown> {
    await sleep(1_000 / ratePerSecond, undefined, { signal });
    try {
      const { values } = await bus.request(
        (client, invokeId) =>
          client.readProperty({ address }, objectId, id, {
            invokeId,
            ...(index !== undefined && { arrayIndex: index }),
          }),
        signal,
      );
      return values[0]?.value;
    } catch (error) {
      if (error instanceof DriverError && error.failure === "refused") return undefined;
      throw error;
    }
  }
  /** The values of the properties, undefined for those that the object does not have. @throws DriverError */
  async function read(objectId: ObjectId, asked: readonly Asked[]): Promise<unknown[]> {
    if (!isOneByOne)
      try {
        await sleep(1_000 / ratePerSecond, undefined, { signal });
        const properties = asked.map(({ id, index = EVERY }) => ({ id, index }));
        const { values } = await bus.request(
          (client, invokeId) =>
            client.readPropertyMultiple({ address }, [{ objectId, properties }], { invokeId }),
          signal,
        );
        return asked.map((_one, at) => values[0]?.values[at]?.value[0]?.value);
      } catch (error) {
        if (!(error instanceof DriverError) || error.failure === "unreachable") throw error;
        isOneByOne = true;
      }
    const found: unknown[] = [];
    for (const one of asked) found.push(await readOne(objectId, one));
    return found;
  }
  return { read, readOne };
}

function identifierOf(value: unknown): ObjectId | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || !("instance" in value))
    return undefined;
  const { type, instance } = value;
  return typeof type === "number" && typeof instance === "number" ? { type, instance } : undefined;
}

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 120) : undefined;
const numberIn = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

type Read = ReturnType<typeof createReader>["read"];

/** An object that could become a point; undefined for an object of another type. */
async function readPoint(read: Read, objectId: ObjectId): Promise<FoundPoint | undefined> {
  const type = nameOfType.get(objectId.type);
  if (!type) return undefined;
  const asked = [P.OBJECT_NAME, P.PRESENT_VALUE, P.UNITS, P.DESCRIPTION].map((id) => ({ id }));
  const [name, value, units, about, slot] = await read(objectId, [...asked, { id: P.PRIORITY_ARRAY }]);
  const unitNumber = numberIn(units);
  const unit = unitOfBacnet(unitNumber);
  const description = textOf(about);
  const present = numberIn(value);
  return {
    name: textOf(name) ?? `${type} ${objectId.instance}`,
    address: { object: [type, objectId.instance] },
    ...(unit ? { unit } : unitNumber !== undefined && { fieldUnit: String(unitNumber) }),
    ...(description !== undefined && { description }),
    ...(present !== undefined && { value: present }),
    // The first slot of an array, which is mostly empty.
    isWritable: slot === null || typeof slot === "number",
  };
}

/** A device with the objects that could become points. @throws DriverError when it stops answering */
async function readDevice(
  bus: BacnetBus,
  { address, instance }: IAm,
  task: ScanTask,
  signal: AbortSignal,
): Promise<FoundDevice> {
  const { read, readOne } = createReader(bus, address, task, signal);
  const device = { type: DEVICE, instance };
  const named = await read(device, [{ id: P.OBJECT_NAME }, { id: P.VENDOR_NAME }, { id: P.MODEL_NAME }]);
  const [name, maker, model] = named.map(textOf);
  // The library asks for the whole list when several properties are asked at once.
  const count = numberIn(await readOne(device, { id: P.OBJECT_LIST, index: 0 })) ?? 0;
  const objects = Math.min(count, OBJECTS_MAX);
  const remarks = count > OBJECTS_MAX ? [`Only the first ${OBJECTS_MAX} objects are read`] : [];
  const points: FoundPoint[] = [];
  const used = new Set<string>();
  for (let from = 1; from <= objects; from += NUMBERS_PER_READ) {
    const length = Math.min(NUMBERS_PER_READ, objects - from + 1);
    const list = Array.from({ length }, (_one, at) => ({ id: P.OBJECT_LIST, index: from + at }));
    for (const found of await read(device, list)) {
      const objectId = identifierOf(found);
      const point = objectId && (await readPoint(read, objectId));
      if (!point || !objectId) continue;
      const isTwice = used.has(point.name);
      used.add(point.name);
      const ofType = `(${nameOfType.get(objectId.type)} ${objectId.instance})`;
      points.push(isTwice ? { ...point, name: `${point.name} ${ofType}` } : point);
    }
  }
  return {
    protocol: "bacnet",
    key: String(instance),
    address: { address, instance },
    ...(name !== undefined && { name }),
    ...(maker !== undefined && { maker }),
    ...(model !== undefined && { model }),
    points,
    pointsFrom: 0,
    remarks,
  };
}

/** Asks all devices of the network to answer, and reads each that does. A dead one costs one deadline. */
export async function* scanBacnet(
  bus: BacnetBus,
  host: string,
  task: ScanTask,
  signal: AbortSignal,
): AsyncGenerator<ScanStep> {
  const { addresses, waitMs } = scanSettings.bacnet.parse(task.settings);
  const present = await bus.whoIs([...new Set([...broadcastAddresses(host), ...addresses])], waitMs);
  const total = present.length;
  yield { asked: 0, total };
  for (const [at, one] of present.entries()) {
    const asked = at + 1;
    const key = String(one.instance);
    if (task.known.includes(key)) {
      yield { asked, total };
      continue;
    }
    const twin = present.find((other) => other.instance === one.instance && other.address !== one.address);
    try {
      const device = await readDevice(bus, one, task, signal);
      if (twin)
        device.remarks.push(`Its instance ${key} is also used at ${twin.address}: change one of them`);
      yield { asked, total, device: twin ? { ...device, key: `${key} at ${one.address}` } : device };
    } catch (error) {
      if (!(error instanceof DriverError) || signal.aborted) throw error;
      yield { asked, total, silent: { key: `${key} at ${one.address}`, why: error.message } };
    }
  }
}
