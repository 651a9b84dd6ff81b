import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";
import { z } from "zod";

import { Outbox, type OutboxOptions } from "./outbox.ts";

const sentMessage = z.object({ epoch: z.string(), seq: z.int(), text: z.string() });

/** An outbox with a link that the test controls. */
function openOutbox(folder: string, options: Partial<OutboxOptions> = {}) {
  const link = { isUp: false, acknowledges: true };
  const sent: z.output<typeof sentMessage>[] = [];
  const errors: string[] = [];
  const lost = new Set<(error: Error) => void>();
  const outbox = new Outbox({
    file: join(folder, "outbox.sqlite"),
    maxBytes: 1_000_000,
    graceMs: 30,
    isConnected: () => link.isUp,
    send: (_kind, payload) =>
      new Promise((resolve, reject) => {
        sent.push(sentMessage.parse(JSON.parse(payload)));
        if (link.acknowledges) resolve();
        else lost.add(reject);
      }),
    onFailure: (text) => errors.push(text),
    ...options,
  });
  return {
    outbox,
    sent,
    errors,
    link,
    put: (text: string) => outbox.put("readings", (stamp) => JSON.stringify({ ...stamp, text })),
    up() {
      link.isUp = true;
      outbox.sendPending();
    },
    down() {
      link.isUp = false;
      for (const reject of lost) reject(new Error("connection lost"));
      lost.clear();
      outbox.storeAll();
    },
    seqs: () => sent.map((one) => one.seq),
    [Symbol.dispose]: () => outbox.close(),
  };
}

test("sends a message without writing it to disk while connected", async () => {
  using folder = temporaryFolder();
  using first = openOutbox(folder.path);
  first.up();
  first.put("a");
  await vi.waitFor(() => expect(first.outbox.pending).toBe(0));
  first.outbox.close();
  using second = openOutbox(folder.path);
  expect(second.outbox.pending).toBe(0);
});

test("the next process sends messages that were stored while disconnected, with their numbers and epoch", async () => {
  using folder = temporaryFolder();
  const first = openOutbox(folder.path);
  for (const text of ["a", "b", "c"]) first.put(text);
  first.outbox.close();

  using second = openOutbox(folder.path);
  expect(second.outbox.pending).toBe(3);
  second.up();
  await vi.waitFor(() => expect(second.outbox.pending).toBe(0));
  expect(second.sent.map((one) => one.text).toSorted()).toEqual(["a", "b", "c"]);
  expect(new Set(second.seqs())).toEqual(new Set([1, 2, 3]));
  expect(new Set(second.sent.map((one) => one.epoch)).size).toBe(1);
});

test("resends an unacknowledged message with the same number", async () => {
  using folder = temporaryFolder();
  using bench = openOutbox(folder.path);
  bench.link.acknowledges = false;
  bench.up();
  bench.put("a");
  bench.down();
  bench.link.acknowledges = true;
  bench.up();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(bench.seqs()).toEqual([1, 1]);
});

test("writes a message to disk that is unacknowledged for longer than the grace period, although connected", async () => {
  using folder = temporaryFolder();
  using bench = openOutbox(folder.path);
  bench.link.acknowledges = false;
  bench.up();
  bench.put("slow");
  await new Promise((done) => setTimeout(done, 80));
  using next = openOutbox(folder.path);
  expect(next.outbox.pending).toBe(1);
});

test("sends the newest message before the backlog", async () => {
  using folder = temporaryFolder();
  using bench = openOutbox(folder.path);
  for (let i = 0; i < 50; i++) bench.put(`old ${i}`);
  bench.link.acknowledges = true;
  bench.put("live");
  bench.up();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(bench.sent[0]?.text).toBe("live");
  expect(bench.sent).toHaveLength(51);
});

test("sends results before readings, in their order", async () => {
  using folder = temporaryFolder();
  using bench = openOutbox(folder.path);
  bench.put("reading");
  for (const text of ["acknowledged", "verified"])
    bench.outbox.put("results", (stamp) => JSON.stringify({ ...stamp, text }));
  bench.put("newer reading");
  bench.up();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(bench.sent.map((one) => one.text)).toEqual(["acknowledged", "verified", "newer reading", "reading"]);
});

test("never repeats a number, also after a crash with unwritten messages", async () => {
  using folder = temporaryFolder();
  const first = openOutbox(folder.path);
  first.up();
  for (let i = 0; i < 20; i++) first.put("a");
  await vi.waitFor(() => expect(first.outbox.pending).toBe(0));
  first.outbox.close();
  using second = openOutbox(folder.path);
  second.up();
  second.put("b");
  await vi.waitFor(() => expect(second.sent).toHaveLength(1));
  expect(second.sent[0]?.epoch).toBe(first.sent[0]?.epoch);
  expect(second.sent[0]?.seq).toBeGreaterThan(20);
});

