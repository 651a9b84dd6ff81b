import { setTimeout as sleep } from "node:timers/promises";

import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";

import { runLoad } from "../load/load.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import { fillHistory } from "../rig/fill-history.ts";
import { waitUntilClosed } from "../rig/quiet.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf } from "../rounds.ts";
import type { History } from "./fuxa-storage.ts";
import { megabytesOf, warmUpLoad, type Watched } from "./measure.ts";
import type { AskTrend } from "./trend.ts";

/** Messages that are flooded a round. */
const MESSAGES = 120_000;
const SHORT_MESSAGES = 5_000;
const POINTS = 5_000;
/** Interval of a point's values: short, so that they are between the last round's and now, ms. */
const EVERY_MS = 5;
/** As in the bench `ingest`. */
const UNACKNOWLEDGED_MAX = 40_000;
const POINTS_PER_MESSAGE = 10;
const POINTS_PER_GATEWAY = 100;
const BUCKETS = 300;

/** Acknowledged, that is committed, single-point messages a second. Every value is a new one, so that none is left out. */
export async function measureOurStored(rig: Rig, isShort: boolean): Promise<number> {
  const { messages, tookMs } = await runLoad({
    kind: "flood",
    port: rig.mqttPort,
    edges: rig.campus.gateways,
    behaviour: "noisy",
    seed: 1,
    pointsPerMessage: 1,
    valuesPerPoint: 1,
    fromMs: 0,
    untilMs: ((isShort ? SHORT_MESSAGES : MESSAGES) / POINTS) * EVERY_MS,
    everyMs: EVERY_MS,
    isRecent: true,
    unacknowledgedMax: UNACKNOWLEDGED_MAX,
    durationMaxMs: 5_000,
    isPrepared: true,
  });
  return (messages / tookMs) * 1_000;
}

/** The same as `measureWatched` does with a peer; each value is acknowledged when it is committed, and only then on the screen. */
export async function measureOurWatched(
  rig: Rig,
  readingsPerSecond: number,
  durationMs: number,
): Promise<Watched> {
  const shown = rig.campus.gateways[0]?.devices.map(({ ssid }) => ssid) ?? [];
  const streams = await makeStreams(rig, 1, () => shown);
  const senders = { edges: rig.campus.gateways, pointsPerMessage: POINTS_PER_MESSAGE };
  await runLoad({ kind: "pace", port: rig.mqttPort, seed: 1, ...senders, ...warmUpLoad });
  const watching = runWatchedPace(rig, streams, { ...senders, readingsPerSecond, durationMs });
  const [megabytes, { sent, deliveries }] = await Promise.all([
    sleep(durationMs).then(() => megabytesOf(rig.serverPid, rig.postmasterPid())),
    watching,
  ]);
  const { latenciesMs, missed } = deliveries;
  const acknowledged = sent.acknowledgedAtMs.filter((atMs) => !Number.isNaN(atMs)).length;
  return {
    p99Ms: latencyOf(latenciesMs).p99,
    megabytes,
    arrivedShare: latenciesMs.length / (latenciesMs.length + missed),
    storedShare: acknowledged / sent.sentAtMs.length,
  };
}

/** Imports a history over MQTT and waits until the system is idle. @returns its readings */
export async function fillOurHistory(rig: Rig, history: History, isShort: boolean): Promise<number> {
  const readings = await fillHistory(rig, { ...history, edges: edgesOf(rig, history) });
  if (!isShort) await waitUntilClosed(rig.databaseUrl);
  return readings;
}

const edgesOf = (rig: Rig, { tags }: History) =>
  rig.campus.gateways.slice(0, Math.ceil(tags / POINTS_PER_GATEWAY));

/** One point after the other, in 300 buckets. @throws Error for an invalid answer */
export function askOurTrend(rig: Rig, history: History): AskTrend {
  const { fromMs, untilMs } = history;
  const devices = edgesOf(rig, history).flatMap((gateway) => gateway.devices);
  return async (nth) => {
    const device = devices[nth % devices.length];
    const query = new URLSearchParams({
      param_id: device?.points[nth % POINTS_PER_MESSAGE] ?? "",
      from: new Date(fromMs).toISOString(),
      to: new Date(untilMs).toISOString(),
      buckets: String(BUCKETS),
    });
    const place = getTrend.path.replace(":ssid", device?.ssid ?? "");
    const reply = await fetch(`${rig.url}${place}?${query.toString()}`, {
      headers: { authorization: `Bearer ${rig.users.token}` },
    });
    if (!reply.ok) throw new Error(`A trend was answered ${reply.status}.`);
    const { buckets } = getTrend.reply.parse(await reply.json());
    return buckets.reduce((sum, { count }) => sum + count, 0);
  };
}
