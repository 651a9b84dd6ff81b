import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { CommandResult } from "@verandah/field/payloads.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

import { CommandExecutor } from "../commands/command-executor.ts";
import { WorkQueue } from "../devices/work-queue.ts";
import { type Driver, DriverError } from "../drivers/driver.ts";
import { deadlineOf } from "../drivers/until-aborted.ts";
import { OverrideReleaser } from "./override-releaser.ts";
import { OverrideStore } from "./override-store.ts";
import { SlotWatch } from "./slot-watch.ts";

/** How the device treats a write: `ignores` accepts it without effect, `loses` takes it and its answer is lost. */
type Behaviour = "takes" | "ignores" | "loses";
const END = 100_000;

/** A unit with a priority array, or a meter without one, and the gateway's parts that write to it; the clock is stopped. */
function setUp(hasPriorities: boolean) {
  const folder = temporaryFolder();
  const clock = { nowMs: 1_000 };
  const device = {
    behaviour: "takes" as Behaviour,
    slot: null as number | null,
    value: 24,
    isReadable: true,
  };
  const shown = () => device.slot ?? device.value;
  const slots = () => Array.from({ length: 16 }, (_, at) => (at === 7 ? device.slot : null));
  const driver: Driver = {
    points: [{ id: "P", unit: "degC", write: { from: 15, to: 35, step: 1 } }],
    ...(hasPriorities && {
      readSlots: () => Promise.resolve([{ pointId: "P", presentValue: shown(), slots: slots() }]),
    }),
    read: () => Promise.resolve([]),
    async write(_point, value) {
      if (device.behaviour === "ignores") return;
      if (hasPriorities) device.slot = value;
      else device.value = value ?? device.value;
      if (device.behaviour === "loses") throw new DriverError("unreachable");
    },
    async readBack() {
      if (!device.isReadable) throw new DriverError("unreachable");
      return { presentValue: shown(), held: hasPriorities ? device.slot : undefined };
    },
    async [Symbol.asyncDispose]() {},
  };
  const poller = {
    queue: new WorkQueue(),
    deadline: (_ms: number, ...signals: AbortSignal[]) => deadlineOf(60_000, ...signals),
    pollSoon: () => {},
  };
  const results: (CommandResult & { name: string })[] = [];
  const names = new Map<string, string>();
  let failures = 0;
  const report = (result: CommandResult) =>
    void results.push({ ...result, name: names.get(result.id) ?? "?" });

  function start() {
    const store = new OverrideStore(join(folder.path, "overrides.json"));
    const targets = new Map([["D", { driver, poller }]]);
    const tell = (state: "released" | "verified" | "lost") => (one: { commandId?: string | undefined }) =>
      report({ id: one.commandId ?? "", state, at: clock.nowMs });
    const outcomes = { onEnded: tell("released"), onVerified: tell("verified"), onLost: tell("lost") };
    const shared = { targets, store, now: () => clock.nowMs, ...outcomes };
    const releaser = new OverrideReleaser({ ...shared, everyMs: 5, onFailure: () => void (failures += 1) });
    const watch = new SlotWatch({
      ...shared,
      everyMs: 0,
      onForeignChange: () => {},
      onRewritten: () => {},
      onFailure: () => {},
    });
    const executor = new CommandExecutor({
      targets,
      journal: {
        recordCommand: () => true,
        endCommand: () => {},
        openCommands: () => [],
        deleteCommandsBefore: () => {},
      },
      overrides: releaser,
      report,
      now: () => clock.nowMs,
      onHeld: () => {},
      verifyMs: 30,
      verifyEveryMs: 5,
      onIgnored: (why) => void results.push({ id: "", name: why, state: "failed", at: 0 }),
    });
    return { store, releaser, watch, executor };
  }
  let running = start();
  return {
    device,
    clock,
    slots,
    /** Sends a command and waits for its end. @returns its last state */
    async send(name: string, value: number | null, until: number | undefined = END): Promise<string> {
      const id = randomUUID();
      names.set(id, name);
      const command = { id, device: "D", point: "P", value, priority: 8, expiresAt: clock.nowMs + 9_000 };
      running.executor.handle(Buffer.from(JSON.stringify(value === null ? command : { ...command, until })));
      const isEnded = (one: CommandResult) => one.id === id && one.state !== "acknowledged";
      await vi.waitFor(() => expect(results.some(isEnded)).toBe(true));
      await poller.queue.run(async () => {});
      const last = results.findLast(isEnded);
      return last?.failure ?? last?.state ?? "";
    },
    /** What the gateway reported later of a command. */
    later: () =>
      results.filter(({ state }) => state !== "acknowledged").map(({ name, state }) => `${name} ${state}`),
    async compare() {
      await running.watch.polled("D", [], true);
    },
    /** How often a release failed. */
    failures: () => failures,
    foreign: () => running.watch.foreignOf("D"),
    restart() {
      running.releaser[Symbol.dispose]();
      running = start();
    },
    [Symbol.dispose]() {
      running.releaser[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const kinds = [
  ["with", true],
  ["without", false],
] as const;

test.each(kinds)(
  "an override ends at its time after a later write failed, %s a priority array",
  async (_, has) => {
    using field = setUp(has);
    expect(await field.send("22", 22)).toBe("verified");
    field.device.behaviour = "ignores";
    expect(await field.send("21", 21, END + 50_000)).toBe("not-verified");
    field.device.behaviour = "takes";
    await field.compare();
    expect(field.foreign() ?? []).toEqual([]);
    field.restart();
    await field.compare();
    field.clock.nowMs = END;
    await vi.waitFor(() => expect(field.later()).toEqual(["22 verified", "21 failed", "22 released"]));
    expect(field.device).toMatchObject({ slot: null, value: 24 });
  },
);

test.each(kinds)(
  "a release that the device ignores leaves the override its end, %s a priority array",
  async (_, has) => {
    using field = setUp(has);
    await field.send("22", 22);
    field.device.behaviour = "ignores";
    expect(await field.send("release", null)).toBe("not-verified");
    field.device.behaviour = "takes";
    await field.compare();
    field.clock.nowMs = END;
    await vi.waitFor(() => expect(field.later().at(-1)).toBe("22 released"));
    expect(field.device).toMatchObject({ slot: null, value: 24 });
  },
);

test("a value that reached the device although its answer was lost is verified later, and has its own end", async () => {
  using field = setUp(true);
  await field.send("22", 22);
  field.device.behaviour = "loses";
  expect(await field.send("21", 21, END + 50_000)).toBe("unreachable");
  field.device.behaviour = "takes";
  await field.compare();
  expect(field.later()).toEqual(["22 verified", "21 failed", "21 verified"]);
  expect(field.foreign()).toEqual([]);
  field.clock.nowMs = END;
  await new Promise((done) => setTimeout(done, 50));
  expect(field.device.slot).toBe(21);
  field.clock.nowMs = END + 50_000;
  await vi.waitFor(() => expect(field.later().at(-1)).toBe("21 released"));
  expect(field.device.slot).toBeNull();
});

test.each([
  ["kept the first value", "ignores", ["22 released"], null],
  ["took the second value", "loses", ["21 verified"], 21],
] as const)(
  "at the first end the device is asked which value it holds, and it %s",
  async (_, behaviour, outcome, slot) => {
    using field = setUp(true);
    await field.send("22", 22);
    Object.assign(field.device, { behaviour, isReadable: false });
    await field.send("21", 21, END + 50_000);
    field.restart();
    field.clock.nowMs = END - 1;
    Object.assign(field.device, { behaviour: "takes", isReadable: true });
    field.clock.nowMs = END;
    await vi.waitFor(() => expect(field.later().slice(2)).toEqual(outcome));
    expect(field.device.slot).toBe(slot);
  },
);

test.each(kinds)(
  "an end that the device ignores is repeated, and is reported when the device follows, %s a priority array",
  async (_, has) => {
    using field = setUp(has);
    await field.send("22", 22);
    field.device.behaviour = "ignores";
    field.clock.nowMs = END;
    await vi.waitFor(() => expect(field.failures()).toBe(1));
    await field.compare();
    expect(field.later()).toEqual(["22 verified"]);
    expect(field.foreign() ?? []).toEqual([]);
    field.device.behaviour = "takes";
    field.clock.nowMs += 60_000;
    await vi.waitFor(() => expect(field.later()).toEqual(["22 verified", "22 released"]));
    expect(field.device).toMatchObject({ slot: null, value: 24 });
  },
);

test("after a reboot the device gets back the value that it held, not the one that failed", async () => {
  using field = setUp(true);
  await field.send("22", 22);
  Object.assign(field.device, { behaviour: "ignores", isReadable: false });
  await field.send("21", 21);
  Object.assign(field.device, { behaviour: "takes", isReadable: true, slot: null });
  await field.compare();
  expect(field.device.slot).toBe(22);
});

test("a release whose verification failed is not undone when the slot is empty", async () => {
  using field = setUp(true);
  await field.send("22", 22);
  field.device.isReadable = false;
  expect(await field.send("release", null)).toBe("not-verified");
  field.device.isReadable = true;
  await field.compare();
  expect(field.device.slot).toBeNull();
  expect(field.later().at(-1)).toBe("22 released");
});

test("another system's value after a failed write is reported as the loss of the override that was in force", async () => {
  using field = setUp(true);
  await field.send("22", 22);
  Object.assign(field.device, { behaviour: "ignores", isReadable: false });
  await field.send("21", 21);
  Object.assign(field.device, { behaviour: "takes", isReadable: true, slot: 30 });
  await field.compare();
  expect(field.later().at(-1)).toBe("22 lost");
  expect(field.foreign()).toEqual([{ point: "P", priority: 8, value: 30 }]);
});

test.each(kinds)(
  "several failed writes in a row keep the first override, %s a priority array",
  async (_, has) => {
    using field = setUp(has);
    await field.send("22", 22);
    field.device.behaviour = "ignores";
    for (const value of [21, 20, 19]) await field.send(String(value), value, END + value);
    field.device.behaviour = "takes";
    field.clock.nowMs = END;
    await vi.waitFor(() => expect(field.later().at(-1)).toBe("22 released"));
    expect(field.device).toMatchObject({ slot: null, value: 24 });
  },
);
