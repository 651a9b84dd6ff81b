import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

import { WorkQueue } from "../devices/work-queue.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { OverrideBook } from "../overrides/override-book.ts";
import { OverrideKeeper } from "../overrides/override-keeper.ts";
import { openAhuBench } from "../testing/ahu-bench.ts";
import { CommandExecutor } from "./command-executor.ts";

const AHU = "AHU-BLR-A-F1-1";
const RAT_SETPOINT = "ahu_in_air_temperature_sp";

/** An executor in front of a simulated air handling unit. */
async function setUp() {
  const bench = await openAhuBench();
  const folder = temporaryFolder();
  const journal = new OutboxStore(join(folder.path, "outbox.sqlite"), 100_000_000);
  const results: CommandResult[] = [];
  const ignored: string[] = [];
  const polls = { count: 0 };
  const queue = new WorkQueue();
  const targets = new Map([
    [
      AHU,
      {
        driver: bench.driver,
        poller: {
          queue,
          signal: (ms: number) => AbortSignal.timeout(ms),
          pollSoon: () => void polls.count++,
        },
      },
    ],
  ]);
  const ended: { point: string; commandId: string | undefined }[] = [];
  const keep = () =>
    new OverrideKeeper({
      targets,
      book: new OverrideBook(join(folder.path, "overrides.json")),
      now: Date.now,
      everyMs: 30,
      onEnded: ({ point, commandId }) => ended.push({ point, commandId }),
      onLost: () => {},
      onTrouble: () => {},
    });
  let keeper = keep();
  const start = () =>
    new CommandExecutor({
      targets,
      journal,
      overrides: keeper,
      report: (result) => results.push(result),
      now: Date.now,
      onHeld: () => {},
      verifyMs: 400,
      verifyEveryMs: 50,
      onIgnored: (why) => ignored.push(why),
    });
  let executor = start();
  return {
    bench,
    ended,
    /** The gateway ends, and is started again after a while. */
    async restart(afterMs: number) {
      keeper[Symbol.dispose]();
      await new Promise((done) => setTimeout(done, afterMs));
      keeper = keep();
      executor = start();
    },
    results,
    ignored,
    journal,
    polls,
    queue,
    start,
    order(command: Partial<CommandMessage> = {}) {
      const whole = {
        id: randomUUID(),
        device: AHU,
        point: RAT_SETPOINT,
        value: 22,
        priority: 8,
        expiresAt: Date.now() + 5_000,
        ...command,
      };
      executor.handle(Buffer.from(JSON.stringify(whole)));
      return whole.id;
    },
    raw: (text: string) => executor.handle(Buffer.from(text)),
    statesOf: (id: string) =>
      results.filter((result) => result.id === id).map((result) => result.failure ?? result.state),
    async [Symbol.asyncDispose]() {
      keeper[Symbol.dispose]();
      journal.close();
      folder[Symbol.dispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

test("a command is written, acknowledged, read back and verified with what was read", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22.5 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
  expect(field.results.at(-1)?.value).toBe(22.5);
  expect(field.bench.device.presentValues()[RAT_SETPOINT]).toBe(22.5);
  expect(field.polls.count).toBe(1);
});

test("null releases the priority, and that is verified too", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  const released = field.order({ value: null });
  await vi.waitFor(() => expect(field.statesOf(released)).toEqual(["acknowledged", "verified"]));
  expect(field.results.at(-1)?.value).toBe(24);
});

test("reports a schedule's command below an override as overridden, with the value in force", async () => {
  await using field = await setUp();
  const person = field.order({ value: 22, priority: 8 });
  await vi.waitFor(() => expect(field.statesOf(person)).toContain("verified"));
  const schedule = field.order({ value: 26, priority: 16 });
  await vi.waitFor(() => expect(field.statesOf(schedule)).toEqual(["acknowledged", "overridden"]));
  expect(field.results.at(-1)).toMatchObject({ value: 22, winningPriority: 8 });
});

test("the same id a second time does nothing, also in the next process", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  field.order({ id, value: 30 });
  field.start().handle(
    Buffer.from(
      JSON.stringify({
        id,
        device: AHU,
        point: RAT_SETPOINT,
        value: 30,
        priority: 8,
        expiresAt: Date.now() + 5_000,
      }),
    ),
  );
  await new Promise((done) => setTimeout(done, 150));
  expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]);
  expect(field.bench.device.presentValues()[RAT_SETPOINT]).toBe(22);
});

test("an expired command is refused and not written", async () => {
  await using field = await setUp();
  const id = field.order({ expiresAt: Date.now() });
  expect(field.statesOf(id)).toEqual(["expired"]);
  expect(field.bench.device.presentValues()[RAT_SETPOINT]).toBe(24);
});

