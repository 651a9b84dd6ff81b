import type { Socket } from "node:dgram";

import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test, vi } from "vitest";

import { REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { openBacnetBus, RequestGate } from "./bacnet-bus.ts";
import { bindUdp, GuardedTransport } from "./guarded-transport.ts";

const HOST = "127.0.0.1";
const never = () => new AbortController().signal;
/** A frame to one peer; `route` is the part between the network header and the APDU. */
const frame = (apdu: readonly number[], control = 0, route: readonly number[] = []) =>
  Buffer.from([0x81, 0x0a, 0, 6 + route.length + apdu.length, 1, control, ...route, ...apdu]);
const portOf = (socket: Socket) => socket.address().port;

/** ConfirmedCOVNotification of analog-input 1, which is 23. Source: ASHRAE 135 §13.6. */
function notice(invokeId: number, processId: number): Buffer {
  const header = [0x00, 0x05, invokeId, 1, 0x09, processId, 0x1c, 0x02, 0, 0, 7, 0x2c, 0, 0, 0, 1, 0x39, 60];
  const values = [0x4e, 0x09, 85, 0x2e, 0x44, 0x41, 0xb8, 0, 0, 0x2f, 0x4f];
  return frame(header.concat(values));
}

test("at most 64 requests run at once, each with its own number that is never 0", () => {
  const gate = new RequestGate();
  const invokeIds: number[] = [];
  for (let i = 0; i < 100; i++)
    void gate.run((invokeId) => {
      invokeIds.push(invokeId);
      return new Promise(() => {});
    }, never());
  return vi.waitFor(() => {
    expect(gate.inFlight).toBe(64);
    expect(new Set(invokeIds).size).toBe(64);
    expect(invokeIds).not.toContain(0);
  });
});

test.each([0, 1, 2, 3, 4, 5, 6, 8, 10])(
  "a request that is cancelled %d steps after its start blocks no other request",
  async (steps) => {
    const gate = new RequestGate();
    const held = Promise.withResolvers<void>();
    void gate.run(() => held.promise, never());
    for (let i = 0; i < 63; i++) void gate.run(() => new Promise(() => {}), never());
    const hurried = new AbortController();
    const aborted = gate.run(() => Promise.resolve("aborted"), hurried.signal).catch(() => "given up");
    const early = AbortSignal.abort();
    await expect(gate.run(() => Promise.resolve(), early)).rejects.toThrow("aborted");
    const next = gate.run(() => Promise.resolve("next"), never());
    held.resolve();
    for (let i = 0; i < steps; i++) await Promise.resolve();
    hurried.abort();
    await aborted;
    expect(await Promise.race([next, new Promise((done) => setTimeout(done, 200))])).toBe("next");
    expect(gate.inFlight).toBe(63);
  },
);

test("drops segmented messages, and checks replies through routers like others", async () => {
  const [mine, peer] = [await bindUdp(HOST, 0), await bindUdp(HOST, 0)];
  const transport = new GuardedTransport(mine);
  const passed: number[] = [];
  transport.on("message", (message: Buffer) => passed.push(message.length));
  const request = frame([0x00, 0x05, 7, 0x0c]);
  transport.send(request, request.length, `${HOST}:${portOf(peer)}`);
  const say = (bytes: Buffer) => peer.send(bytes, portOf(mine), HOST);
  const source = [0x00, 0x05, 0x01, 0x63];
  say(frame([0x38, 7, 0, 4, 0x0c]));
  say(frame([0x40, 7, 0, 4]));
  say(frame([0x30, 7, 0x0c], 0x08, source));
  say(frame([0x30, 9, 0x0c], 0x08, source));
  const forwarded = frame([0x30, 9, 0x0c]);
  forwarded[1] = 0x04;
  say(
    Buffer.concat([forwarded.subarray(0, 4), Buffer.from([10, 0, 0, 1, 0xba, 0xc0]), forwarded.subarray(4)]),
  );
  say(frame([0x30, 7, 0x0c]));
  await vi.waitFor(() => expect(passed).toEqual([13, 9]));
  expect(transport.counts).toEqual({ malformed: 0, foreign: 2, segmented: 2 });
  mine.close();
  peer.close();
});

test("acknowledges a confirmed notification only with a subscription", async () => {
  await using bus = await openBacnetBus({ host: HOST, port: 0, requestTimeoutMs: 100 });
  const device = await bindUdp(HOST, 0);
  const acknowledged: number[] = [];
  // A simple acknowledgement is 2 in the upper four bits. Source: ASHRAE 135 §20.1.4.
  device.on("message", (message) => message[6] === 0x20 && acknowledged.push(message[7] ?? 0));
  const received: string[] = [];
  bus.listen(`${HOST}:${portOf(device)}`, 5, ({ objectKey }) => received.push(objectKey));
  const reached = Promise.withResolvers<number>();
  device.once("message", (_message, from) => reached.resolve(from.port));
  void bus.whoIs([`${HOST}:${portOf(device)}`], 10);
  const port = await reached.promise;
  device.send(notice(21, 6), port, HOST);
  device.send(notice(22, 5), port, HOST);
  await vi.waitFor(() => expect(acknowledged).toEqual([22]));
  expect(received).toEqual(["0:1"]);
  expect(bus.counts.foreign).toBe(1);
  device.close();
});

test("reports devices that answer in the order of their instances, once each", async () => {
  const [late, early] = [await startTestUnit({ instance: 3_002 }), await startTestUnit({ instance: 3_001 })];
  await using bus = await openBacnetBus({ host: HOST, port: 0, requestTimeoutMs: 100 });
  const addresses = [late, early, late].map(({ device }) => device.address);
  expect(await bus.whoIs(addresses, REQUEST_TIMEOUT_MS)).toEqual([
    { address: early.device.address, instance: 3_001 },
    { address: late.device.address, instance: 3_002 },
  ]);
  await late.device[Symbol.asyncDispose]();
  await early.device[Symbol.asyncDispose]();
});

/** I-Am of a controller. Source: ASHRAE 135 §16.10. */
function iAm(instance: number): Buffer {
  const id = [0xc4, 0x02, instance >> 16, (instance >> 8) & 0xff, instance & 0xff];
  return frame([0x10, 0x00, ...id, 0x22, 0x05, 0xc4, 0x91, 0x00, 0x21, 0x0f]);
}

test("limits the devices of a sender that reports more than a site can have", async () => {
  await using bus = await openBacnetBus({ host: HOST, port: 0, requestTimeoutMs: 100, devicesMax: 3 });
  const flooder = await bindUdp(HOST, 0);
  flooder.once("message", (_message, { port }) => {
    for (const instance of [1, 2, 2, 3, 4, 5]) flooder.send(iAm(instance), port, HOST);
  });
  const found = await bus.whoIs([`${HOST}:${portOf(flooder)}`], REQUEST_TIMEOUT_MS);
  expect(found.map(({ instance }) => instance)).toEqual([1, 2, 3]);
  flooder.close();
});
