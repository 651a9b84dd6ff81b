import { statusMessage } from "@verandah/field/payloads.ts";
import type { Protocol } from "@verandah/field/protocols/protocols.ts";
import { expect, test, vi } from "vitest";

import { deviceOf, type FieldBench, GATEWAY, protocols, startFieldBench } from "../../testing/field-bench.ts";

const TIME_LIMIT = { timeout: 15_000, interval: 20 };

/** Waits until `more` further values of each of these protocols have arrived. */
async function waitForMoreValues(field: FieldBench, those: readonly Protocol[], more = 5): Promise<void> {
  const before = new Map(those.map((protocol) => [protocol, field.arrived(protocol)]));
  await vi.waitFor(() => {
    for (const [protocol, count] of before)
      expect(field.arrived(protocol)).toBeGreaterThanOrEqual(count + more);
  }, TIME_LIMIT);
}

const reportOf = (field: FieldBench, protocol: Protocol) =>
  field.gateway.drivers().find((one) => one.protocol === protocol);
const healthOf = (field: FieldBench, protocol: Protocol) =>
  field.gateway.health().find((one) => one.device === deviceOf[protocol]);

test("a separate process reads each protocol", async () => {
  await using field = await startFieldBench();
  await waitForMoreValues(field, protocols);
  const pids = field.gateway.drivers().map(({ pid }) => pid);
  expect(new Set([...pids, process.pid]).size).toBe(protocols.length + 1);
  expect(field.gateway.drivers().map(({ isUp, restarts }) => [isUp, restarts])).toEqual(
    protocols.map(() => [true, 0]),
  );
});

test.each([
  ["bacnet", "SIGKILL"],
  ["modbus", "SIGKILL"],
  ["snmp", "SIGSTOP"],
  ["bacnet", "SIGSTOP"],
] as const)(
  "the %s process receives a %s: the others continue, and it restarts",
  async (protocol, signal) => {
    await using field = await startFieldBench();
    await waitForMoreValues(field, protocols, 2);
    const { pid = 0 } = reportOf(field, protocol) ?? {};
    const others = protocols.filter((one) => one !== protocol);
    process.kill(pid, signal);
    await waitForMoreValues(field, others);
    expect(others.map((one) => healthOf(field, one)?.state)).toEqual(others.map(() => "online"));
    await waitForMoreValues(field, protocols, 3);
    expect(reportOf(field, protocol)).toMatchObject({ isUp: true, restarts: 1 });
    expect(reportOf(field, protocol)?.pid).not.toBe(pid);
    expect(others.map((one) => reportOf(field, one)?.restarts)).toEqual(others.map(() => 0));
    expect(healthOf(field, protocol)?.state).toBe("online");
  },
);

test("a device misses its polls while its process is down, and is offline after three", async () => {
  await using field = await startFieldBench();
  await waitForMoreValues(field, ["snmp"], 2);
  process.kill(reportOf(field, "snmp")?.pid ?? 0, "SIGSTOP");
  await vi.waitFor(() => expect(healthOf(field, "snmp")?.state).toBe("offline"), TIME_LIMIT);
  expect(healthOf(field, "snmp")?.missedPolls).toBeGreaterThanOrEqual(3);
  await vi.waitFor(() => expect(healthOf(field, "snmp")?.state).toBe("online"), TIME_LIMIT);
});

test("changes that a device reports arrive again after a kill of its process", async () => {
  await using field = await startFieldBench(5_000);
  const values = () =>
    field.broker
      .readings(GATEWAY)
      .flatMap((message) => message.series)
      .filter((series) => series.point === "Return Air Temperature")
      .flatMap((series) => series.values.map(([, value]) => value));
  await waitForMoreValues(field, ["bacnet"], 1);
  process.kill(reportOf(field, "bacnet")?.pid ?? 0, "SIGKILL");
  await vi.waitFor(
    () => expect(reportOf(field, "bacnet")).toMatchObject({ isUp: true, restarts: 1 }),
    TIME_LIMIT,
  );
  await vi.waitFor(() => expect(field.devices.bacnet.device.subscriptions).toBeGreaterThan(0), TIME_LIMIT);
  // Long before the next poll.
  await vi.waitFor(() => {
    field.devices.bacnet.measure(31 + Math.random());
    expect(values().some((value) => value > 31)).toBe(true);
  }, TIME_LIMIT);
});

test("starts a process again that could not start, while the gateway runs", async () => {
  await using field = await startFieldBench();
  await waitForMoreValues(field, ["modbus"], 2);
  const first = reportOf(field, "modbus")?.pid ?? 0;
  process.kill(first, "SIGKILL");
  await vi.waitFor(
    () => expect(reportOf(field, "modbus")).toMatchObject({ isUp: true, restarts: 1 }),
    TIME_LIMIT,
  );
  process.kill(reportOf(field, "modbus")?.pid ?? 0, "SIGKILL");
  await vi.waitFor(
    () => expect(reportOf(field, "modbus")).toMatchObject({ isUp: true, restarts: 2 }),
    TIME_LIMIT,
  );
  await waitForMoreValues(field, ["modbus"], 2);
});

test("the gateway's status reports the state of each process and its rejected packets", async () => {
  await using field = await startFieldBench();
  await vi.waitFor(() => {
    const said = field.broker.published.findLast((one) => one.kind === "status");
    const { drivers } = statusMessage.parse(JSON.parse(said?.payload ?? "{}"));
    expect(drivers?.map(({ protocol, devices, isUp }) => [protocol, devices, isUp])).toEqual(
      protocols.map((protocol) => [protocol, 1, true]),
    );
    expect(drivers?.[0]?.counts).toEqual({ malformed: 0, foreign: 0, segmented: 0 });
  }, TIME_LIMIT);
});

test("the health of a device arrives as readings", async () => {
  await using field = await startFieldBench();
  const values = (point: string) =>
    field.broker
      .readings(GATEWAY)
      .flatMap((message) => message.series)
      .filter((series) => series.device === deviceOf.modbus && series.point === point)
      .flatMap((series) => series.values.map(([, value]) => value));
  await vi.waitFor(() => expect(values("health_latency").length).toBeGreaterThan(3), TIME_LIMIT);
  expect(values("health_latency").every((second) => second > 0 && second < 2)).toBe(true);
  expect(values("health_missed_polls")).toContain(0);
  field.devices.modbus.unplug();
  await vi.waitFor(
    () => expect(Math.max(...values("health_missed_polls"))).toBeGreaterThanOrEqual(2),
    TIME_LIMIT,
  );
});
