import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { generate } from "mqtt-packet";

import { monotonicMs } from "./monotonic.ts";

/** Sends values at a given rate to a broker that only forwards them, at QoS 0. Each value is the time of sending, ms. */
export interface PlainPaceJob {
  readonly kind: "plain-pace";
  readonly port: number;
  /** In rotation. */
  readonly topics: readonly string[];
  /** Of the values of a message, a JSON object; without any, a message is one number. */
  readonly keys: readonly string[];
  readonly readingsPerSecond: number;
  readonly durationMs: number;
}

export interface PlainPaceResult {
  readonly readings: number;
  /** On the monotonic clock. */
  readonly startedAtMs: number;
}

const TICK_MS = 1;
/** Two decimals of a millisecond: the precision of a peer's numbers. */
const DECIMALS = 2;

/** @throws Error when the broker cannot be reached */
export async function preparePlainPace(job: PlainPaceJob): Promise<() => Promise<PlainPaceResult>> {
  const socket = connect({ host: "127.0.0.1", port: job.port, noDelay: true });
  socket.write(generate({ cmd: "connect", protocolId: "MQTT", clientId: "bench-publisher", keepalive: 300 }));
  await once(socket, "data");
  const { topics, keys } = job;
  const readingsEach = Math.max(1, keys.length);
  return async () => {
    const startedAtMs = monotonicMs();
    const messagesMax = Math.round((job.readingsPerSecond * job.durationMs) / 1_000 / readingsEach);
    const messagesPerMs = job.readingsPerSecond / readingsEach / 1_000;
    let sent = 0;
    while (sent < messagesMax) {
      const due = Math.min(messagesMax, Math.floor((monotonicMs() - startedAtMs) * messagesPerMs));
      socket.cork();
      for (; sent < due; sent += 1) publish(socket, topics[sent % topics.length] ?? "", keys);
      socket.uncork();
      await sleep(TICK_MS);
    }
    socket.end();
    return { readings: sent * readingsEach, startedAtMs };
  };
}

function publish(socket: Socket, topic: string, keys: readonly string[]): void {
  const value = monotonicMs().toFixed(DECIMALS);
  const payload = keys.length > 0 ? `{${keys.map((key) => `"${key}":${value}`).join(",")}}` : value;
  socket.write(generate({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false }));
}
