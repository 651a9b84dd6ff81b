import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { commandResult } from "@verandah/field/payloads.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { CommandExecutor } from "../commands/command-executor.ts";
import { WorkQueue } from "../devices/work-queue.ts";
import { DriverError } from "../drivers/driver.ts";
import { deadlineOf } from "../drivers/until-aborted.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { deviceOf, GATEWAY, startFieldBench } from "../testing/field-bench.ts";
import { openMeterBench } from "../testing/meter-bench.ts";
import { OverrideReleaser } from "./override-releaser.ts";
import { OverrideStore } from "./override-store.ts";

const TIMEOUT = { timeout: 15_000, interval: 20 };
const POINT = "transformerRatio";

test("restores the earlier value of a device without priorities, at the end and after a release", async () => {
  await using bench = await openMeterBench();
  using folder = temporaryFolder();
  const journal = new OutboxStore(join(folder.path, "outbox.sqlite"), 100_000_000);
  const poller = {
    queue: new WorkQueue(),
    deadline: deadlineOf,
    pollSoon: () => {},
  };
  const targets = new Map([["EM-1", { driver: bench.driver, poller }]]);
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  using overrides = new OverrideReleaser({
    targets,
    store: new OverrideStore(join(folder.path, "overrides.json")),
    now,
    everyMs: 30,
    onLost: () => {},
    onEnded: () => {},
    onVerified: () => {},
    onFailure: () => {},
  });
  const states: string[] = [];
  const executor = new CommandExecutor({
    targets,
    journal,
    overrides,
    report: (result) => states.push(result.failure ?? result.state),
    now,
    onHeld: () => {},
    // Long enough for a write and its read on a busy machine.
    verifyMs: 10_000,
    verifyEveryMs: 30,
    onIgnored: (why) => states.push(why),
  });
  const send = (value: number | null, until?: number) =>
    executor.handle(
      Buffer.from(
        JSON.stringify({
          id: randomUUID(),
          device: "EM-1",
          point: POINT,
          value,
          priority: 8,
          expiresAt: now() + 5_000,
          ...(until !== undefined && { until }),
        }),
      ),
    );
  const shown = async () => (await bench.driver.read([POINT], AbortSignal.timeout(2_000)))[0]?.value;

  send(60.5, now() + 60_000);
  await vi.waitFor(() => expect(states).toEqual(["acknowledged", "verified"]), TIMEOUT);
  // A second override over the first keeps the value before the first.
  send(70.5, now() + 60_000);
  await vi.waitFor(() => expect(states).toHaveLength(4), TIMEOUT);
  expect(await shown()).toBe(70.5);
  aheadMs = 60_000;
  await vi.waitFor(async () => expect(await shown()).toBe(100), TIMEOUT);

  send(50, now() + 60_000);
  await vi.waitFor(() => expect(states).toHaveLength(6), TIMEOUT);
  send(null);
  await vi.waitFor(() => expect(states).toHaveLength(8), TIMEOUT);
  expect(await shown()).toBe(100);
  expect(states.slice(4)).toEqual(["acknowledged", "verified", "acknowledged", "verified"]);
  // Without an earlier value there is nothing to restore.
  send(null);
  await vi.waitFor(() => expect(states.at(-1)).toBe("refused"), TIMEOUT);
  journal.close();
});

test("a command that waits behind a release keeps a record of its own", async () => {
  await using bench = await openMeterBench();
  using folder = temporaryFolder();
  const store = new OverrideStore(join(folder.path, "overrides.json"));
  store.put({ device: "EM-1", point: POINT, priority: 8, until: 9_000, before: 80 });
  const queue = new WorkQueue();
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const target = {
    driver: {
      ...bench.driver,
      async write() {
        reached.resolve();
        await answered.promise;
      },
    },
    poller: {
      queue,
      deadline: (_ms: number, ...signals: AbortSignal[]) => deadlineOf(60_000, ...signals),
      pollSoon: () => {},
    },
  };
  using releaser = new OverrideReleaser({
    targets: new Map([["EM-1", target]]),
    store,
    now: () => 10_000,
    onLost: () => {},
    onVerified: () => {},
    onEnded: () => {},
    onFailure: (_override, error) => expect.unreachable(String(error)),
  });
  await reached.promise;
  const command = { id: randomUUID(), device: "EM-1", point: POINT, priority: 8, value: 50 };
  const begun = queue.run((signal) =>
    releaser.begin({ ...command, expiresAt: 20_000, until: 30_000 }, target, signal),
  );
  answered.resolve();
  await begun;
  await new Promise((done) => setImmediate(done));
  expect(store.list()).toMatchObject([{ commandId: command.id, value: 50, before: 100 }]);
});

