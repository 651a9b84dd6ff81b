import { expect, test, vi } from "vitest";

import {
  recordDeviceHealth,
  recordEdgeStatus,
  refreshDeviceStates,
} from "#features/devices/devices.service.ts";
import { restartReconnecting } from "#features/devices/edge-sessions.service.ts";
import { createProcessWatch } from "#features/processes/processes.service.ts";

import { alerts, edge, evaluate } from "../../../testing/benches/alarm-bench.ts";
import {
  addProcess,
  connectGateway,
  reportDiskFree,
  reportProcess,
} from "../../../testing/benches/processes.ts";
import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { createStallWatch, startAlarmJobs } from "../alarms.jobs.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";

test("a silent sensor is a low alarm after three intervals, and restores with its next value", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await evaluate(app);
  app.advance(30_000);
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(0);
  app.advance(1);
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: 201, message: "Sensor not reporting" }]);

  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(0);
});

test("missing values while no server was running raise nothing", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await evaluate(app);
  app.advance(75_000);
  await refreshDeviceStates(app.ctx, () => false);
  await evaluateAlarms(app.ctx);
  expect((await alerts(app)).total.solution).toBe(0);
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(1);
});

test("after a start, and after a stall of more than 5 s, missing values count only 45 s later", () => {
  const mayLose = createStallWatch(0);
  const rounds = (fromMs: number, toMs: number) => {
    const answers: boolean[] = [];
    for (let atMs = fromMs; atMs <= toMs; atMs += 1_000) answers.push(mayLose(atMs));
    return answers;
  };
  expect(rounds(1_000, 44_000)).not.toContain(true);
  expect(rounds(45_000, 60_000)).not.toContain(false);
  expect(mayLose(65_000)).toBe(true);
  expect(mayLose(70_001)).toBe(false);
  expect(rounds(71_000, 115_000)).not.toContain(true);
  expect(mayLose(115_001)).toBe(true);
});

test("an offline controller is critical, and stays so while its gateway is lost, until it is back", async () => {
  await using app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  const report = (state: "online" | "offline") =>
    recordDeviceHealth(app.ctx, gateway, {
      at: 0,
      devices: [{ device: "T-AHU", state, since: 0, missedPolls: state === "offline" ? 3 : 0 }],
    });
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await report("offline");
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 102, Device_name: "Unit T-AHU" }]);

  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  app.advance(10_000);
  await evaluate(app);
  // The unit's alarm is active, explained by that of its gateway.
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 101, Device_name: "T-GW" }]);

  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 102 }]);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await report("online");
  await evaluate(app);
  expect((await alerts(app)).total).toEqual({ system: 0, solution: 0 });
});

/** Connects the gateway of the unit, which reports its health and sends a value. */
async function startUnit(app: Awaited<ReturnType<typeof startTestApp>>) {
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await recordDeviceHealth(app.ctx, gateway, {
    at: 0,
    devices: [{ device: "T-AHU", state: "online", since: 0, missedPolls: 0 }],
  });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await evaluate(app);
  return gateway;
}

test("a lost gateway is one critical alarm, and when it is back its devices have 45 s to send values", async () => {
  await using app = await startTestApp();
  const gateway = await startUnit(app);
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  app.advance(60_000);
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 101, Device_name: "T-GW" }]);

  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await evaluate(app);
  app.advance(44_999);
  await evaluate(app);
  expect((await alerts(app)).total).toEqual({ system: 0, solution: 0 });
  app.advance(1);
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 102, Device_name: "Unit T-AHU" }]);
});

