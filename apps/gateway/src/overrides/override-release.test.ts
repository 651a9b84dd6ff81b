import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { CommandMessage, CommandResult, HeldOverride } from "@verandah/field/payloads.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { CommandExecutor } from "../commands/command-executor.ts";
import { WorkQueue } from "../devices/work-queue.ts";
import { type Driver, DriverError, type DriverFailure } from "../drivers/driver.ts";
import { deadlineOf } from "../drivers/until-aborted.ts";
import { OverrideReleaser } from "./override-releaser.ts";
import { type Override, OverrideStore } from "./override-store.ts";

const override: Override = { device: "D", point: "P", priority: 8, until: 1_000 };

/** A device with the given behaviour and its commands, with a stopped clock. */
function setUp(
  options: {
    write?: Driver["write"];
    read?: Driver["readBack"];
    recorded?: Override[];
    verifyMs?: number;
  } = {},
) {
  const folder = temporaryFolder();
  const file = join(folder.path, "overrides.json");
  const store = new OverrideStore(file);
  for (const one of options.recorded ?? []) store.put(one);
  const clock = { nowMs: 2_000 };
  const events: string[] = [];
  const queue = new WorkQueue();
  let shown = 24;
  const driver: Driver = {
    points: [{ id: "P", unit: "degC", write: { from: 15, to: 35, step: 1 } }],
    readSlots: () => Promise.resolve([]),
    read: () => Promise.resolve([]),
    async write(point, value, priority, signal) {
      events.push(`write ${value}`);
      await options.write?.(point, value, priority, signal);
      shown = value ?? 24;
    },
    readBack: (point, priority, signal) =>
      options.read?.(point, priority, signal) ?? Promise.resolve({ presentValue: shown, held: undefined }),
    async [Symbol.asyncDispose]() {},
  };
  const poller = {
    queue,
    deadline: (_ms: number, ...signals: AbortSignal[]) => deadlineOf(60_000, ...signals),
    pollSoon: () => {},
  };
  const targets = new Map([["D", { driver, poller }]]);
  const releaser = new OverrideReleaser({
    targets,
    store,
    now: () => clock.nowMs,
    everyMs: 10,
    onEnded: () => void events.push("ended"),
    onVerified: ({ value }) => void events.push(`verified ${value}`),
    onLost: (_override, held) => void events.push(`lost to ${held}`),
    onFailure: () => void events.push("trouble"),
  });
  const results: CommandResult[] = [];
  const forgottenBeforeMs: number[] = [];
  const executor = new CommandExecutor({
    targets,
    journal: {
      recordCommand: () => true,
      endCommand: () => {},
      openCommands: () => [],
      deleteCommandsBefore: (atMs) => void forgottenBeforeMs.push(atMs),
    },
    overrides: releaser,
    report: (result) => void results.push(result),
    now: () => clock.nowMs,
    onHeld: () => {},
    verifyMs: options.verifyMs ?? 250,
    verifyEveryMs: 5,
    onIgnored: (why) => void events.push(why),
  });
  return {
    store,
    driver,
    takeOver: (overrides: readonly HeldOverride[]) => releaser.takeOver(overrides),
    file,
    clock,
    events,
    queue,
    forgottenBeforeMs,
    send(command: Partial<CommandMessage> = {}) {
      const whole = {
        id: randomUUID(),
        device: "D",
        point: "P",
        value: 22,
        priority: 8,
        expiresAt: 9_000,
        ...command,
      };
      executor.handle(Buffer.from(JSON.stringify(whole)));
    },
    states: () => results.map(({ failure, state }) => failure ?? state),
    [Symbol.dispose]() {
      releaser[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const fails = (failure: DriverFailure) => () => Promise.reject(new DriverError(failure));

test.each([
  ["refused", false],
  ["unknown-point", true],
  ["unreachable", false],
  ["garbled", false],
] as const)("after a release that is %s the override is removed: %s", async (failure, isRemoved) => {
  using field = setUp({ recorded: [override], write: fails(failure) });
  await vi.waitFor(() => expect(field.events).toEqual(["write null", "trouble"]));
  expect(field.store.list()).toEqual(isRemoved ? [] : [override]);
});

test.each([
  ["leaves the value of another system", { isWritten: true }, 30, ["lost to 30"]],
  ["releases its own value", { isWritten: true }, 22.0004, ["write null", "ended"]],
  ["releases whatever a write without an answer left", {}, 30, ["write null", "ended"]],
])("the end of an override %s", async (_what, written, held, events) => {
  let inSlot: number | null = held;
  using field = setUp({
    recorded: [{ ...override, value: 22, ...written }],
    write: async (_point, value) => void (inSlot = value),
    read: () => Promise.resolve({ presentValue: held, held: inSlot }),
  });
  await vi.waitFor(() => expect(field.events).toEqual(events));
  expect(field.store.list()).toEqual([]);
});

test("overrides of a lost gateway end on time, and one that this gateway has recorded stays its own", async () => {
  const held = { ...override, commandId: randomUUID(), value: 22, until: 5_000 };
  let inSlot: number | null = 22;
  using field = setUp({
    write: async (_point, value) => void (inSlot = value),
    read: () => Promise.resolve({ presentValue: 24, held: inSlot }),
  });
  field.takeOver([
    { ...held, before: 20 },
    { ...held, device: "gone" },
  ]);
  const recorded = [{ ...held, isWritten: true }];
  expect(field.store.list()).toEqual(recorded);
  field.takeOver([{ ...held, until: 9_000 }]);
  expect(field.store.list()).toEqual(recorded);
  field.clock.nowMs = 5_000;
  await vi.waitFor(() => expect(field.events).toEqual(["write null", "ended"]));
  expect(field.store.list()).toEqual([]);
});

test("without priorities an override of a lost gateway is taken over only with the value before it", () => {
  using field = setUp();
  delete field.driver.readSlots;
  const held = { ...override, commandId: randomUUID(), value: 22, until: 5_000 };
  field.takeOver([held]);
  expect(field.store.list()).toEqual([]);
  field.takeOver([{ ...held, before: 20 }]);
  expect(field.store.list()).toEqual([{ ...held, before: 20, isWritten: true }]);
});

test("removes an override of a device that is no longer configured", () => {
  using field = setUp({ recorded: [{ ...override, device: "gone" }] });
  expect(field.store.list()).toEqual([]);
});

test("releases an override that expired during a downtime once at the start, even by a slow device", async () => {
  const answer = Promise.withResolvers<void>();
  using field = setUp({ recorded: [override], write: () => answer.promise });
  await new Promise((done) => setTimeout(done, 50));
  expect(field.events).toEqual(["write null"]);
  answer.resolve();
  await vi.waitFor(() => expect(field.events).toEqual(["write null", "ended"]));
});

test("keeps a command that arrives while a release waits", async () => {
  using field = setUp({ recorded: [{ ...override, until: 2_500 }] });
  const poll = Promise.withResolvers<void>();
  const polled = field.queue.run(() => poll.promise);
  field.clock.nowMs = 2_500;
  await new Promise((done) => setTimeout(done, 30));
  const newer = { ...override, until: 5_000 };
  field.store.put(newer);
  poll.resolve();
  await polled;
  await new Promise((done) => setTimeout(done, 10));
  expect(field.events).toEqual([]);
  expect(field.store.list()).toEqual([newer]);
});

test("a user's command interrupts a release by a silent device, and the release is repeated", async () => {
  let isSilent = true;
  using field = setUp({
    recorded: [override],
    write: async (_point, value, _priority, signal) => {
      if (value === 22) isSilent = false;
      if (!isSilent) return;
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new DriverError("unreachable")));
      });
    },
  });
  // By a clock that a busy machine slows down too.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const began = performance.now();
  field.send({ priority: 16 });
  await vi.waitFor(() => expect(field.states()).toContain("verified"));
  expect(performance.now() - began).toBeLessThan(2_000);
  await vi.waitFor(() => expect(field.events).toEqual(["write null", "write 22", "write null", "ended"]));
});

