import type { Protocol } from "@verandah/field/protocols/protocols.ts";

import { type Driver, DriverError, type ProtocolDrivers, type ScanTask } from "../driver.ts";
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

const answerCall = (id: number, device: string, call: DriverCall) =>
  answer(id, async (signal) => {
    const driver = opened?.drivers.get(device);
    if (!driver) throw new DriverError("unknown-point", { detail: `no device ${device}` });
    return runCall(device, driver, call, signal);
  });

const answerScan = (id: number, task: ScanTask) =>
  answer(id, async (signal) => {
    for await (const step of opened?.scan?.(task, signal) ?? []) send({ type: "found", id, step });
    return undefined;
  });

async function answer(id: number, work: (signal: AbortSignal) => Promise<CallResult>): Promise<void> {
  const ending = new AbortController();
  runningCalls.set(id, ending);
  try {
    send({ type: "done", id, result: await work(ending.signal) });
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
  else if (message.type === "scan") void answerScan(message.id, message.task);
  else runningCalls.get(message.id)?.abort(new DriverError("unreachable", { detail: "deadline" }));
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the gateway decides when its driver processes stop.
process.on("SIGINT", () => {});
setInterval(heartbeat, HEARTBEAT_MS);
heartbeat();
