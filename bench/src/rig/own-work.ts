import { setTimeout as sleep } from "node:timers/promises";

import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import { familyOf } from "../../../faults/src/rig/process-family.ts";
import { runLoad } from "../load/load.ts";
import type { PlainPaceJob } from "../load/plain-pace.ts";
import { EVERY_MS, runRecentFlood } from "../load/recent-flood.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import { latencyOf, type Results } from "../rounds.ts";
import type { Rig } from "./rig.ts";
import { requestTrend } from "./trend.ts";

export type Pace = Pick<PlainPaceJob, "readingsPerSecond" | "durationMs">;
export type Stored = Results<"perSecond">;

export const POINTS_PER_DEVICE = 10;

/** Messages to every system before the measurement, so that no first time is measured. */
export const warmUpPace: Pace = { readingsPerSecond: 500, durationMs: 2_000 };
/** Megabytes of processes and their descendants. */
export const megabytesOf = (...pids: readonly number[]) => bytesOf(pids.flatMap(familyOf)) / 1_048_576;

/** Latencies from publishing to the screen, memory at the end of the load, and shares of the values a few seconds after it. */
export function describeWatched(
  latenciesMs: readonly number[],
  megabytes: number,
  shown: number,
  stored: number,
) {
  const p99Ms = latencyOf(latenciesMs).p99;
  // A system that shows few of the values is not better because it shows those soon.
  return { p99Ms, burdenMs: p99Ms / shown, megabytes, shown, stored };
}

const POINTS = 5_000;
/** Messages that are flooded a round. */
const MESSAGES = 120_000;
const SHORT_MESSAGES = 5_000;

/** Acknowledged, that is committed, single-point messages a second. Every value is a new one, so that none is left out. */
export async function measureOurStored(rig: Rig, isShort: boolean): Promise<Stored> {
  const untilMs = ((isShort ? SHORT_MESSAGES : MESSAGES) / POINTS) * EVERY_MS;
  const values = { edges: rig.campus.gateways, behaviour: "noisy", pointsPerMessage: 1, untilMs } as const;
  const { messages, tookMs } = await runRecentFlood(rig, { ...values, durationMaxMs: 5_000 });
  return { perSecond: (messages / tookMs) * 1_000 };
}

/** The same as `measureWatched` does with a peer; each value is acknowledged when it is committed, and only then on the screen. */
export async function measureOurWatched(rig: Rig, pace: Pace) {
  const followed = rig.campus.gateways[0]?.devices.map(({ ssid }) => ssid) ?? [];
  const streams = await makeStreams(rig, 1, () => followed);
  const senders = { edges: rig.campus.gateways, pointsPerMessage: POINTS_PER_DEVICE };
  await runLoad({ kind: "pace", port: rig.mqttPort, seed: 1, ...senders, ...warmUpPace });
  const [megabytes, { sent, deliveries }] = await Promise.all([
    sleep(pace.durationMs).then(() => megabytesOf(rig.serverPid, rig.postmasterPid())),
    runWatchedPace(rig, streams, { ...senders, ...pace }),
  ]);
  const { latenciesMs, missed } = deliveries;
  const shown = latenciesMs.length / (latenciesMs.length + missed);
  const acknowledged = sent.acknowledgedAtMs.filter((atMs) => !Number.isNaN(atMs)).length;
  return describeWatched(latenciesMs, megabytes, shown, acknowledged / sent.sentAtMs.length);
}

/** Requests the trend of point number `at`. @returns number of samples in its buckets. @throws Error for an invalid answer */
export async function askOurTrend(
  rig: Rig,
  at: number,
  range: { readonly fromMs: number; readonly untilMs: number },
): Promise<number> {
  const devices = rig.campus.gateways.flatMap((gateway) => gateway.devices);
  const { ssid = "", points = [] } = devices[Math.floor(at / POINTS_PER_DEVICE)] ?? {};
  const point = { ssid, paramId: points[at % POINTS_PER_DEVICE] ?? "" };
  const { buckets } = getTrend.reply.parse(JSON.parse(await requestTrend(rig, point, range)));
  return buckets.reduce((sum, { count }) => sum + count, 0);
}
