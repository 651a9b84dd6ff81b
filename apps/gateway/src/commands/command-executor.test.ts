import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { CommandMessage, CommandResult } from "@verandah/field/payloads.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

import { WorkQueue } from "../devices/work-queue.ts";
import { deadlineOf } from "../drivers/until-aborted.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { OverrideReleaser } from "../overrides/override-releaser.ts";
import { OverrideStore } from "../overrides/override-store.ts";
import { openAhuBench } from "../testing/ahu-bench.ts";
import { CommandExecutor } from "./command-executor.ts";

const AHU = "AHU-BLR-A-F1-1";
const RAT_SETPOINT = "ahu_in_air_temperature_sp";

/** An executor for a simulated air handling unit. Its clock is the real one, and can be moved forwards. */
async function setUp({ verifyMs = 10_000 } = {}) {
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
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
          deadline: deadlineOf,
          pollSoon: () => void polls.count++,
        },
      },
    ],
  ]);
  const ended: { point: string; commandId: string | undefined }[] = [];
  const createReleaser = () =>
    new OverrideReleaser({
      targets,
      store: new OverrideStore(join(folder.path, "overrides.json")),
      now,
      everyMs: 30,
      onEnded: ({ point, commandId }) => ended.push({ point, commandId }),
      onVerified: () => {},
      onLost: () => {},
      onFailure: () => {},
    });
  let releaser = createReleaser();
  const start = () =>
    new CommandExecutor({
      targets,
      journal,
      overrides: releaser,
      report: (result) => results.push(result),
      now,
      onHeld: () => {},
      verifyMs,
      verifyEveryMs: 50,
      onIgnored: (why) => ignored.push(why),
    });
  let executor = start();
  return {
    bench,
    ended,
    now,
    /** Moves the clock. */
    pass(ms: number) {
      aheadMs += ms;
    },
    /** Stops the gateway and starts it again after a time on its clock. */
    restart(afterMs: number) {
      releaser[Symbol.dispose]();
      aheadMs += afterMs;
      releaser = createReleaser();
      executor = start();
    },
    results,
    ignored,
    journal,
    polls,
    queue,
    start,
    send(command: Partial<CommandMessage> = {}) {
      const whole = {
        id: randomUUID(),
        device: AHU,
        point: RAT_SETPOINT,
        value: 22,
        priority: 8,
        expiresAt: now() + 5_000,
        ...command,
      };
      executor.handle(Buffer.from(JSON.stringify(whole)));
      return whole.id;
    },
    raw: (text: string) => executor.handle(Buffer.from(text)),
    statesOf: (id: string) =>
      results.filter((result) => result.id === id).map((result) => result.failure ?? result.state),
    async [Symbol.asyncDispose]() {
      releaser[Symbol.dispose]();
      journal.close();
      folder[Symbol.dispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

test("writes, acknowledges, reads back and verifies a command with the read value", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22.5 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
  expect(field.results.at(-1)?.value).toBe(22.5);
  expect(field.bench.device.presentValues()[RAT_SETPOINT]).toBe(22.5);
  expect(field.polls.count).toBe(1);
});

test("null releases the priority and is verified", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  const released = field.send({ value: null });
  await vi.waitFor(() => expect(field.statesOf(released)).toEqual(["acknowledged", "verified"]));
  expect(field.results.at(-1)?.value).toBe(24);
});

test("reports a schedule's command below an override as overridden, with the value in force", async () => {
  await using field = await setUp();
  const person = field.send({ value: 22, priority: 8 });
  await vi.waitFor(() => expect(field.statesOf(person)).toContain("verified"));
  const schedule = field.send({ value: 26, priority: 16 });
  await vi.waitFor(() => expect(field.statesOf(schedule)).toEqual(["acknowledged", "overridden"]));
  expect(field.results.at(-1)).toMatchObject({ value: 22, winningPriority: 8 });
});

test("ignores a repeated id, also in the next process", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  field.send({ id, value: 30 });
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

test("rejects an expired command without writing it", async () => {
  await using field = await setUp();
  const id = field.send({ expiresAt: Date.now() });
  expect(field.statesOf(id)).toEqual(["expired"]);
  expect(field.bench.device.presentValues()[RAT_SETPOINT]).toBe(24);
});

test.each([
  [{ device: "AHU-9" }, "unknown-point"],
  [{ point: "no such point" }, "unknown-point"],
  [{ point: "Return Air Temperature" }, "refused"],
  [{ value: 14.9 }, "out-of-range"],
  [{ value: 35.1 }, "out-of-range"],
])("a command with %j fails as %s", async (part, failure) => {
  await using field = await setUp();
  const id = field.send(part);
  expect(field.statesOf(id)).toEqual([failure]);
});

test.each([15, 35])("accepts a setpoint of exactly %d", async (value) => {
  await using field = await setUp();
  const id = field.send({ value });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
});

test.each(["{", "[]", '{"id":"x"}'])("ignores and reports an invalid command: %s", async (text) => {
  await using field = await setUp();
  field.raw(text);
  expect(field.ignored).toHaveLength(1);
  expect(field.results).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 6, 17])("never writes at priority %d", async (priority) => {
  await using field = await setUp();
  field.send({ priority });
  await new Promise((done) => setTimeout(done, 100));
  expect(field.ignored).toEqual([expect.stringContaining("priority")]);
  expect(field.results).toEqual([]);
  expect(shown(field)).toBe(24);
});

test("a write that a device acknowledges and ignores fails as not verified, with the device's value", async () => {
  await using field = await setUp({ verifyMs: 2_000 });
  field.bench.writable.ignoreWrites();
  const id = field.send({ value: 22 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "not-verified"]));
  expect(field.results.at(-1)?.value).toBe(24);
});

test("a silent device fails as unreachable, or as expired after the deadline", async () => {
  await using field = await setUp();
  field.bench.unplug();
  const unreachable = field.send();
  const expired = field.send({ expiresAt: Date.now() + 100 });
  await vi.waitFor(() => {
    expect(field.statesOf(unreachable)).toEqual(["unreachable"]);
    expect(field.statesOf(expired)).toEqual(["expired"]);
  });
});

test("stops verifying a command when a newer one supersedes it", async () => {
  await using field = await setUp({ verifyMs: 2_000 });
  field.bench.writable.ignoreWrites();
  const older = field.send({ value: 22 });
  const newer = field.send({ value: 23 });
  await vi.waitFor(() => expect(field.statesOf(older)).toEqual(["acknowledged", "not-verified"]));
  expect(field.statesOf(newer)).toEqual(["acknowledged"]);
  await vi.waitFor(() => expect(field.statesOf(newer)).toEqual(["acknowledged", "not-verified"]));
});

test("of two commands that wait for the same poll the later one remains in force", async () => {
  await using field = await setUp();
  const poll = Promise.withResolvers<void>();
  const polled = field.queue.run(() => poll.promise);
  field.send({ value: 22 });
  const newer = field.send({ value: 23 });
  poll.resolve();
  await polled;
  await vi.waitFor(() => expect(field.statesOf(newer)).toEqual(["acknowledged", "verified"]));
  expect(shown(field)).toBe(23);
});

test("reports an open command as not verified after a crash of the gateway", async () => {
  await using field = await setUp();
  const id = randomUUID();
  field.journal.recordCommand(id, Date.now());
  field.start();
  expect(field.statesOf(id)).toEqual(["not-verified"]);
  field.start();
  expect(field.statesOf(id)).toEqual(["not-verified"]);
});

const shown = (field: Awaited<ReturnType<typeof setUp>>) => field.bench.device.presentValues()[RAT_SETPOINT];

test("an override expires", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22, until: field.now() + 60_000 });
  await vi.waitFor(() => expect(field.statesOf(id)).toEqual(["acknowledged", "verified"]));
  expect(shown(field)).toBe(22);
  field.pass(60_000);
  await vi.waitFor(() => expect(field.ended).toEqual([{ point: RAT_SETPOINT, commandId: id }]), {
    timeout: 3_000,
  });
  expect(shown(field)).toBe(24);
});

