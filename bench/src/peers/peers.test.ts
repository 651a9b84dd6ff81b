import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test, vi } from "vitest";

import { installPeers } from "../benches/peers.ts";
import { monotonicMs } from "../load/monotonic.ts";
import { fillStorage } from "./fuxa.ts";
import { atBestRate, collectUpdates } from "./measure.ts";
import { countRows } from "./peer.ts";

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-peers-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.for(["echo ENOTFOUND; exit 1", "echo ENOTFOUND; mkdir node_modules"])(
  "npm with %s ends the bench with npm's words",
  (script) => {
    const folder = makeFolder();
    writeFileSync(path.join(folder, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}${path.delimiter}${process.env["PATH"]}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const install = () => installPeers(folder, () => undefined);
    expect(install).toThrow(/ENOTFOUND\nThe peers bench measures nothing: fuxa could not be installed/);
  },
);

test("All rates are measured the first time, then only the best", async () => {
  const asked: number[] = [];
  const { measure, best } = atBestRate([1, 3, 2], (rate) => {
    asked.push(rate);
    return Promise.resolve({ perSecond: rate * 10 });
  });
  expect([await measure(), await measure()]).toEqual([{ perSecond: 30 }, { perSecond: 30 }]);
  expect([asked, best()]).toEqual([[1, 3, 2, 3], 3]);
});

test("A screen counts each new value once, and no earlier value or text", () => {
  const before = monotonicMs() - 1;
  const { take, latenciesMs } = collectUpdates();
  const first = monotonicMs() + 1;
  for (const value of [before, first.toFixed(2), first.toFixed(2)]) take("a", value);
  for (const value of [null, first + 0.5]) take("b", value);
  expect(latenciesMs).toHaveLength(2);
  expect(latenciesMs.every((latencyMs) => Math.abs(latencyMs) < 1_000)).toBe(true);
});

test("FUXA's tags are numbered, and its archive has a value of each at each instant, in the order of time", () => {
  const storage = makeFolder();
  const read = (file: string, sql: string) => {
    using database = new DatabaseSync(path.join(storage, file));
    return database.prepare(sql).all().flatMap(Object.values);
  };
  mkdirSync(path.join(storage, "archive"));
  const fromMs = new Date(2026, 0, 5, 8, 0, 0).getTime();
  fillStorage(storage, { points: 3, fromMs, untilMs: fromMs + 60_000, everyMs: 10_000 });
  const numbers = read("daq-map_dev.db", "select mapid, id from data where id in ('d0p0', 'd1p9')");
  expect(numbers).toEqual([1, "d0p0", 20, "d1p9"]);
  const file = "archive/daq-data_dev_20260105080000_20260105080100.db";
  expect(countRows(path.join(storage, file), "data")).toBe(18);
  const values = read(file, `select dt - ${fromMs}, typeof(value) from data where id = 2 order by rowid`);
  expect(values).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000].flatMap((atMs) => [atMs, "text"]));
  expect(countRows(path.join(storage, "nothing.db"), "data")).toBe(0);
});