test("retries a failing release at least once a minute", async () => {
  using field = setUp({ recorded: [override], write: fails("unreachable") });
  for (const [tried, waitSecond] of [2, 4, 8, 16, 32, 60, 60, 60].entries()) {
    await vi.waitFor(() => expect(field.events).toHaveLength(2 * (tried + 1)), { interval: 2 });
    field.clock.nowMs += waitSecond * 1_000;
  }
  await vi.waitFor(() => expect(field.events).toHaveLength(18), { interval: 2 });
});

test.each([
  ["refused", 0],
  ["unreachable", 1],
] as const)("after a write that is %s, %d overrides are recorded", async (failure, recorded) => {
  using field = setUp({ write: fails(failure) });
  field.send({ until: 5_000 });
  await vi.waitFor(() => expect(field.states()).toEqual([failure]));
  expect(field.store.list()).toHaveLength(recorded);
});

test("a command expires at the exact instant, also while it waits for the device", async () => {
  using field = setUp();
  field.send({ expiresAt: 2_000 });
  expect(field.states()).toEqual(["expired"]);
  field.send({ expiresAt: 2_001 });
  await vi.waitFor(() => expect(field.states().slice(1)).toEqual(["acknowledged", "verified"]));
  const poll = Promise.withResolvers<void>();
  const polled = field.queue.run(() => poll.promise);
  field.send({ expiresAt: 3_000, value: 23 });
  field.clock.nowMs = 3_000;
  poll.resolve();
  await polled;
  await vi.waitFor(() => expect(field.states().at(-1)).toBe("expired"));
  expect(field.events).toEqual(["write 22"]);
});

test("a command runs before waiting polls", async () => {
  using field = setUp();
  const poll = Promise.withResolvers<void>();
  const polls = [
    field.queue.run(() => poll.promise),
    field.queue.run(async () => void field.events.push("second poll")),
  ];
  field.send();
  poll.resolve();
  await Promise.all(polls);
  expect(field.events).toEqual(["write 22", "second poll"]);
});

test("verification continues after a lost answer", async () => {
  let asked = 0;
  using field = setUp({
    read: async () => {
      asked += 1;
      if (asked < 3) throw new DriverError("unreachable");
      return { presentValue: 22, held: undefined };
    },
    // Long enough for three reads on a busy machine.
    verifyMs: 10_000,
  });
  field.send();
  await vi.waitFor(() => expect(field.states()).toEqual(["acknowledged", "verified"]));
});

test.each([
  [22.0009, "verified"],
  [22.0011, "not-verified"],
])("a value of 22 that reads back as %d is %s", async (presentValue, state) => {
  using field = setUp({
    read: () => Promise.resolve({ presentValue, held: undefined }),
  });
  field.send();
  await vi.waitFor(() => expect(field.states()).toEqual(["acknowledged", state]));
});

test("stores ids of commands for a day", () => {
  using field = setUp();
  field.clock.nowMs = 100_000_000;
  field.send({ expiresAt: 200_000_000 });
  expect(field.forgottenBeforeMs).toEqual([100_000_000 - 24 * 3_600_000]);
});

test("keeps a damaged file beside the new one", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "overrides.json");
  writeFileSync(file, '[{"device":');
  new OverrideStore(file).put(override);
  expect(readFileSync(`${file}.damaged`, "utf8")).toBe('[{"device":');
  expect(existsSync(`${file}.new`)).toBe(false);
});
