import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LogFile } from "./log-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "verandah-log-"));
  vi.useFakeTimers({ toFake: ["performance", "Date"], now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

// Every write to /dev/full fails with ENOSPC. Source: full(4).
test.runIf(process.platform === "linux")(
  "drops and counts lines while the disk is full, and states how many",
  () => {
    const file = path.join(folder, "server.log");
    symlinkSync("/dev/full", file);
    const log = new LogFile(file);
    log.write("one\n");
    log.write("two\nthree\n");
    expect(log.droppedLines).toBe(3);

    rmSync(file);
    vi.advanceTimersByTime(4_999);
    log.write("four\n");
    expect(log.droppedLines).toBe(4);
    vi.advanceTimersByTime(1);
    log.write("five\n");
    expect(log.droppedLines).toBe(0);
    const [note = "", ...lines] = readFileSync(file, "utf8").split("\n");
    expect(JSON.parse(note)).toMatchObject({ level: 40, lines: 4 });
    expect(lines).toEqual(["five", ""]);
  },
);

test("continues when its folder was deleted", () => {
  const log = new LogFile(path.join(folder, "missing", "server.log"));
  log.write("one\n");
  expect(log.droppedLines).toBe(1);
});