test("the delay of a gateway that disconnected when the server stopped restarts at the next start", async () => {
  await using app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  const waiting = () => app.query("select since from alarm_conditions where rule = 'gateway-lost'");
  expect((await waiting()).rows).toHaveLength(1);
  app.advance(3_600_000);
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  await using running = new AsyncDisposableStack();
  running.use(startAlarmJobs(app.ctx, app.bus, [], Promise.resolve({ id: 0 }), log));
  await vi.waitFor(async () => expect((await waiting()).rows).toEqual([{ since: app.now() }]));
  expect((await alerts(app)).total).toEqual({ system: 0, solution: 0 });
  app.advance(10_000);
  await vi.waitFor(async () => expect((await alerts(app)).system).toMatchObject([{ alarm_code: 101 }]), {
    timeout: 5_000,
  });
  expect(log.error).not.toHaveBeenCalled();
});

test("a start beside another process with jobs leaves the delays as they are", async () => {
  await using app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  const waiting = () => app.query("select since from alarm_conditions where rule = 'gateway-lost'");
  const { rows: before } = await waiting();
  expect(before).toHaveLength(1);
  await reportDiskFree(app, "other", 50);
  // It has reported lately, however long the test takes.
  await app.query("update processes set seen_at = now() + interval '1 hour'");
  app.advance(5_000);
  const rule = vi.fn<() => Promise<[]>>(async () => []);
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  await using running = new AsyncDisposableStack();
  running.use(startAlarmJobs(app.ctx, app.bus, [rule], Promise.resolve({ id: 0 }), log));
  await vi.waitFor(() => expect(rule).toHaveBeenCalled(), 10_000);
  expect((await waiting()).rows).toEqual(before);
});

test.each([
  ["one zone", [], "Zone 1", "Ground"],
  ["one floor", ["T/g"], null, "Ground"],
  ["two zones of a floor", ["T/g/z2"], null, "Ground"],
  ["two floors", ["T/f1/z1"], null, null],
  ["a floor and the building", ["T/tower"], null, null],
])(
  "a lost gateway of %s raises its alarm at the lowest place that contains all of them",
  async (_, more, zone, floor) => {
    const site = aSite();
    site.devices = site.devices.filter(({ edge: of }) => of !== "T-GW");
    for (const location of ["T/g/z1", ...more])
      site.devices.push(aDevice("DALI", `T-${location}`, ["X"], { location, edge: "T-GW" }));
    await using app = await startTestApp({ sites: [site] });
    await recordEdgeStatus(app.ctx, await edge(app, "T-GW"), { state: "offline", at: 0 });
    await evaluate(app);
    app.advance(10_000);
    await evaluate(app);
    const { rows } = await app.query(`
    select zone.name as zone, floor.name as floor, l.building_id is not null as has_building
    from alarms as a join locations as l on l.id = a.location_id
    left join locations as zone on zone.id = l.zone_id left join locations as floor on floor.id = l.floor_id
    where a.code = 101`);
    expect(rows).toEqual([{ zone, floor, has_building: true }]);
    expect((await alerts(app)).total.system).toBe(1);
  },
);

test("a gateway that was connected before a restart has 30 s to reconnect", async () => {
  await using app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await app.db
    .updateTable("edges")
    .set({ state: "unknown", stateSince: app.now() })
    .where("id", "=", gateway.id)
    .execute();
  app.advance(30_000);
  await evaluate(app);
  app.advance(11_000);
  await evaluate(app);
  expect((await alerts(app)).total.system).toBe(0);
  app.advance(10_000);
  await evaluate(app);
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 101 }]);
});

test("an offline VAV is a low alarm, an offline chiller a critical one, an offline parking bay a sensor alarm", async () => {
  const site = aSite();
  for (const type of ["VAV", "CHILLER", "PARKING"] as const)
    site.devices.push(aDevice(type, `T-${type}`, ["X"], { location: "T/g", edge: "T-S1" }));
  await using app = await startTestApp({ sites: [site] });
  for (const type of ["VAV", "CHILLER", "PARKING"]) await app.measure("T-S1", `T-${type}`, { X: 1 });
  await evaluate(app);
  app.advance(30_001);
  await evaluate(app);
  const { system, solution } = await alerts(app);
  expect(system.map((alert) => [alert.Device_name, alert.alarm_code])).toEqual([["Device T-CHILLER", 102]]);
  expect(new Map(solution.map((alert) => [alert.Device_name, alert.alarm_code]))).toEqual(
    new Map([
      ["Device T-PARKING", 201],
      ["Device T-VAV", 202],
    ]),
  );
});

