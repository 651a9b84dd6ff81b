import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { provision, startField } from "./rig/field.ts";
import { LiveStream } from "./rig/live-stream.ts";
import { bytesOf } from "./rig/memory.ts";
import { startRig } from "./rig/rig.ts";

const TIME_FACTOR = 72;
const DAY_MS = (24 * 3_600_000) / TIME_FACTOR;
const SAMPLE_MS = 5_000;
const POLL_MS = 2_000;
const OUTBOX_BYTES = 100_000_000;
/** Of the last quarter of the day against the second. In the first one caches fill and code is compiled. */
const GROWTH_MAX = 1.05;
const MEGABYTE = 1_048_576;

/** The mean of a quarter of the samples, MB. */
function meanOf(samples: readonly number[], quarter: number): number {
  const count = samples.length / 4;
  const some = samples.slice(Math.round(quarter * count), Math.round((quarter + 1) * count));
  return some.reduce((sum, bytes) => sum + bytes, 0) / some.length / MEGABYTE;
}

test("the memory of server and gateway is flat over a day of the demo campus, 72 times as fast", async () => {
  await using rig = await startRig(provision);
  await using field = await startField(rig, TIME_FACTOR);
  await using gateway = await field.startGateway("day", { pollMs: POLL_MS, outboxMaxBytes: OUTBOX_BYTES });
  using stream = new LiveStream(rig, []);
  const programs = { server: rig.server, gateway: gateway.program };
  const samples: Record<keyof typeof programs, number[]> = { server: [], gateway: [] };
  const endsAtMs = Date.now() + DAY_MS;
  while (Date.now() < endsAtMs) {
    await sleep(SAMPLE_MS);
    samples.server.push(bytesOf([programs.server.pid ?? 0]));
    samples.gateway.push(bytesOf([programs.gateway.pid ?? 0]));
  }
  expect(stream.isOver).toBe(false);
  for (const [name, of] of Object.entries(samples)) {
    const [second, last] = [meanOf(of, 1), meanOf(of, 3)];
    console.info(`${name}: ${second.toFixed(1)} MB in the second quarter, ${last.toFixed(1)} MB in the last`);
    expect(last / second).toBeLessThanOrEqual(GROWTH_MAX);
  }
});
