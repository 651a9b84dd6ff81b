import type pg from "pg";

/** Values of the points numbered from `first` to `last`, all points at one instant after the other. */
export interface PlainBlock {
  readonly first: number;
  readonly last: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

/** Creates `bench_history` (point_id, at, value) with a primary key and its rows in the order of time. */
export async function makePlainHistory(client: pg.Client, blocks: readonly PlainBlock[]): Promise<void> {
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
export async function queryPlainTrend(
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
