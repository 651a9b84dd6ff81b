import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, expect, test, vi } from "vitest";

import { commandLine } from "../process/processes.ts";
import { startPostmaster } from "./postmaster.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-test-"));

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Simulates PostgreSQL's program, for rare behaviour of the real one. */
function startProgram(script: string) {
  const file = path.join(folder, "bin/postgres");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return startPostmaster({
    binaries: { folder, major: 18, identity: {} },
    data: folder,
    socketFolder: folder,
    settings: {},
    log: () => undefined,
  });
}

test("reports the last log lines of a server that could not start, also when they arrive after its end", async () => {
  const start = startProgram('(sleep 0.2; echo "FATAL: the disk is full" >&2) &\nexit 1');
  await expect(start).rejects.toThrow("PostgreSQL did not start:\nFATAL: the disk is full");
});

test("waits for the lock of a killed server's processes", async () => {
  const once = path.join(folder, "once");
  const start = startProgram(
    `if [ -e ${once} ]; then echo "ready to accept connections" >&2; sleep 0.1; exit 0; fi\n` +
      `touch ${once}; (sleep 0.2; echo "FATAL: pre-existing shared memory block is still in use" >&2) &\nexit 1`,
  );
  const { pid, ended } = await start;
  expect(pid).toBeGreaterThan(1);
  await ended;
});

test("stops a server that ignores signals, with its processes", async () => {
  const file = path.join(folder, "child");
  const postmaster = await startProgram(
    `trap "" INT QUIT; sleep 100 & echo $! > ${file}; echo "ready to accept connections" >&2; wait; wait`,
  );
  const child = Number(readFileSync(file, "utf8"));
  // Just after its fork the process still has the shell's command line.
  await vi.waitFor(() => expect(commandLine(child)).toContain("sleep"));
  await postmaster.stop();
  expect([postmaster.pid, child].map(commandLine)).toEqual([undefined, undefined]);
});
