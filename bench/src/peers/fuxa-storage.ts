import { mkdirSync } from "node:fs";
import path from "node:path";

import { withSqlite } from "./sqlite-file.ts";
import type { Tag } from "./tags.ts";

/** Id of the MQTT device; FUXA names its files after it. */
export const DEVICE = "dev";

/** Writes the numbers with which FUXA identifies its tags: their index, from 1 on. */
export function createTagMap(storage: string, tags: readonly Tag[]): void {
  withSqlite(path.join(storage, `daq-map_${DEVICE}.db`), (database) => {
    database.exec(
      "create table data (mapid integer primary key autoincrement, id text, name text, type text); begin",
    );
    const insert = database.prepare("insert into data (id, name, type) values (?, ?, 'number')");
    for (const { name } of tags) insert.run(name, name);
    database.exec("commit");
  });
}

export interface History {
  /** How many of the tags have values. */
  readonly tags: number;
  /** Times of the values of each, ms since 1970; `untilMs` not included. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly everyMs: number;
}

/** Writes the archived day as FUXA would have written it: rows in the order of time, values as texts, no index. @returns its rows */
export function createArchive(storage: string, { tags, fromMs, untilMs, everyMs }: History): number {
  const folder = path.join(storage, "archive");
  mkdirSync(folder);
  const file = path.join(folder, `daq-data_${DEVICE}_${stamp(fromMs)}_${stamp(untilMs)}.db`);
  const steps = Math.floor((untilMs - fromMs) / everyMs);
  return withSqlite(file, (database) => {
    database.exec("pragma journal_mode = off; pragma synchronous = off");
    database.exec("create table data (dt integer, id integer, value text)");
    const { changes } = database
      .prepare(
        `with recursive
           steps(n) as (select 0 union all select n + 1 from steps where n + 1 < ?),
           tags(id) as (select 1 union all select id + 1 from tags where id < ?)
         insert into data
         select ? + n * ?, id, cast(round(24 + ((n * 7 + id * 13) % 400) / 100.0, 2) as text)
         from steps cross join tags`,
      )
      .run(steps, tags, fromMs, everyMs);
    database.exec("pragma journal_mode = delete");
    return Number(changes);
  });
}

/** FUXA's format of an instant in a file's name: local time to the second. */
function stamp(atMs: number): string {
  const at = new Date(atMs);
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  return `${at.getFullYear()}${parts.map((part) => String(part).padStart(2, "0")).join("")}`;
}