test("drops and counts the oldest messages when the outbox is full", async () => {
  using folder = temporaryFolder();
  using bench = openOutbox(folder.path, { maxBytes: 262_144 });
  for (let i = 0; i < 300; i++) bench.put(`${i} ${"x".repeat(1_000)}`);
  expect(bench.outbox.pending).toBeLessThan(120);
  expect(bench.outbox.pending).toBeGreaterThan(60);
  const dropped = 300 - bench.outbox.pending;
  expect(bench.outbox.dropped).toBe(dropped);
  expect(bench.errors.at(-1)).toBe(`The outbox is full: ${dropped} messages dropped, the oldest first`);
  bench.up();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0));
  expect(bench.seqs()).toContain(300);
  expect(bench.seqs()).not.toContain(1);
});

test("keeps the count of dropped messages after a restart", () => {
  using folder = temporaryFolder();
  const first = openOutbox(folder.path, { maxBytes: 262_144 });
  for (let i = 0; i < 300; i++) first.put("x".repeat(1_000));
  const { dropped } = first.outbox;
  expect(dropped).toBeGreaterThan(10);
  // Not closed, as after a kill.
  using second = openOutbox(folder.path, { maxBytes: 262_144 });
  expect(second.outbox.dropped).toBe(dropped);
  second.put("x".repeat(1_000));
  expect(second.outbox.dropped).toBeGreaterThan(dropped);
  first.outbox.close();
});

test.each([
  ["torn", (whole: Buffer) => whole.subarray(0, 6_000)],
  [
    "full of noise",
    (whole: Buffer) => Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0xa5)]),
  ],
  [
    "full of noise after its first half",
    (whole: Buffer) =>
      Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length / 2, 0xa5)]),
  ],
  ["not a database", () => Buffer.from("these are not the bytes that you are looking for".repeat(100))],
])("replaces a file that is %s and continues with a new epoch", async (_how, damage) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  const first = openOutbox(folder.path);
  for (let i = 0; i < 40; i++) first.put("x".repeat(1_000));
  first.outbox.close();
  writeFileSync(file, damage(readFileSync(file)));

  using second = openOutbox(folder.path);
  expect(second.outbox.damaged).toBe(1);
  // The number of messages in it is unknown.
  expect(second.outbox.dropped).toBe(1);
  expect(second.errors).toHaveLength(1);
  expect(readdirSync(folder.path).some((name) => name.includes("damaged"))).toBe(true);
  second.up();
  second.put("after");
  await vi.waitFor(() => expect(second.sent).toHaveLength(1));
  expect(second.sent[0]).toMatchObject({ text: "after", seq: 1 });
});

test("damage during the run loses and counts the stored messages, but no later ones", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  using bench = openOutbox(folder.path, { maxBytes: 100_000_000 });
  for (let i = 0; i < 3_000; i++) bench.put("x".repeat(2_000));
  writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5), { flag: "r+" });
  bench.put("after");
  bench.up();
  await vi.waitFor(() => expect(bench.outbox.pending).toBe(0), 5_000);
  expect(bench.outbox.damaged).toBe(1);
  expect(bench.outbox.dropped + bench.sent.length).toBe(3_001);
  expect(bench.sent.map((one) => one.text)).toContain("after");
  bench.put("and later");
  await vi.waitFor(() => expect(bench.sent.at(-1)?.text).toBe("and later"));
  expect(bench.sent.at(-1)?.seq).toBe(3_002);
});

test("keeps only the two newest damaged files", () => {
  using folder = temporaryFolder();
  for (let i = 0; i < 4; i++) {
    writeFileSync(join(folder.path, "outbox.sqlite"), "rubbish ".repeat(200));
    vi.spyOn(Date, "now").mockReturnValue(1_000 + i);
    openOutbox(folder.path).outbox.close();
  }
  vi.restoreAllMocks();
  expect(readdirSync(folder.path).filter((name) => name.includes("damaged"))).toEqual([
    "outbox.sqlite.damaged-1002",
    "outbox.sqlite.damaged-1003",
  ]);
});

test("records a command once, and lists open commands after a restart", () => {
  using folder = temporaryFolder();
  const first = openOutbox(folder.path);
  expect(first.outbox.journal.recordCommand("a", 1)).toBe(true);
  expect(first.outbox.journal.recordCommand("a", 2)).toBe(false);
  expect(first.outbox.journal.recordCommand("b", 3)).toBe(true);
  first.outbox.journal.endCommand("b");
  first.outbox.close();
  using second = openOutbox(folder.path);
  expect(second.outbox.journal.openCommands()).toEqual(["a"]);
  second.outbox.journal.deleteCommandsBefore(10);
  expect(second.outbox.journal.recordCommand("b", 11)).toBe(true);
  expect(second.outbox.journal.recordCommand("a", 11)).toBe(false);
});
