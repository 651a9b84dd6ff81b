import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

import { OutboxStore } from "./outbox-store.ts";
import { Outbox, type OutboxOptions } from "./outbox.ts";

/** An outbox in its own folder with a link, and a second connection to its file. */
function openBench(options: Partial<OutboxOptions> = {}) {
  const folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  const link = { isUp: false, acknowledges: true };
  const sent: string[] = [];
  const errors: string[] = [];
  const lost = new Set<(error: Error) => void>();
  const open = () =>
    new Outbox({
      file,
      maxBytes: 100_000_000,
      graceMs: 60_000,
      isConnected: () => link.isUp,
      send: (_kind, payload) =>
        new Promise((resolve, reject) => {
          sent.push(payload);
          if (link.acknowledges) resolve();
          else lost.add(reject);
        }),
      onFailure: (text, error) => errors.push(error instanceof Error ? `${text}: ${error.message}` : text),
      ...options,
    });
  const outbox = open();
  const other = new DatabaseSync(file, { defensive: false });
  return {
    outbox,
    link,
    sent,
    errors,
    /** Runs SQL on the file through the second connection. */
    runSql: (sql: string) => other.exec(sql),
    stored: () => other.prepare("select count(*) as count from messages").get()?.["count"],
    put: (text: string) => outbox.put("readings", () => text),
    lose() {
      link.isUp = false;
      for (const reject of lost) reject(new Error("connection lost"));
      lost.clear();
    },
    /** Total size of its files, bytes. */
    bytesOnDisk: () =>
      ["", "-wal", "-shm"].reduce(
        (sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
    /** Opens the outbox like the next process. */
    next() {
      const found = open();
      const { pending, dropped, damaged } = found;
      found.close();
      return { pending, dropped, damaged };
    },
    [Symbol.dispose]() {
      outbox.close();
      other.close();
      folder[Symbol.dispose]();
    },
  };
}

test("keeps messages in memory while the disk rejects them, reports it, and writes them afterwards", () => {
  using bench = openBench();
  bench.put("a");
  bench.runSql("begin immediate");
  bench.put("b");
  expect(bench.errors).toEqual(["The outbox cannot write: database is locked"]);
  expect(bench.stored()).toBe(1);
  bench.runSql("rollback");
  bench.put("c");
  expect(bench.next()).toEqual({ pending: 3, dropped: 0, damaged: 0 });
});

test.each(["abort", "rollback"])(
  "a transaction that fails half-way (%s) is rolled back and does not block later ones",
  (how) => {
    using bench = openBench();
    bench.runSql(
      `create trigger full before insert on messages when new.payload = 'c' begin select raise(${how}, 'disk is full'); end`,
    );
    bench.put("a");
    bench.runSql("begin immediate");
    bench.put("b");
    bench.runSql("rollback");
    bench.errors.length = 0;
    bench.put("c");
    expect(bench.errors).toEqual(["The outbox cannot write: disk is full"]);
    expect(bench.stored()).toBe(1);
    bench.runSql("drop trigger full");
    bench.put("d");
    expect(bench.next().pending).toBe(4);
  },
);

test("drops and counts a message when no number can be reserved on disk, and continues the numbers afterwards", () => {
  using bench = openBench();
  const seqs: number[] = [];
  const put = () =>
    bench.outbox.put("readings", ({ seq }) => {
      seqs.push(seq);
      return "message";
    });
  bench.runSql("begin immediate");
  put();
  put();
  expect(seqs).toEqual([]);
  expect(bench.outbox.dropped).toBe(2);
  bench.runSql("rollback");
  put();
  put();
  expect(seqs).toEqual([1, 2]);
  expect(bench.stored()).toBe(2);
});

test("executes a command although the disk cannot record it", () => {
  using bench = openBench();
  bench.runSql("begin immediate");
  expect(bench.outbox.journal.recordCommand("a", 1)).toBe(true);
  bench.outbox.journal.endCommand("a");
  bench.outbox.journal.deleteCommandsBefore(2);
  expect(bench.errors).toHaveLength(3);
  bench.runSql("rollback");
  expect(bench.outbox.journal.openCommands()).toEqual([]);
});

test("keeps the newest 16 MB of messages that the disk rejects", () => {
  using bench = openBench();
  bench.put("first");
  bench.runSql("begin immediate");
  const megabyte = "x".repeat(1_024 * 1_024);
  for (let i = 0; i < 18; i++) bench.put(megabyte);
  expect(bench.outbox.pending).toBe(16);
  expect(bench.outbox.dropped).toBe(3);
  bench.runSql("rollback");
});

test("stores a result before sending it, and a recent reading only when the outbox closes", () => {
  using bench = openBench();
  bench.link.isUp = true;
  bench.link.acknowledges = false;
  bench.put("reading");
  expect(bench.next().pending).toBe(0);
  bench.outbox.put("results", () => "result");
  expect(bench.next().pending).toBe(2);
  bench.put("another reading");
  expect(bench.next().pending).toBe(2);
  bench.outbox.close();
  expect(bench.next().pending).toBe(3);
});

test("sends at most eight messages at a time, and the next one after an acknowledgement", async () => {
  using bench = openBench();
  bench.link.isUp = true;
  bench.link.acknowledges = false;
  for (let i = 0; i < 12; i++) bench.put(String(i));
  expect(bench.sent).toHaveLength(8);
  bench.lose();
  bench.link.isUp = true;
  bench.link.acknowledges = true;
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(new Set(bench.sent).size).toBe(12);
});

test("deletes acknowledged messages from the disk when the outbox closes", async () => {
  using bench = openBench();
  bench.put("a");
  bench.put("b");
  expect(bench.next().pending).toBe(2);
  bench.link.isUp = true;
  bench.outbox.sendPending();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  bench.outbox.close();
  expect(bench.next()).toEqual({ pending: 0, dropped: 0, damaged: 0 });
});

test("keeps messages in flight when the file is damaged", async () => {
  using bench = openBench();
  bench.put("a");
  bench.link.isUp = true;
  bench.link.acknowledges = false;
  bench.outbox.sendPending();
  bench.runSql(
    "pragma writable_schema = on; update sqlite_schema set rootpage = 9999 where name = 'messages'",
  );
  bench.runSql("pragma schema_version = 77");
  bench.outbox.put("results", () => "result");
  expect(bench.outbox).toMatchObject({ damaged: 1, dropped: 0, pending: 2 });
  bench.lose();
  bench.link.isUp = true;
  bench.link.acknowledges = true;
  bench.outbox.sendPending();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(bench.sent.toSorted()).toEqual(["a", "a", "result", "result"]);
});

test("stores the count of an earlier run in the database file, not only in its write-ahead log", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  const killed = new OutboxStore(file, 100_000_000);
  killed.storeDropped(3);
  const next = new OutboxStore(file, 100_000_000);
  const alone = join(folder.path, "alone.sqlite");
  copyFileSync(file, alone);
  const found = new OutboxStore(alone, 100_000_000);
  expect([found.dropped, found.damaged]).toEqual([3, 0]);
  for (const store of [found, next, killed]) store.close();
});

test.each([
  [262_144, 100],
  [262_144, 2_100],
  [262_144, 9_000],
  [4_194_304, 9_000],
  [4_194_304, 40_000],
  [4_194_304, 250_000],
])(
  "an outbox of %i bytes stays within this size with its log, and stores mostly messages of %i bytes",
  (maxBytes, size) => {
    using bench = openBench({ maxBytes });
    let most = 0;
    for (let put = 0; put < 1.5 * maxBytes; put += size) {
      bench.put("x".repeat(size));
      most = Math.max(most, bench.bytesOnDisk());
    }
    expect(bench.outbox.dropped).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(maxBytes);
    expect(most).toBeGreaterThan(maxBytes / 2);
  },
);

test("writes a large backlog in portions, so that the write-ahead log stays within its limit", () => {
  const maxBytes = 8_388_608;
  using bench = openBench({ maxBytes });
  bench.put("first");
  bench.runSql("begin immediate");
  for (let i = 0; i < 300; i++) bench.put("x".repeat(40_000));
  expect(bench.outbox.pending).toBe(301);
  bench.runSql("rollback");
  bench.put("last");
  expect(bench.bytesOnDisk()).toBeLessThanOrEqual(maxBytes);
  expect(bench.outbox.pending).toBeGreaterThan(100);
  expect(bench.outbox.pending + bench.outbox.dropped).toBe(302);
  expect(bench.next().pending).toBe(bench.outbox.pending);
});

test("names its file when it cannot be opened", () => {
  using folder = temporaryFolder();
  expect(() => new OutboxStore(folder.path, 1_000_000)).toThrow(
    `The outbox ${folder.path} cannot be used: Error: unable to open database file. Check the free space of its disk`,
  );
});
