import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { createArchive, createTagMap } from "./fuxa-storage.ts";
import { countRows, withSqlite } from "./sqlite-file.ts";
import { tagsOf } from "./tags.ts";

function makeStorage(): string {
  const storage = mkdtempSync(path.join(os.tmpdir(), "verandah-peers-test-"));
  onTestFinished(() => rmSync(storage, { recursive: true }));
  return storage;
}

test("FUXA's tags are numbered from 1 on, in their order", () => {
  const storage = makeStorage();
  createTagMap(storage, tagsOf(2));
  const rows = withSqlite(path.join(storage, "daq-map_dev.db"), (database) =>
    database.prepare("select mapid, id from data where id in ('d0p0', 'd1p9')").all(),
  );
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { mapid: 1, id: "d0p0" },
    { mapid: 20, id: "d1p9" },
  ]);
});

test("FUXA's archive of a day has a value of each tag at each instant, in the order of time, and the day in its name", () => {
  const storage = makeStorage();
  const fromMs = new Date(2026, 0, 5, 8, 0, 0).getTime();
  const history = { tags: 3, fromMs, untilMs: fromMs + 60_000, everyMs: 10_000 };
  expect(createArchive(storage, history)).toBe(18);
  const [name = ""] = readdirSync(path.join(storage, "archive"));
  expect(name).toBe("daq-data_dev_20260105080000_20260105080100.db");
  const file = path.join(storage, "archive", name);
  expect(countRows(file, "data")).toBe(18);
  const found = withSqlite(file, (database) =>
    database.prepare("select dt, typeof(value) as type from data where id = 2 order by rowid").all(),
  );
  expect(found.map(({ dt }) => Number(dt) - fromMs)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(["text"]));
});

test("A file that is not there yet has no rows", () => {
  expect(countRows(path.join(makeStorage(), "nothing.db"), "data")).toBe(0);
});
