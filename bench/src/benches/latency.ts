import { setTimeout as sleep } from "node:timers/promises";

import { withClient } from "../../../tools/testing/sql.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { acknowledgements } from "../load/deliveries.ts";
import type { Stream } from "../load/viewers.ts";
import { makeStreams, runWatchedPace } from "../load/watched-pace.ts";
import { plainColumns } from "../reference/copy-rows.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds, spreadOf } from "../rounds.ts";
import { formatNumber, type Row } from "../table.ts";

/** Times of `count` commits of `rowsEach` rows into a plain table, one after the other, at most `perSecond`. @returns each, ms */
function timeCommits(
  databaseUrl: string,
  { count, rowsEach, perSecond }: { count: number; rowsEach: number; perSecond: number },
): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`drop table if exists bench_commits; create table bench_commits (${plainColumns})`);
    const tookMs: number[] = [];
    const beganAtMs = performance.now();
    const points = Array.from({ length: rowsEach }, (_, at) => at);
    for (let commit = 0; commit < count; commit += 1) {
      const earlyMs = (commit * 1_000) / perSecond - (performance.now() - beganAtMs);
      if (earlyMs > 1) await sleep(earlyMs);
      const startedAtMs = performance.now();
      await client.query({
        name: "commit",
        text: `insert into bench_commits select p, to_timestamp($2::int8 / 1000.0), $3, 0 from unnest($1::int[]) as p`,
        values: [points, commit, commit / 100],
      });
      tookMs.push(performance.now() - startedAtMs);
    }
    await client.query("drop table bench_commits");
    return tookMs;
  });
}

const STREAMS = 100;
const SHORT_STREAMS = 5;
const RATES_PER_SECOND = [100, 1_000, 5_000] as const;
/** A device's points are in one message, as from a gateway. */
const POINTS_PER_MESSAGE = 10;
const DURATION_MS = 4_000;
const SHORT_DURATION_MS = 500;
const COMMITS_MAX = 500;
/** However few messages there are: idle time between commits would be no measurement. */
const COMMITS_PER_SECOND_MIN = 100;

const P99_TARGET_MS = 25;
const TARGET_RATE = 5_000;

async function measureRate(
  options: BenchOptions,
  rig: Rig,
  rounds: Rounds,
  streams: readonly Stream[],
  readingsPerSecond: number,
): Promise<{ rows: Row[]; notes: string[] }> {
  const durationMs = options.isShort ? SHORT_DURATION_MS : DURATION_MS;
  const messagesPerSecond = readingsPerSecond / POINTS_PER_MESSAGE;
  const medians: number[] = [];
  const lost = { overtaken: 0, missed: 0 };
  const ours = async () => {
    const pace = {
      edges: rig.campus.gateways,
      pointsPerMessage: POINTS_PER_MESSAGE,
      readingsPerSecond,
      durationMs,
    };
    const { sent, deliveries } = await runWatchedPace(rig, streams, pace);
    const event = latencyOf(deliveries.latenciesMs);
    medians.push(event.p50);
    lost.overtaken += deliveries.overtaken;
    lost.missed += deliveries.missed;
    return { event: event.p99, acknowledged: latencyOf(acknowledgements(sent)).p99 };
  };
  const reference = async () => {
    const count = Math.min(COMMITS_MAX, Math.ceil((messagesPerSecond * durationMs) / 1_000));
    const commits = {
      count,
      rowsEach: POINTS_PER_MESSAGE,
      perSecond: Math.max(messagesPerSecond, COMMITS_PER_SECOND_MIN),
    };
    const { p99 } = latencyOf(await timeCommits(rig.databaseUrl, commits));
    return { event: p99, acknowledged: p99 };
  };
  const work = `${formatNumber(readingsPerSecond)} points/s`;
  const found = await rounds.compareAll(work, options.rounds, { ours, reference });
  const event = found("event");
  const target = { text: `≤ ${P99_TARGET_MS} ms`, isReached: event.ours <= P99_TARGET_MS };
  return {
    rows: [
      {
        work: `${work}: publish → event, p99`,
        unit: "ms",
        ...event,
        ...(readingsPerSecond === TARGET_RATE && { target }),
      },
      { work: `${work}: publish → acknowledged, p99`, unit: "ms", ...found("acknowledged") },
    ],
    notes: [
      `${work}: publish → event p50 ${spreadOf(medians).median.toFixed(1)} ms; ${lost.overtaken} updates came only as a later one, ${lost.missed} never.`,
    ],
  };
}

export const latency: Bench = {
  name: "latency",
  describe: "publish → commit → event at 100 open live streams, against the commit alone",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      const rounds = new Rounds(rig.folder, options.print);
      const { gateways } = rig.campus;
      const streams = await makeStreams(
        rig,
        options.isShort ? SHORT_STREAMS : STREAMS,
        (at) => gateways[at % gateways.length]?.devices.map(({ ssid }) => ssid) ?? [],
      );
      const found = [];
      for (const rate of options.isShort ? [TARGET_RATE] : RATES_PER_SECOND)
        found.push(await measureRate(options, rig, rounds, streams, rate));
      return {
        title: `latency: publish → commit → event at ${streams.length} open live streams`,
        rows: found.flatMap(({ rows }) => rows),
        notes: [
          "Reference: inserting a message's rows into a plain table with its key, and the commit, on one connection.",
          `50 gateways, ${POINTS_PER_MESSAGE} points of one device a message. Each stream shows the building and follows a gateway's 10 devices.`,
          ...found.flatMap(({ notes }) => notes),
          rounds.describeMachine(),
        ],
      };
    }),
};
