import { setTimeout as sleep } from "node:timers/promises";

import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import { runLoad } from "../load/load.ts";
import { EVERY_MS, runRecentFlood } from "../load/recent-flood.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import type { Rig } from "../rig/rig.ts";
import { requestTrend } from "../rig/trend.ts";
import { type Results } from "../rounds.ts";
import type { History } from "./fuxa.ts";
import { describeWatched, megabytesOf, type Pace, warmUpPace } from "./measure.ts";
import { POINTS_PER_DEVICE, tags } from "./peer.ts";

/** Messages that are flooded a round. */
const MESSAGES = 120_000;
const SHORT_MESSAGES = 5_000;

/** Acknowledged, that is committed, single-point messages a second. Every value is a new one, so that none is left out. */
export async function measureOurStored(rig: Rig, isShort: boolean): Promise<Results<"perSecond">> {
  const untilMs = ((isShort ? SHORT_MESSAGES : MESSAGES) / tags.length) * EVERY_MS;
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
export async function askOurTrend(rig: Rig, at: number, history: History): Promise<number> {
  const devices = rig.campus.gateways.flatMap((gateway) => gateway.devices);
  const { ssid = "", points = [] } = devices[Math.floor(at / POINTS_PER_DEVICE)] ?? {};
  const point = { ssid, paramId: points[at % POINTS_PER_DEVICE] ?? "" };
  const { buckets } = getTrend.reply.parse(JSON.parse(await requestTrend(rig, point, history)));
  return buckets.reduce((sum, { count }) => sum + count, 0);
}
