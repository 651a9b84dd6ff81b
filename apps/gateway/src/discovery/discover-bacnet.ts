import { PropertyIdentifier } from "@bacnet-js/client";
import { type ObjectTypeName, objectTypeNames, objectTypes } from "@verandah/field/protocols/bacnet.ts";

import type { BacnetBus, IAm } from "../drivers/bacnet/bacnet-bus.ts";
import { DriverError } from "../drivers/driver.ts";

/** An object that could become a point. */
export interface FoundObject {
  type: ObjectTypeName;
  instance: number;
  name: string;
  /** The BACnet number of its unit; undefined for an object without a unit. */
  units: number | undefined;
  /** Whether it has a priority array. */
  isCommandable: boolean;
}

/** A device on the network with its objects. */
export interface FoundDevice extends IAm {
  name: string;
  objects: FoundObject[];
  /** Another device uses the same instance. */
  isDuplicate: boolean;
}

const P = PropertyIdentifier;
const DEVICE = 8;
const DEADLINE_MS = 20_000;
/** More objects than any real controller has. A device that reports more is left out. */
const OBJECTS_MAX = 5_000;
const nameOfType = new Map(objectTypeNames.map((name) => [objectTypes[name] as number, name]));

/** Discovers devices and their objects. Devices that stop answering are left out. */
export async function discoverBacnet(
  bus: BacnetBus,
  addresses: readonly string[],
  waitMs: number,
): Promise<FoundDevice[]> {
  const present = await bus.whoIs(addresses, waitMs);
  const found: FoundDevice[] = [];
  for (const device of present) {
    const objects = await listObjects(bus, device).catch(ifDriverError);
    if (!objects) continue;
    const isDuplicate = present.some(
      (other) => other.instance === device.instance && other.address !== device.address,
    );
    found.push({ ...device, ...objects, isDuplicate });
  }
  return found;
}

function ifDriverError(error: unknown): undefined {
  if (!(error instanceof DriverError)) throw error;
  return undefined;
}

/** One property; undefined when the object does not have it. @throws DriverError */
async function property(
  bus: BacnetBus,
  address: string,
  object: { type: number; instance: number },
  id: PropertyIdentifier,
  index?: number,
): Promise<unknown> {
  try {
    const reply = await bus.request(
      (client, invokeId) =>
        client.readProperty({ address }, object, id, {
          invokeId,
          ...(index !== undefined && { arrayIndex: index }),
        }),
      AbortSignal.timeout(DEADLINE_MS),
    );
    return reply.values[0]?.value;
  } catch (error) {
    if (error instanceof DriverError && error.failure === "refused") return undefined;
    throw error;
  }
}

/** Reads the object list by index, because the whole list may need segmentation. */
async function listObjects(
  bus: BacnetBus,
  { address, instance }: IAm,
): Promise<Pick<FoundDevice, "name" | "objects"> | undefined> {
  const device = { type: DEVICE, instance };
  const count = await property(bus, address, device, P.OBJECT_LIST, 0);
  if (typeof count !== "number" || count > OBJECTS_MAX) return undefined;
  const objects: FoundObject[] = [];
  for (let index = 1; index <= count; index++) {
    const object = identifierOf(await property(bus, address, device, P.OBJECT_LIST, index));
    const type = object && nameOfType.get(object.type);
    if (!type) continue;
    const name = await property(bus, address, object, P.OBJECT_NAME);
    const units = await property(bus, address, object, P.UNITS);
    const slots = await property(bus, address, object, P.PRIORITY_ARRAY, 0);
    objects.push({
      type,
      instance: object.instance,
      name: typeof name === "string" && name ? name : `${type} ${object.instance}`,
      units: typeof units === "number" ? units : undefined,
      isCommandable: typeof slots === "number",
    });
  }
  const name = await property(bus, address, device, P.OBJECT_NAME);
  return { name: typeof name === "string" && name ? name : `device ${instance}`, objects };
}

function identifierOf(value: unknown): { type: number; instance: number } | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || !("instance" in value))
    return undefined;
  const { type, instance } = value;
  return typeof type === "number" && typeof instance === "number" ? { type, instance } : undefined;
}