test.each([
  [{ device: "AHU-9" }, "unknown-point"],
  [{ point: "no such point" }, "unknown-point"],
  [{ point: "Return Air Temperature" }, "refused"],
  [{ value: 14.9 }, "out-of-range"],
  [{ value: 35.1 }, "out-of-range"],
])("an order with %j fails as %s", async (part, failure) => {
  await using field = await setUp();
  const id = field.order(part);
  expect(field.statesOf(id)).toEqual([failure]);
});

test.each([15, 35])("a setpoint of exactly %d is taken", async (value) => {
  await using field = await setUp();
  const id = field.order({ value });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
});

test.each(["{", "[]", '{"id":"x"}'])("what is no command is ignored and said so: %s", async (text) => {
  await using field = await setUp();
  field.raw(text);
  expect(field.ignored).toHaveLength(1);
  expect(field.results).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 6, 17])("priority %d is never written", async (priority) => {
  await using field = await setUp();
  field.order({ priority });
  await new Promise((done) => setTimeout(done, 100));
  expect(field.ignored).toEqual([expect.stringContaining("priority")]);
  expect(field.results).toEqual([]);
  expect(shown(field)).toBe(24);
});

test("a device that acknowledges and ignores fails as not verified, with what it shows", async () => {
  await using field = await setUp();
  field.bench.writable.ignoreWrites();
  const id = field.order({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "not-verified"]));
  expect(field.results.at(-1)?.value).toBe(24);
});

test("a silent device fails as unreachable, or as expired when the time is over", async () => {
  await using field = await setUp();
  field.bench.unplug();
  const unreachable = field.order();
  const expired = field.order({ expiresAt: Date.now() + 100 });
  await vi.waitFor(() => {
    expect(field.statesOf(unreachable)).toEqual(["unreachable"]);
    expect(field.statesOf(expired)).toEqual(["expired"]);
  });
});

test("an older command stops looking when a newer one has taken its place", async () => {
  await using field = await setUp();
  field.bench.writable.ignoreWrites();
  const older = field.order({ value: 22 });
  const newer = field.order({ value: 23 });
  await vi.waitFor(() => expect(field.statesOf(older)).toEqual(["acknowledged", "not-verified"]));
  expect(field.statesOf(newer)).toEqual(["acknowledged"]);
  await vi.waitFor(() => expect(field.statesOf(newer)).toEqual(["acknowledged", "not-verified"]));
});

test("of two orders that wait for the same poll the later one stands", async () => {
  await using field = await setUp();
  const poll = Promise.withResolvers<void>();
  const polled = field.queue.run(() => poll.promise);
  field.order({ value: 22 });
  const newer = field.order({ value: 23 });
  poll.resolve();
  await polled;
  await vi.waitFor(() => expect(field.statesOf(newer)).toEqual(["acknowledged", "verified"]));
  expect(shown(field)).toBe(23);
});

test("a command under way when the gateway died is reported as not verified by the next", async () => {
  await using field = await setUp();
  const id = randomUUID();
  field.journal.noteCommand(id, Date.now());
  field.start();
  expect(field.statesOf(id)).toEqual(["not-verified"]);
  field.start();
  expect(field.statesOf(id)).toEqual(["not-verified"]);
});

const shown = (field: Awaited<ReturnType<typeof setUp>>) => field.bench.device.presentValues()[RAT_SETPOINT];

test("an override ends by itself", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22, until: Date.now() + 600 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
  expect(shown(field)).toBe(22);
  await vi.waitFor(() => expect(field.ended).toEqual([{ point: RAT_SETPOINT, commandId: id }]), {
    timeout: 3_000,
  });
  expect(shown(field)).toBe(24);
});

test("an override whose end comes while the gateway is down ends when it is up again", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22, until: Date.now() + 400 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  await field.restart(500);
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 3_000 });
});

test("an override that cannot be released at its end is released when the device is back", async () => {
  await using field = await setUp();
  const id = field.order({ value: 22, until: Date.now() + 300 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  field.bench.unplug();
  await new Promise((done) => setTimeout(done, 600));
  expect(field.ended).toEqual([]);
  field.bench.plug();
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 8_000 });
});

test("a later order without an end takes the end away, and one with another end moves it", async () => {
  await using field = await setUp();
  field.order({ value: 22, until: Date.now() + 400 });
  const stays = field.order({ value: 23 });
  await vi.waitFor(() => expect(field.statesOf(stays)).toContain("verified"));
  await new Promise((done) => setTimeout(done, 600));
  expect(shown(field)).toBe(23);
  const until = Date.now() + 900;
  field.order({ value: 21, until: until - 600 });
  const longer = field.order({ value: 20, until });
  await vi.waitFor(() => expect(field.statesOf(longer)).toContain("verified"));
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 3_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(until);
});

test("an override that is over before it began is refused", async () => {
  await using field = await setUp();
  const id = field.order({ until: Date.now() });
  expect(field.statesOf(id)).toEqual(["expired"]);
});
