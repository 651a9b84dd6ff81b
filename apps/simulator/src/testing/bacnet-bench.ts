import bacnet, {
  ApplicationTag,
  type BACNetObjectID,
  ObjectType,
  PropertyIdentifier,
} from "@bacnet-js/client";

import type { BacnetUnitOptions } from "../devices/bacnet/bacnet-unit.ts";
import { bindUdp, UdpTransport } from "../devices/bacnet/udp-transport.ts";
import { startTestUnit } from "./test-unit.ts";

export const ratSetpoint = { type: ObjectType.ANALOG_VALUE, instance: 1 };
export const fanCommand = { type: ObjectType.BINARY_OUTPUT, instance: 1 };
export const returnAir = { type: ObjectType.ANALOG_INPUT, instance: 1 };
const P = PropertyIdentifier;
/** Only a device without an answer is late, also on a busy machine, ms. */
const ANSWER_MAX_MS = 1_000;

/** A BACnet client for a unit on loopback. */
export async function openTestClient(address: string) {
  const client = new bacnet.default({
    transport: new UdpTransport(await bindUdp("127.0.0.1", 0), () => false),
    apduTimeout: ANSWER_MAX_MS,
  });
  const to = { address };
  const present = async (object: BACNetObjectID) =>
    (await client.readProperty(to, object, P.PRESENT_VALUE)).values[0]?.value;
  const write = (
    object: BACNetObjectID,
    value: number | null,
    priority: number,
    type = ApplicationTag.REAL,
  ) =>
    client.writeProperty(
      to,
      object,
      P.PRESENT_VALUE,
      [value === null ? { type: ApplicationTag.NULL, value } : { type, value }],
      { priority },
    );
  const slots = async (object: BACNetObjectID) =>
    (await client.readProperty(to, object, P.PRIORITY_ARRAY)).values.map((slot) => slot.value);
  return { client, to, present, write, slots, [Symbol.dispose]: () => client.close() };
}

/** A unit and a BACnet client on loopback. */
export async function startBacnetBench(options: Partial<BacnetUnitOptions> = {}) {
  const { device, measured } = await startTestUnit(options);
  const client = await openTestClient(device.address);
  return {
    ...client,
    device,
    measured,
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}
