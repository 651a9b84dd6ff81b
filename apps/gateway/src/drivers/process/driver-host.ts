import type { Protocol } from "@verandah/field/protocols/protocols.ts";

import { type Driver, DriverError, type ProtocolDrivers } from "../driver.ts";
import type { OpenDrivers } from "../protocols.ts";
import { HEARTBEAT_MS, type CallResult, type DriverCall, type FromHost, type ToHost } from "./messages.ts";

/** The program of a driver process: it runs the drivers of one protocol and exchanges messages with the gateway. */

let opened: ProtocolDrivers | undefined;
const runningCalls = new Map<number, AbortController>();

function send(message: FromHost): void {
  if (process.connected) process.send?.(message);
}

async function runCall(
  device: string,
  driver: Driver,
  call: DriverCall,
  signal: AbortSignal,
): Promise<CallResult> {
  if (call.op === "read") return driver.read(call.pointIds, signal);
  if (call.op === "readBack") return driver.readBack(call.pointId, call.priority, signal);
  if (call.op === "readSlots") return driver.readSlots?.(signal);
  if (call.op === "subscribe")
    return driver.subscribe?.((reading) => send({ type: "reading", device, reading }), signal);
  await driver.write(call.pointId, call.value, call.priority, signal);
  return undefined;
}

async function answerCall(id: number, device: string, call: DriverCall): Promise<void> {
  const driver = opened?.drivers.get(device);
  const ending = new AbortController();
  runningCalls.set(id, ending);
  try {
    if (!driver) throw new DriverError("unknown-point", { detail: `no device ${device}` });
    send({ type: "done", id, result: await runCall(device, driver, call, ending.signal) });
  } catch (error) {
    send({
      type: "failed",
      id,
      failure: error instanceof DriverError ? error.failure : "garbled",
      detail: (error instanceof DriverError && error.detail) || String(error),
      reason: error instanceof DriverError ? error.reason : "not-understood",
    });
  } finally {
    runningCalls.delete(id);
  }
}

function heartbeat(): void {
  const { user, system } = process.cpuUsage();
  send({
    type: "heartbeat",
    counts: opened?.counts() ?? {},
    rssBytes: process.memoryUsage.rss(),
    cpuMs: Math.round((user + system) / 1_000),
  });
}

async function open({ module, shared, devices }: Extract<ToHost, { type: "open" }>): Promise<void> {
  try {
    const protocol: { open: OpenDrivers<Protocol> } = await import(module);
    opened = await protocol.open(shared, devices);
    heartbeat();
    send({ type: "ready" });
  } catch (error) {
    send({ type: "start-failed", reason: error instanceof Error ? error.message : String(error) });
    process.disconnect();
  }
}

process.on("message", (message: ToHost) => {
  if (message.type === "open") void open(message);
  else if (message.type === "call") void answerCall(message.id, message.device, message.call);
  else runningCalls.get(message.id)?.abort(new DriverError("unreachable", { detail: "deadline" }));
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the gateway decides when its driver processes stop.
process.on("SIGINT", () => {});
setInterval(heartbeat, HEARTBEAT_MS);
heartbeat();
