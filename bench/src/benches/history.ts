import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { Bench, BenchOptions } from "../bench.ts";
import type { Rig } from "../rig/rig.ts";
import { type Compared, medianOfWarm, Rounds } from "../rounds.ts";
import { formatNumber, type Row, rowOf } from "../table.ts";
import { HistoryStore, type Range, rangeNames } from "./history-store.ts";

const RETRY_MS = 50;
const RECONNECT_MAX_MS = 15_000;

/** Restarts the PostgreSQL of each system and, on request and if allowed, empties the machine's page cache. @returns whether it did */
async function makeCold(rigs: Iterable<Rig>, isCacheDropped: boolean): Promise<boolean> {
  const each = new Set(rigs);
  for (const rig of each) await rig.restartPostgres();
  const isDropped = isCacheDropped && dropPageCache();
  // Connections are opened before the measurement.
  for (const rig of each) await waitForServer(rig);
  return isDropped;
}

function dropPageCache(): boolean {
  try {
    execFileSync("sync");
    writeFileSync("/proc/sys/vm/drop_caches", "3");
    return true;
  } catch {
    return false;
  }
}

async function waitForServer(rig: Rig): Promise<void> {
  const deadlineMs = performance.now() + RECONNECT_MAX_MS;
  const headers = { authorization: `Bearer ${rig.users.token}` };
  for (;;) {
    const reply = await fetch(`${rig.url}/v1/auth/session`, { headers });
    await reply.arrayBuffer();
    if (reply.ok) return;
    if (performance.now() > deadlineMs) throw new Error("The server has not found its database again.");
    await sleep(RETRY_MS);
  }
}

const EVERY_MS = 10_000;
const SHORT_EVERY_MS = 600_000;
/** Points besides the one with 90 days: 60,480 readings each. */
const OTHERS = { small: 4, large: 152, largest: 814 } as const;
const SHORT_OTHERS = 4;
const WARM = { warmUp: 1, times: 7 };
/** A cold call is one call and depends on the disk, so it needs more rounds than others. */
const COLD_ROUNDS_MORE = 2;

const GROWTH_TARGET = 1.5;
const PLAIN_TARGET = 1 / 5;

/** Points of each range: no two ranges share values, so that one does not warm the cache for another. Only the first point has 90 days. */
const pointOf: Record<Range, number> = { day: 1, week: 2, quarter: 0 };

/** Name of a result: its range and its reference. */
type Name = `${Range} ${"small" | "plain"}`;
const namesOf = (range: Range) => ({ small: `${range} small`, plain: `${range} plain` }) as const;

const warm = (time: () => Promise<number>) => medianOfWarm(WARM, time);
const once = (time: () => Promise<number>) => time();

/** Trends of all three ranges, one after the other. */
async function timeRanges(time: (range: Range) => Promise<number>): Promise<Record<Range, number>> {
  const results = { day: 0, week: 0, quarter: 0 };
  for (const range of rangeNames) results[range] = await time(range);
  return results;
}

function nameResults(small: Record<Range, number>, plain: Record<Range, number>): Record<Name, number> {
  return {
    "day small": small.day,
    "day plain": plain.day,
    "week small": small.week,
    "week plain": plain.week,
    "quarter small": small.quarter,
    "quarter plain": plain.quarter,
  };
}

async function measure(options: BenchOptions, rounds: Rounds, large: HistoryStore, small: HistoryStore) {
  /** `begin` runs before the three calls of each kind, so that none of them uses a cache that another has filled. */
  const compared = (begin: () => Promise<void>, repeat: (time: () => Promise<number>) => Promise<number>) => {
    const time = async (one: (range: Range) => Promise<number>) => {
      await begin();
      return timeRanges((range) => repeat(() => one(range)));
    };
    return {
      async ours() {
        const tookMs = await time((range) => large.timeTrend(range, pointOf[range]));
        return nameResults(tookMs, tookMs);
      },
      async reference() {
        const smallMs = await time((range) => small.timeTrend(range, pointOf[range]));
        return nameResults(smallMs, await time((range) => large.timePlainTrend(range, pointOf[range])));
      },
    };
  };
  const ofWarm = await rounds.compareAll(
    "warm",
    options.rounds,
    compared(() => Promise.resolve(), warm),
  );
  let isCacheDropped = false;
  const cool = async () => {
    isCacheDropped = await makeCold([large.rig, small.rig], !options.isShort);
  };
  const coldRounds = options.isShort ? 1 : options.rounds + COLD_ROUNDS_MORE;
  const ofCold = await rounds.compareAll("cold", coldRounds, compared(cool, once));
  return { ofWarm, ofCold, isCacheDropped };
}

function rowsOf(
  label: string,
  of: (name: Name) => Compared,
  large: HistoryStore,
  small: HistoryStore,
): Row[] {
  const words: Record<Range, string> = { day: "24 h", week: "7 d", quarter: "90 d" };
  const [most, least] = [describeReadings(large.readings), describeReadings(small.readings)];
  return rangeNames.flatMap((range) => {
    const [growth, plain] = [of(namesOf(range).small), of(namesOf(range).plain)];
    const work = `${words[range]}, ${label}: ${most} against`;
    return [
      rowOf(`${work} ${least}`, "ms", growth, { most: GROWTH_TARGET }),
      rowOf(`${work} a plain table`, "ms", plain, { most: PLAIN_TARGET }),
    ];
  });
}

const describeReadings = (readings: number) => `${formatNumber(readings / 1e6)} million`;

export const history: Bench = {
  name: "history",
  describe:
    "trend of one point over 24 h, 7 d and 90 d with much stored, against little stored and a plain table",
  run: (options) =>
    options.rigs.use({}, (largeRig) =>
      options.rigs.use({}, async (smallRig) => {
        const rounds = new Rounds(largeRig.folder, options.print);
        const everyMs = options.isShort ? SHORT_EVERY_MS : EVERY_MS;
        const most = options.isLargest ? OTHERS.largest : OTHERS.large;
        const large = new HistoryStore(largeRig, { everyMs, others: options.isShort ? SHORT_OTHERS : most });
        const small = new HistoryStore(smallRig, {
          everyMs,
          others: options.isShort ? SHORT_OTHERS : OTHERS.small,
        });
        const startedAtMs = performance.now();
        // Both are one system in the short form, where a gateway has one connection.
        if (options.isShort) await small.store();
        await Promise.all([large.store(), ...(options.isShort ? [] : [small.store()])]);
        const atRest = options.isShort ? [] : [small.waitUntilAtRest(), large.waitUntilAtRest()];
        await Promise.all([large.storePlain(), ...atRest]);
        const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
        options.print(
          `${describeReadings(large.readings)} and ${describeReadings(small.readings)} readings stored in ${seconds} s`,
        );
        const { ofWarm, ofCold, isCacheDropped } = await measure(options, rounds, large, small);
        return {
          title: "history: trend of one point in 300 buckets, through HTTP",
          rows: [...rowsOf("warm", ofWarm, large, small), ...rowsOf("cold", ofCold, large, small)],
          notes: [
            "One point has a reading each 10 s for 90 days, the others for the last 7: the asked-for trends have 8,640, 60,480 and 777,600 readings, whatever else is stored.",
            `Warm: median of ${WARM.times} calls after one. Cold: the first call after a restart of PostgreSQL${isCacheDropped ? " with the system's page cache emptied" : "; the system's page cache could not be emptied and was warm"}.`,
            "Plain table: (point_id, at, value) with primary key (point_id, at), rows in the order of time, asked by SQL for the same buckets.",
            rounds.describeMachine(),
          ],
        };
      }),
    ),
};
