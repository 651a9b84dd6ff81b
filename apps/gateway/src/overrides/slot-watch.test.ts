import { randomUUID } from "node:crypto";

import { commandResult, healthMessage } from "@verandah/field/payloads.ts";
import { openTestClient, ratSetpoint } from "@verandah/simulator/testing/bacnet-bench.ts";
import { expect, test, vi } from "vitest";

import { deviceOf, GATEWAY, startFieldBench } from "../testing/field-bench.ts";

const TIMEOUT = { timeout: 10_000, interval: 20 };
const POINT = "ahu_in_air_temperature_sp";
/** Duration of each override, ms. */
const OVERRIDE_MS = 60_000;
/** The gateway looks for expired overrides every second. */
const RELEASED_MS = 1_500;

/**
 * A gateway that polls every 100 ms and compares every 200 ms, and another client of the same unit. The gateway's clock can be moved to the
 * end of an override.
 */
async function setUp() {
  const realNow = Date.now;
  let aheadMs = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
  const field = await startFieldBench();
  const unit = field.devices.bacnet.device;
  const other = await openTestClient(unit.address);
  await vi.waitFor(() => expect(field.gateway.isConnected).toBe(true), TIMEOUT);
  const results = () =>
    field.broker.published
      .filter(({ kind }) => kind === "results")
      .map(({ payload }) => commandResult.parse(JSON.parse(payload)));
  function command(value: number): string {
    const id = randomUUID();
    const at = Date.now();
    const message = { id, device: deviceOf.bacnet, point: POINT, value, priority: 8 };
    const times = { expiresAt: at + 10_000, until: at + OVERRIDE_MS };
    field.broker.send(GATEWAY, "commands", JSON.stringify({ ...message, ...times }));
    return id;
  }
  return {
    field,
    unit,
    other,
    results,
    held: () => unit.slots()[POINT]?.[7],
    /** The foreign overrides of the unit in the newest health message. */
    foreign: () =>
      field.broker.published
        .filter(({ kind }) => kind === "health")
        .map(({ payload }) => healthMessage.parse(JSON.parse(payload)))
        .at(-1)
        ?.devices.find(({ device }) => device === deviceOf.bacnet)?.foreignOverrides,
    command,
    passOverride: () => void (aheadMs += OVERRIDE_MS),
    async override(value: number): Promise<string> {
      const id = command(value);
      await vi.waitFor(
        () => expect(results()).toContainEqual(expect.objectContaining({ id, state: "verified" })),
        TIMEOUT,
      );
      return id;
    },
    async [Symbol.asyncDispose]() {
      other[Symbol.dispose]();
      await field[Symbol.asyncDispose]();
      clock.mockRestore();
    },
  };
}

test("does not verify a command that another client overrides at priority 5", async () => {
  await using bench = await setUp();
  await bench.other.write(ratSetpoint, 30, 5);
  const id = bench.command(22);
  const last = () => bench.results().at(-1);
  await vi.waitFor(() => expect(last()?.state).toBe("failed"), TIMEOUT);
  expect(last()).toMatchObject({ id, failure: "overridden", value: 30, winningPriority: 5 });
  expect(bench.held()).toBe(22);
  await vi.waitFor(
    () => expect(bench.foreign()).toEqual([{ point: POINT, priority: 5, value: 30 }]),
    TIMEOUT,
  );
  const same = bench.command(30);
  await vi.waitFor(() => expect(last()).toMatchObject({ id: same, state: "verified" }), TIMEOUT);
});

test("reports the override of another client at priority 5, and its end", async () => {
  await using bench = await setUp();
  await bench.override(22);
  await bench.other.write(ratSetpoint, 30, 5);
  await vi.waitFor(
    () => expect(bench.foreign()).toEqual([{ point: POINT, priority: 5, value: 30 }]),
    TIMEOUT,
  );
  expect(bench.held()).toBe(22);
  await bench.other.write(ratSetpoint, null, 5);
  await vi.waitFor(() => expect(bench.foreign()).toEqual([]), TIMEOUT);
  expect(bench.results().map(({ state }) => state)).toEqual(["acknowledged", "verified"]);
});

test("ends an override whose slot another client overwrote, and leaves that value", async () => {
  await using bench = await setUp();
  const end = Date.now() + OVERRIDE_MS;
  const id = await bench.override(22);
  await bench.other.write(ratSetpoint, 30, 8);
  await vi.waitFor(
    () => expect(bench.results().at(-1)).toMatchObject({ id, state: "lost", value: 30 }),
    TIMEOUT,
  );
  expect(bench.results().at(-1)?.at).toBeLessThan(end);
  await vi.waitFor(
    () => expect(bench.foreign()).toEqual([{ point: POINT, priority: 8, value: 30 }]),
    TIMEOUT,
  );
  bench.passOverride();
  await new Promise((done) => setTimeout(done, RELEASED_MS));
  expect(bench.held()).toBe(30);
  expect(bench.results().filter(({ state }) => state === "lost")).toHaveLength(1);
});

test("writes an override again after the controller restarted, and releases it at its end", async () => {
  await using bench = await setUp();
  const id = await bench.override(22);
  bench.unit.restart();
  expect(bench.held()).toBeNull();
  await vi.waitFor(() => expect(bench.held()).toBe(22), TIMEOUT);
  bench.passOverride();
  await vi.waitFor(() => expect(bench.results().at(-1)).toMatchObject({ id, state: "released" }), TIMEOUT);
  expect(bench.held()).toBeNull();
});

test("ends an override when another client releases it a second time", async () => {
  await using bench = await setUp();
  const id = await bench.override(22);
  await bench.other.write(ratSetpoint, null, 8);
  await vi.waitFor(() => expect(bench.held()).toBe(22), TIMEOUT);
  await bench.other.write(ratSetpoint, null, 8);
  await vi.waitFor(
    () => expect(bench.results().at(-1)).toMatchObject({ id, state: "lost", value: null }),
    TIMEOUT,
  );
  await new Promise((done) => setTimeout(done, 600));
  expect(bench.held()).toBeNull();
});

test("does not report values of site programs below priority 8 as overrides, unless they override a schedule", async () => {
  await using bench = await setUp();
  await bench.other.write(ratSetpoint, 25, 10);
  await new Promise((done) => setTimeout(done, 1_000));
  expect(bench.foreign() ?? []).toEqual([]);
  await bench.other.write(ratSetpoint, 26, 16);
  await vi.waitFor(
    () => expect(bench.foreign()).toEqual([{ point: POINT, priority: 10, value: 25 }]),
    TIMEOUT,
  );
});