test("an override ends although the server is not connected", async () => {
  const realNow = Date.now;
  let aheadMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
  onTestFinished(() => void vi.restoreAllMocks());
  await using field = await startFieldBench();
  const unit = field.devices.bacnet.device;
  await vi.waitFor(() => expect(field.gateway.isConnected).toBe(true), TIMEOUT);
  const command = {
    id: randomUUID(),
    device: deviceOf.bacnet,
    point: "ahu_in_air_temperature_sp",
    value: 21.5,
    priority: 8,
    expiresAt: Date.now() + 40_000,
    until: Date.now() + 60_000,
  };
  field.broker.send(GATEWAY, "commands", JSON.stringify(command));
  await vi.waitFor(() => {
    const results = field.broker.published.filter((one) => one.kind === "results");
    expect(results.map((one) => commandResult.parse(JSON.parse(one.payload)).state)).toContain("verified");
  }, TIMEOUT);
  await field.broker.stop();
  expect(unit.presentValues()[command.point]).toBe(21.5);
  aheadMs = 60_000;
  await vi.waitFor(() => expect(unit.presentValues()[command.point]).toBe(24), TIMEOUT);
  expect(Date.now()).toBeGreaterThanOrEqual(command.until);
  await field.broker.start();
});

test("retries a failed release after 2 s, then after 4 s, and ends the override after it succeeds", async () => {
  await using bench = await openMeterBench();
  using folder = temporaryFolder();
  const store = new OverrideStore(join(folder.path, "overrides.json"));
  store.put({ device: "EM-1", point: POINT, priority: 8, until: 9_000, before: 100 });
  let nowMs = 10_000;
  const events: string[] = [];
  const driver = {
    ...bench.driver,
    async write(_point: string, value: number | null) {
      events.push(`write ${value} at ${nowMs}`);
      if (nowMs < 16_000) throw new DriverError("unreachable", { detail: "gone" });
    },
  };
  const poller = {
    queue: new WorkQueue(),
    deadline: (_ms: number, ...signals: AbortSignal[]) => deadlineOf(60_000, ...signals),
    pollSoon: () => void events.push("poll"),
  };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  using releaser = new OverrideReleaser({
    targets: new Map([["EM-1", { driver, poller }]]),
    store,
    now: () => nowMs,
    everyMs: 100,
    onLost: () => {},
    onVerified: () => {},
    onEnded: ({ point }) => void events.push(`ended ${point}`),
    onFailure: ({ point }) => void events.push(`trouble ${point}`),
  });
  for (; nowMs < 30_000; nowMs += 100) await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  expect(events).toEqual([
    "write 100 at 10000",
    `trouble ${POINT}`,
    "write 100 at 12000",
    `trouble ${POINT}`,
    "write 100 at 16000",
    `ended ${POINT}`,
    "poll",
  ]);
  expect(store.list()).toEqual([]);
  void releaser;
});

test("the file survives a restart, and a damaged one is renamed", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "overrides.json");
  const one = { device: "AHU-1", point: "P", priority: 8, until: 5, before: 24 };
  const two = { device: "AHU-1", point: "P", priority: 16, until: 3 };
  const store = new OverrideStore(file);
  store.put(one);
  store.put(two);
  expect(new OverrideStore(file).list()).toEqual([two, one]);
  store.remove({ device: "AHU-1", point: "P", priority: 8 });
  expect(new OverrideStore(file).list()).toEqual([two]);
  writeFileSync(file, '[{"device":');
  expect(new OverrideStore(file).list()).toEqual([]);
});
