import { setTimeout as sleep } from "node:timers/promises";

import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import { familyOf } from "../../../faults/src/rig/process-family.ts";
import { runLoad } from "../load/load.ts";
import { monotonicMs } from "../load/monotonic.ts";
import type { PlainPaceJob } from "../load/plain-pace.ts";
import { EVERY_MS, runRecentFlood } from "../load/recent-flood.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import { bytesOf } from "../rig/memory.ts";
import type { Rig } from "../rig/rig.ts";
import { requestTrend } from "../rig/trend.ts";
import { latencyOf, type Results } from "../rounds.ts";
import type { History } from "./fuxa.ts";
import { type MessageShape, type Peer, POINTS_PER_DEVICE, screenTags, tags, topicOf } from "./peer.ts";

type Pace = Pick<PlainPaceJob, "readingsPerSecond" | "durationMs">;
type Stored = Results<"perSecond">;

/** Messages to every system before the measurement, so that no first time is measured. */
const warmUpPace: Pace = { readingsPerSecond: 500, durationMs: 2_000 };
const POLL_MS = 250;
/** Readings that are not stored within this time after the last message count as dropped, ms. */
const DRAIN_MAX_MS = 4_000;
/** All readings are stored when no new row appears for this time, ms. */
const QUIET_MS = 1_000;
/** Time for the updates of the last messages, ms. */
const LAST_UPDATES_MS = 3_000;
const TREND = { warmUp: 2, times: 10 };

/** Megabytes of processes and their descendants. */
const megabytesOf = (...pids: readonly number[]) => bytesOf(pids.flatMap(familyOf)) / 1_048_576;

/** Sends all points in rotation. */
function send(peer: Peer, shape: MessageShape, pace: Pace) {
  const topics = [...new Set(tags.map((tag) => topicOf(tag, shape)))];
  const keys = shape === "device" ? tags.slice(0, POINTS_PER_DEVICE).map(({ key }) => key) : [];
  return runLoad({ kind: "plain-pace", port: peer.mqttPort, topics, keys, ...pace });
}

async function warmUp(peer: Peer, shape: MessageShape): Promise<number> {
  await send(peer, shape, warmUpPace);
  await sleep(QUIET_MS);
  return peer.countStored();
}

/** Single-point messages that a peer stored a second, from the first message until the last row. */
export const measureStored = (pace: Pace) => async (peer: Peer) => {
  const before = await warmUp(peer, "single");
  const sent = await send(peer, "single", pace);
  let stored = peer.countStored() - before;
  let changedAtMs = monotonicMs();
  const deadlineMs = changedAtMs + DRAIN_MAX_MS;
  const isQuiet = () => stored > 0 && monotonicMs() - changedAtMs > QUIET_MS;
  while (stored < sent.readings && monotonicMs() < deadlineMs && !isQuiet()) {
    await sleep(POLL_MS);
    const now = peer.countStored() - before;
    if (now > stored) changedAtMs = monotonicMs();
    stored = now;
  }
  return { perSecond: (stored / (changedAtMs - sent.startedAtMs)) * 1_000 };
};

/** Tries all rates the first time, and only the best of them from then on. */
export function atBestRate(rates: readonly number[], measureAt: (rate: number) => Promise<Stored>) {
  let chosen = rates;
  return {
    best: () => chosen[0] ?? 0,
    measure: async () => {
      const found = [];
      for (const rate of chosen) found.push({ rate, ...(await measureAt(rate)) });
      const [best] = found.toSorted((a, b) => b.perSecond - a.perSecond);
      chosen = [best?.rate ?? 0];
      return { perSecond: best?.perSecond ?? Number.NaN };
    },
  };
}

/** Collects the updates of a screen that opens now; each value is the time of its sending, and repeated or earlier ones do not count. */
export function collectUpdates() {
  const openedAtMs = monotonicMs();
  const lastOf = new Map<string, number>();
  const latenciesMs: number[] = [];
  const take = (tag: string, value: unknown) => {
    const sentAtMs = Number(value);
    if (!(sentAtMs > (lastOf.get(tag) ?? openedAtMs))) return;
    lastOf.set(tag, sentAtMs);
    latenciesMs.push(monotonicMs() - sentAtMs);
  };
  return { latenciesMs, take };
}

/** Latencies from publishing to the screen, memory at the end of the load, and shares of the values a few seconds after it. */
function describeWatched(latenciesMs: readonly number[], megabytes: number, shown: number, stored: number) {
  const p99Ms = latencyOf(latenciesMs).p99;
  // A system that shows few of the values is not better because it shows those soon.
  return { p99Ms, burdenMs: p99Ms / shown, megabytes, shown, stored };
}

/** Sends whole devices at a rate while one screen with 100 points is open. */
export const measureWatched = (pace: Pace) => async (peer: Peer) => {
  const before = await warmUp(peer, "device");
  const { latenciesMs, take } = collectUpdates();
  const screen = await peer.openScreen(take);
  const { readings } = await send(peer, "device", pace);
  const megabytes = megabytesOf(peer.pid);
  await sleep(LAST_UPDATES_MS);
  screen.close();
  const shown = latenciesMs.length / ((readings * screenTags.length) / tags.length);
  return describeWatched(latenciesMs, megabytes, shown, (peer.countStored() - before) / readings);
};

/** Asks for one point after the other. @returns the median until the whole reply has arrived, warm. @throws Error for a wrong number of samples */
export async function measureTrend(history: History, ask: (at: number) => Promise<number>) {
  const samples = (history.untilMs - history.fromMs) / history.everyMs;
  const tookMs: number[] = [];
  for (let nth = 0; nth < TREND.warmUp + TREND.times; nth += 1) {
    const askedAtMs = monotonicMs();
    const found = await ask((nth * (POINTS_PER_DEVICE + 1)) % history.points);
    if (nth >= TREND.warmUp) tookMs.push(monotonicMs() - askedAtMs);
    if (found !== samples) throw new Error(`A trend speaks of ${found} samples instead of ${samples}.`);
  }
  return { ms: latencyOf(tookMs).p50 };
}

/** Messages that are flooded a round. */
const MESSAGES = 120_000;
const SHORT_MESSAGES = 5_000;

/** Acknowledged, that is committed, single-point messages a second. Every value is a new one, so that none is left out. */
export async function measureOurStored(rig: Rig, isShort: boolean): Promise<Stored> {
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
