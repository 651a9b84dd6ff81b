import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import type pg from "pg";

import { withClient } from "../../../tools/testing/sql.ts";
import { fillHistory, slicePoints } from "../rig/fill-history.ts";
import { waitUntilClosed, waitUntilPutTogether, waitUntilVacuumed } from "../rig/quiet.ts";
import type { Rig } from "../rig/rig.ts";
import { requestTrend, TREND_BUCKETS } from "../rig/trend.ts";

/** Values of the points numbered from `first` to `last`, all points at one instant after the other. */
interface PlainBlock {
  readonly first: number;
  readonly last: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

/** Creates `bench_history` (point_id, at, value) with a primary key and its rows in the order of time. */
async function makePlainHistory(client: pg.Client, blocks: readonly PlainBlock[]): Promise<void> {
  await client.query(`drop table if exists bench_history;
    create table bench_history (point_id int not null, at timestamptz(3) not null, value float8 not null)`);
  for (const { first, last, fromMs, untilMs, everyMs } of blocks)
    await client.query(
      `insert into bench_history
       select p, to_timestamp(ms / 1000.0), round(2400 + 200 * sin(ms / 9e6 + p)) / 100
       from (select ms, generate_series($1::int, $2::int) as p from generate_series($3::int8, $4::int8 - 1, $5::int8) as ms) as r`,
      [first, last, fromMs, untilMs, everyMs],
    );
  await client.query("alter table bench_history add primary key (point_id, at)");
  await client.query("vacuum analyze bench_history");
}

/** The trend of one point in equal buckets, like the product's answer. @returns number of buckets with values */
async function queryPlainTrend(
  client: pg.Client,
  point: number,
  { fromMs, untilMs, buckets }: { fromMs: number; untilMs: number; buckets: number },
): Promise<number> {
  const { rows } = await client.query(
    `select date_bin($4 * interval '1 millisecond', at, $2) as at, avg(value), min(value), max(value), count(*)::int
     from bench_history where point_id = $1 and at >= $2 and at < $3 group by 1 order by 1`,
    [point, new Date(fromMs), new Date(untilMs), Math.ceil((untilMs - fromMs) / buckets)],
  );
  return rows.length;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges of the requests, shortest first, ms. */
const ranges = { day: DAY_MS, week: 7 * DAY_MS, quarter: 90 * DAY_MS } as const;
export type Range = keyof typeof ranges;
export const rangeNames: readonly Range[] = ["day", "week", "quarter"];

/** Amount of stored data: one point for 90 days, and `others` for the last week. */
export interface Filling {
  readonly others: number;
  readonly everyMs: number;
}

/** A system with history, whose first points have their trends requested. */
export class HistoryStore {
  readonly rig: Rig;
  readonly #filling: Filling;
  readonly #untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  /** Readings stored. */
  readings = 0;

  constructor(rig: Rig, filling: Filling) {
    this.rig = rig;
    this.#filling = filling;
  }

  async store(): Promise<void> {
    const { gateways } = this.rig.campus;
    const { others, everyMs } = this.#filling;
    const [untilMs, weekMs] = [this.#untilMs, this.#untilMs - ranges.week];
    const first = slicePoints(gateways, 0, 1);
    const all = slicePoints(gateways, 0, others + 1);
    this.readings = await fillHistory(this.rig, {
      edges: first,
      fromMs: untilMs - ranges.quarter,
      untilMs: weekMs,
      everyMs,
    });
    this.readings += await fillHistory(this.rig, { edges: all, fromMs: weekMs, untilMs, everyMs });
  }

  async waitUntilAtRest(): Promise<void> {
    await waitUntilClosed(this.rig.databaseUrl);
    await waitUntilPutTogether(this.rig.databaseUrl);
    await waitUntilVacuumed(this.rig.databaseUrl);
  }

  /** The same rows in a plain table of the same database. */
  async storePlain(): Promise<void> {
    const { others, everyMs } = this.#filling;
    const [untilMs, weekMs] = [this.#untilMs, this.#untilMs - ranges.week];
    await withClient(this.rig.databaseUrl, (client) =>
      makePlainHistory(client, [
        { first: 0, last: 0, fromMs: untilMs - ranges.quarter, untilMs: weekMs, everyMs },
        { first: 0, last: others, fromMs: weekMs, untilMs, everyMs },
      ]),
    );
  }

  /** Duration of the trend of `range` of point number `point` over HTTP, ms. @throws Error when buckets are missing */
  async timeTrend(range: Range, point: number): Promise<number> {
    const [edge] = slicePoints(this.rig.campus.gateways, point, point + 1);
    const { ssid = "", points: [paramId = ""] = [] } = edge?.devices[0] ?? {};
    const startedAtMs = performance.now();
    const text = await requestTrend(this.rig, { ssid, paramId }, this.#timesOf(range));
    const tookMs = performance.now() - startedAtMs;
    this.#check(range, getTrend.reply.parse(JSON.parse(text)).buckets.length);
    return tookMs;
  }

  /** The same of the plain table, in SQL. */
  timePlainTrend(range: Range, point: number): Promise<number> {
    return withClient(this.rig.databaseUrl, async (client) => {
      await client.query("select 1");
      const startedAtMs = performance.now();
      const times = { ...this.#timesOf(range), buckets: TREND_BUCKETS };
      const buckets = await queryPlainTrend(client, point, times);
      const tookMs = performance.now() - startedAtMs;
      this.#check(range, buckets);
      return tookMs;
    });
  }

  #timesOf(range: Range) {
    return { fromMs: this.#untilMs - ranges[range], untilMs: this.#untilMs };
  }

  #check(range: Range, buckets: number): void {
    const most = Math.min(TREND_BUCKETS, ranges[range] / this.#filling.everyMs);
    if (buckets < most * 0.9) throw new Error(`The trend of a ${range} has ${buckets} buckets of ${most}.`);
  }
}
