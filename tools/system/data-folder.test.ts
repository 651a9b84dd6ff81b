import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";

import { afterAll, expect, test, vi } from "vitest";

import { makeDataFolder } from "../testing/started-system.ts";
import { DataFolder } from "./data-folder.ts";

const data = makeDataFolder();
const folder = new DataFolder(data.path);
const file = folder.file("logs/server.log");
vi.useFakeTimers({ toFake: ["performance", "Date"], now: 0 });

afterAll(async () => {
  vi.useRealTimers();
  folder.release();
  await data.remove();
});

test.each([
  // Every write to /dev/full fails with ENOSPC. Source: full(4).
  ["the disk is full", () => symlinkSync("/dev/full", file), () => rmSync(file)],
  [
    "their folder is missing",
    () => rmSync(folder.file("logs"), { recursive: true }),
    () => mkdirSync(folder.file("logs")),
  ],
])("drops and counts log lines while %s, and states how many", (_case, damage, repair) => {
  damage();
  const log = folder.openLog("server");
  log("one\n");
  log("two\nthree\n");
  repair();
  vi.advanceTimersByTime(4_999);
  log("four\n");
  vi.advanceTimersByTime(1);
  log("five\n");
  log("six\n");
  const [note = "", ...lines] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(note)).toMatchObject({ level: 40, lines: 4 });
  expect(lines).toEqual(["five", "six", ""]);
});