test("an override that expires while the gateway is down is released at the next start", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22, until: field.now() + 60_000 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  field.restart(60_000);
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 3_000 });
});

test("releases an expired override when its device is back", async () => {
  await using field = await setUp();
  const id = field.send({ value: 22, until: field.now() + 60_000 });
  await vi.waitFor(() => expect(field.statesOf(id)).toContain("verified"));
  field.bench.unplug();
  field.pass(60_000);
  await new Promise((done) => setTimeout(done, 300));
  expect(field.ended).toEqual([]);
  field.bench.plug();
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 8_000 });
});

test("a later command without an end removes the end, and one with another end changes it", async () => {
  await using field = await setUp();
  field.send({ value: 22, until: field.now() + 30_000 });
  const stays = field.send({ value: 23 });
  await vi.waitFor(() => expect(field.statesOf(stays)).toContain("verified"));
  field.pass(30_000);
  await new Promise((done) => setTimeout(done, 200));
  expect(shown(field)).toBe(23);
  const until = field.now() + 60_000;
  field.send({ value: 21, until: until - 30_000 });
  const longer = field.send({ value: 20, until });
  await vi.waitFor(() => expect(field.statesOf(longer)).toContain("verified"));
  field.pass(30_000);
  await new Promise((done) => setTimeout(done, 200));
  expect(shown(field)).toBe(20);
  field.pass(30_000);
  await vi.waitFor(() => expect(shown(field)).toBe(24), { timeout: 3_000 });
});

test("rejects an override that has already expired", async () => {
  await using field = await setUp();
  const id = field.send({ until: Date.now() });
  expect(field.statesOf(id)).toEqual(["expired"]);
});
