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
  const troubles: string[] = [];
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
    onTrouble: (text) => troubles.push(text),
    ...options,
  });
  return {
    outbox,
    sent,
    troubles,
    link,
    put: (text: string) => outbox.put("readings", (stamp) => JSON.stringify({ ...stamp, text })),
    up() {
      link.isUp = true;
      outbox.pump();
    },
    down() {
      link.isUp = false;
      for (const reject of lost) reject(new Error("connection lost"));
      lost.clear();
      outbox.keep();
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
  using held = openOutbox(folder.path);
  held.link.acknowledges = false;
  held.up();
  held.put("a");
  held.down();
  held.link.acknowledges = true;
  held.up();
  await vi.waitFor(() => expect(held.outbox.pending).toBe(0));
  expect(held.seqs()).toEqual([1, 1]);
});

test("writes a message to disk that is unacknowledged for longer than the grace period, although connected", async () => {
  using folder = temporaryFolder();
  using held = openOutbox(folder.path);
  held.link.acknowledges = false;
  held.up();
  held.put("slow");
  await new Promise((done) => setTimeout(done, 80));
  using next = openOutbox(folder.path);
  expect(next.outbox.pending).toBe(1);
});

test("sends the newest message before the backlog", async () => {
  using folder = temporaryFolder();
  using held = openOutbox(folder.path);
  for (let i = 0; i < 50; i++) held.put(`old ${i}`);
  held.link.acknowledges = true;
  held.put("live");
  held.up();
  await vi.waitFor(() => expect(held.outbox.pending).toBe(0));
  expect(held.sent[0]?.text).toBe("live");
  expect(held.sent).toHaveLength(51);
});

test("sends results before readings, in their order", async () => {
  using folder = temporaryFolder();
  using held = openOutbox(folder.path);
  held.put("reading");
  for (const text of ["acknowledged", "verified"])
    held.outbox.put("results", (stamp) => JSON.stringify({ ...stamp, text }));
  held.put("newer reading");
  held.up();
  await vi.waitFor(() => expect(held.outbox.pending).toBe(0));
  expect(held.sent.map((one) => one.text)).toEqual(["acknowledged", "verified", "newer reading", "reading"]);
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
  using held = openOutbox(folder.path, { maxBytes: 262_144 });
  for (let i = 0; i < 300; i++) held.put(`${i} ${"x".repeat(1_000)}`);
  expect(held.outbox.pending).toBeLessThan(120);
  expect(held.outbox.pending).toBeGreaterThan(60);
  const dropped = 300 - held.outbox.pending;
  expect(held.outbox.dropped).toBe(dropped);
  expect(held.troubles.at(-1)).toBe(`The outbox is full: ${dropped} messages dropped, the oldest first`);
  held.up();
  await vi.waitFor(() => expect(held.outbox.pending).toBe(0));
  expect(held.seqs()).toContain(300);
  expect(held.seqs()).not.toContain(1);
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
    "full of noise behind its first half",
    (whole: Buffer) =>
      Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length / 2, 0xa5)]),
  ],
  ["not a database", () => Buffer.from("these are not the bytes that you are looking for".repeat(100))],
])("replaces a file that is %s and continues with a new epoch", async (_how, spoil) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  const first = openOutbox(folder.path);
  for (let i = 0; i < 40; i++) first.put("x".repeat(1_000));
  first.outbox.close();
  writeFileSync(file, spoil(readFileSync(file)));

  using second = openOutbox(folder.path);
  expect(second.outbox.damaged).toBe(1);
  // The number of messages in it is unknown.
  expect(second.outbox.dropped).toBe(1);
  expect(second.troubles).toHaveLength(1);
  expect(readdirSync(folder.path).some((name) => name.includes("damaged"))).toBe(true);
  second.up();
  second.put("after");
  await vi.waitFor(() => expect(second.sent).toHaveLength(1));
  expect(second.sent[0]).toMatchObject({ text: "after", seq: 1 });
});

test("damage during the run loses and counts the stored messages, but no later ones", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  using held = openOutbox(folder.path, { maxBytes: 100_000_000 });
  for (let i = 0; i < 3_000; i++) held.put("x".repeat(2_000));
  writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5), { flag: "r+" });
  held.put("after");
  held.up();
  await vi.waitFor(() => expect(held.outbox.pending).toBe(0), 5_000);
  expect(held.outbox.damaged).toBe(1);
  expect(held.outbox.dropped + held.sent.length).toBe(3_001);
  expect(held.sent.map((one) => one.text)).toContain("after");
  held.put("and later");
  await vi.waitFor(() => expect(held.sent.at(-1)?.text).toBe("and later"));
  expect(held.sent.at(-1)?.seq).toBe(3_002);
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
  expect(first.outbox.journal.noteCommand("a", 1)).toBe(true);
  expect(first.outbox.journal.noteCommand("a", 2)).toBe(false);
  expect(first.outbox.journal.noteCommand("b", 3)).toBe(true);
  first.outbox.journal.endCommand("b");
  first.outbox.close();
  using second = openOutbox(folder.path);
  expect(second.outbox.journal.openCommands()).toEqual(["a"]);
  second.outbox.journal.forgetCommandsBefore(10);
  expect(second.outbox.journal.noteCommand("b", 11)).toBe(true);
  expect(second.outbox.journal.noteCommand("a", 11)).toBe(false);
});