test("points that a gateway measures of a device do not count as values of the device", async () => {
  const site = aSite();
  site.devices.push(aDevice("VAV", "T-V", ["X", "health_missed_polls"], { location: "T/g", edge: "T-S1" }));
  await using app = await startTestApp({ sites: [site] });
  await app.measure("T-S1", "T-V", { X: 1 });
  await evaluate(app);
  app.advance(30_001);
  await app.measure("T-S1", "T-V", { health_missed_polls: 3 });
  await evaluate(app);
  expect((await alerts(app)).solution).toMatchObject([{ alarm_code: 202, Device_name: "Device T-V" }]);
});

test("a gateway that stops on purpose has 30 s to return, and only then raises its alarm", async () => {
  await using app = await startTestApp();
  const gateway = await startUnit(app);
  const totals = async () => {
    await evaluate(app);
    return (await alerts(app)).total;
  };
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0, isPlanned: true });
  for (const passedMs of [0, 13_000, 17_000]) {
    app.advance(passedMs);
    expect(await totals()).toEqual({ system: 0, solution: 0 });
  }
  const { rows } = await app.query(`select state from devices where ssid = 'T-AHU'`);
  expect(rows).toEqual([{ state: "unknown" }]);
  await startUnit(app);
  expect(await totals()).toEqual({ system: 0, solution: 0 });

  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0, isPlanned: true });
  app.advance(30_001);
  await totals();
  await totals();
  app.advance(10_000);
  expect(await totals()).toEqual({ system: 1, solution: 0 });
  expect((await alerts(app)).system).toMatchObject([{ alarm_code: 101 }]);
});

test("without a process with a broker no device and no gateway is lost, and after its start they have their time", async () => {
  await using app = await startTestApp();
  const broker = await addProcess(app, "a:1883");
  await connectGateway(app, broker);
  await recordDeviceHealth(app.ctx, await edge(app, "T-GW"), {
    at: 0,
    devices: [{ device: "T-AHU", state: "online", since: 0, missedPolls: 0 }],
  });
  const mayLose = createStallWatch(0);
  const watch = createProcessWatch();
  let atMs = 0;
  /** Rounds of the evaluation, one each second. @returns the names of those that were offline */
  async function rounds(
    seconds: number,
    { reporting, areSending }: { reporting?: number; areSending?: boolean },
  ) {
    const seen = new Set<string>();
    for (let at = 0; at < seconds; at += 1) {
      if (reporting !== undefined) await reportProcess(app, reporting);
      if (areSending && at % 10 === 0) {
        await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
        await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
      }
      atMs += 1_000;
      app.advance(1_000);
      const { isWhole, hasBroker } = await watch(app.ctx, atMs);
      await refreshDeviceStates(app.ctx, () => mayLose(atMs, isWhole), hasBroker);
      const { rows } = await app.query(
        "select ssid from devices where state = 'offline' union select ssid from edges where state = 'offline'",
      );
      for (const row of rows) seen.add(String(row["ssid"]));
    }
    return [...seen].toSorted();
  }
  expect(await rounds(60, { reporting: broker, areSending: true })).toEqual([]);
  expect(await rounds(120, {})).toEqual([]);
  const again = await addProcess(app, "b:1883");
  await restartReconnecting(app.ctx);
  expect(await rounds(29, { reporting: again })).toEqual([]);
  await connectGateway(app, again);
  expect(await rounds(10, { reporting: again })).toEqual([]);
  // From now on silence is the fault of the devices.
  expect(await rounds(30, { reporting: again })).toEqual(["T-AHU", "T-S1"]);
});
