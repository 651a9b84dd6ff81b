import { setTimeout as sleep } from "node:timers/promises";

import { withClient } from "../../../tools/testing/sql.ts";
import { plainColumns } from "./copy-rows.ts";

/** Times of `count` commits of `rowsEach` rows into a plain table, one after the other, at most `perSecond`. @returns each, ms */
export function timeCommits(
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
