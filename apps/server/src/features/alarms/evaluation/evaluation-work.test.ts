import { expect, test, vi } from "vitest";

import { createLocalBus } from "#core/bus.ts";
import { allShares } from "#core/campus-shares.ts";
import { listCampuses } from "#features/campuses/campuses.service.ts";
import { recordDeviceHealth, recordEdgeStatus } from "#features/devices/devices.service.ts";
import { suspectUnits } from "#features/hvac/fault-suspicions.service.ts";
import { createPumpRule } from "#features/pumps/pump-suspicions.service.ts";

import { alerts, edge, evaluate } from "../../../testing/benches/alarm-bench.ts";
import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateStatesAndAlarms, startAlarmJobs } from "../alarms.jobs.ts";
import { lockShares } from "../alarms.repository.ts";
import type { SuspicionSource } from "./alarm-evaluation.service.ts";
import { createEvaluationWork } from "./evaluation-work.ts";
import { suspect } from "./suspicion.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const stateOf = async (app: App, ssid: string) =>
  (await app.query("select state from devices where ssid = $1", [ssid])).rows[0]?.["state"];

/** A site with many devices, which a round with a small sweep does not look at. */
function aLargeSite(devices: number, paramIds: string[], gateway = "T-S1") {
  const site = aSite();
  const type = paramIds.length > 1 ? "CHILLER" : "ENVIRONMENT";
  for (let at = 0; at < devices; at += 1)
    site.devices.push(aDevice(type, `T-E${at}`, paramIds, { location: "T/g/z1", edge: gateway }));
  return site;
}

test("a device goes offline when its value is due, and online with its next value, without a sweep", async () => {
  await using app = await startTestApp();
  await evaluate(app);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await evaluate(app);
  expect(await stateOf(app, "T-S1")).toBe("online");
  for (const _ of [1, 2, 3]) {
    app.advance(9_000);
    await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
    await evaluate(app);
  }
  app.advance(30_000);
  await evaluate(app);
  expect(await stateOf(app, "T-S1")).toBe("online");
  app.advance(1);
  await evaluate(app);
  expect(await stateOf(app, "T-S1")).toBe("offline");
  expect((await alerts(app)).total.solution).toBe(1);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await evaluate(app);
  expect(await stateOf(app, "T-S1")).toBe("online");
  expect((await alerts(app)).total.solution).toBe(0);
});

test("a reported fault and the loss of a gateway change states without a value", async () => {
  await using app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  const report = (state: "online" | "offline") =>
    recordDeviceHealth(app.ctx, gateway, {
      at: 0,
      devices: [{ device: "T-AHU", state, since: 0, missedPolls: 0 }],
    });
  await evaluate(app);
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await report("online");
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await evaluate(app);
  expect(await stateOf(app, "T-AHU")).toBe("online");
  await report("offline");
  await evaluate(app);
  expect(await stateOf(app, "T-AHU")).toBe("offline");
  await report("online");
  await evaluate(app);
  expect(await stateOf(app, "T-AHU")).toBe("online");
  await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
  await evaluate(app);
  expect(await stateOf(app, "T-AHU")).toBe("unknown");
});

test("an outage of more devices than a round can evaluate takes several rounds", async () => {
  await using app = await startTestApp({ sites: [aLargeSite(20, ["TEMPERATURE"], "T-GW")] });
  await app.query("update devices set state = 'online', reported_state = 'online' where ssid like 'T-E%'");
  await app.query("update edges set state = 'offline' where ssid = 'T-GW'");
  const work = createEvaluationWork(app.bus, 0, 1, 0, 5);
  const [campus] = await listCampuses(app.ctx);
  app.bus.publish({ name: "changed", data: { topic: "device-states", campusId: campus?.id } });
  let [rounds, evaluated] = [0, 0];
  while (evaluated < 20 && rounds < 20) {
    expect(work.isAtRest(app.now())).toBe(false);
    await evaluateStatesAndAlarms(app.ctx, [], () => true, true, work);
    const { rows } = await app.query(
      "select count(*)::int from devices where ssid like 'T-E%' and state = 'unknown'",
    );
    const before = evaluated;
    evaluated = Number(rows[0]?.["count"]);
    rounds += 1;
    expect(evaluated - before).toBeLessThanOrEqual(5);
  }
  expect(evaluated).toBe(20);
});

test("a changed limit is evaluated with values that arrived before", async () => {
  await using app = await startTestApp();
  const admin = await app.as("administrator");
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 27 });
  await evaluate(app);
  expect((await alerts(app)).total.solution).toBe(0);
  const limits = (await admin.get("/v1/campuses/configuration")).json<object>();
  const answer = await admin.post("/v1/campuses/configuration", {
    ...limits,
    temperature: { min: 18, max: 26 },
  });
  expect(answer.statusCode).toBe(200);
  await evaluate(app);
  app.advance(20_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 27 });
  await evaluate(app);
  app.advance(20_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 27 });
  const { rows } = await app.query("select rule from alarm_conditions union all select rule from alarms");
  expect(rows.map(({ rule }) => rule)).toContain("temperature-high");
});

test("a device whose event is lost is evaluated in its turn", async () => {
  await using app = await startTestApp({ sites: [aLargeSite(20, ["TEMPERATURE"])] });
  const bus = createLocalBus();
  const work = createEvaluationWork(bus, 5, 1);
  const round = () => evaluateStatesAndAlarms(app.ctx, [], () => true, true, work);
  await round();
  // The bus of this work has none of these events.
  await app.measure("T-S1", "T-E17", { TEMPERATURE: 24 });
  let rounds = 0;
  while ((await stateOf(app, "T-E17")) !== "online" && rounds < 10) {
    rounds += 1;
    await round();
  }
  expect(rounds).toBeGreaterThan(1);
  expect(rounds).toBeLessThanOrEqual(6);
});

test("each device has its turn at once after events were lost", async () => {
  await using app = await startTestApp({ sites: [aLargeSite(20, ["TEMPERATURE"])] });
  const work = createEvaluationWork(app.bus, 0);
  const { deviceIds } = await work.take(app.ctx);
  expect((await work.take(app.ctx)).deviceIds).toEqual([]);
  app.bus.publish({ name: "events-lost", data: {} });
  expect((await work.take(app.ctx)).deviceIds).toEqual(deviceIds);
});

test("a round that fails or does not evaluate leaves its work to the next", async () => {
  await using app = await startTestApp();
  const work = createEvaluationWork(app.bus, 0);
  const round = (ctx = app.ctx) => evaluateStatesAndAlarms(ctx, [], () => true, true, work);
  await round();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const scope = await work.take(app.ctx);
  expect(scope.deviceIds).toHaveLength(1);
  work.giveBack(scope, app.now());
  await round();
  expect(await stateOf(app, "T-S1")).toBe("online");
  app.advance(31_000);
  work.giveBack(await work.take(app.ctx), app.now());
  await round();
  await round();
  expect(await stateOf(app, "T-S1")).toBe("offline");
});

test("a round has a limited number of devices, also after a round that failed; the others follow", async () => {
  await using app = await startTestApp({ sites: [aLargeSite(20, ["TEMPERATURE"])] });
  const bus = createLocalBus();
  const work = createEvaluationWork(bus, 0, 1, 8);
  const failed = await work.take(app.ctx);
  expect(failed.deviceIds).toHaveLength(8);
  work.giveBack(failed, app.now());
  expect((await work.take(app.ctx)).deviceIds).toEqual(failed.deviceIds);
  bus.publish({ name: "readings-stored", data: { deviceIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } });
  expect((await work.take(app.ctx)).states.changedIds).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(work.isAtRest(app.now())).toBe(false);
  const seen = new Set<number>();
  for (let rounds = 0; rounds < 5; rounds += 1)
    for (const id of (await work.take(app.ctx)).deviceIds) seen.add(id);
  const { rows } = await app.query("select count(*)::int as count from devices");
  expect(seen.union(new Set(failed.deviceIds)).size).toBe(rows[0]?.["count"]);
});

test("a change of all campuses while a round reads its devices is not lost", async () => {
  await using app = await startTestApp();
  const work = createEvaluationWork(app.bus, 0);
  const change = vi.fn<() => void>(() => app.bus.publish({ name: "changed", data: { topic: "devices" } }));
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      change();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { deviceIds } = await work.take({ ...app.ctx, db });
  expect(change).toHaveBeenCalledOnce();
  expect(deviceIds.length).toBeGreaterThan(0);
  expect((await work.take(app.ctx)).deviceIds).toEqual(deviceIds);
  expect((await work.take(app.ctx)).deviceIds).toEqual([]);
});

test("while another server evaluates alarms, only these are left to the next round", async () => {
  await using app = await startTestApp();
  const work = createEvaluationWork(app.bus, 0);
  const round = () => evaluateStatesAndAlarms(app.ctx, [], () => true, true, work);
  await round();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await round();
  app.advance(30_001);
  await app.db.transaction().execute(async (other) => {
    expect(await lockShares(other, allShares)).toEqual(allShares);
    await round();
  });
  expect(await stateOf(app, "T-S1")).toBe("offline");
  const { deviceIds, states } = await work.take(app.ctx);
  expect(deviceIds).toHaveLength(1);
  expect(states.dueIds).toEqual([]);
});

test("at rest a round reads no values but those of the devices in turn", async () => {
  const pointIds = Array.from({ length: 18 }, (_, at) => `X${at}`);
  await using app = await startTestApp({ sites: [aLargeSite(600, pointIds)] });
  await app.query(
    "insert into latest (point_id, at, value, quality) select id, $1, 20, 0 from points on conflict do nothing",
    [app.now()],
  );
  await app.query("analyze");
  const work = createEvaluationWork(app.bus, 10, 1);
  const rounds = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      await evaluateStatesAndAlarms(app.ctx, [suspectUnits, createPumpRule()], () => true, true, work);
    await app.query("select pg_stat_force_next_flush()");
    const { rows } = await app.query(
      "select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as count from pg_stat_user_tables where relname = 'latest'",
    );
    return Number(rows[0]?.["count"]);
  };
  const before = await rounds(3);
  const read = (await rounds(5)) - before;
  expect(read).toBeGreaterThan(0);
  // Each rule may read the values of the ten devices.
  expect(read).toBeLessThan(5 * 10 * pointIds.length * 5);
});

test("rounds without a change are left out until a value, another change, a due device or the turn of devices", async () => {
  await using app = await startTestApp();
  const work = createEvaluationWork(app.bus, 5, 5);
  const round = () => evaluateStatesAndAlarms(app.ctx, [], () => true, true, work);
  const isAtRest = () => work.isAtRest(app.now());
  /** Rounds until the next one with devices in turn. */
  const restsUntilTurn = () => {
    let rests = 0;
    for (; isAtRest(); rests += 1) work.rest();
    return rests;
  };
  expect(isAtRest()).toBe(false);
  // Ends the pass after the start, and has a turn.
  for (let rounds = 0; rounds < 5; rounds += 1) await round();
  expect(restsUntilTurn()).toBe(4);
  await round();
  expect(isAtRest()).toBe(true);
  app.bus.publish({ name: "changed", data: { topic: "commands" } });
  expect(isAtRest()).toBe(false);
  // A round that fails leaves the change to the next.
  work.giveBack(await work.take(app.ctx), app.now());
  expect(isAtRest()).toBe(false);
  await round();
  expect(isAtRest()).toBe(true);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  expect(isAtRest()).toBe(false);
  // The device comes online.
  await round();
  for (let rounds = 0; rounds < 2; rounds += 1) await round();
  expect(isAtRest()).toBe(true);
  app.advance(60_000);
  expect(isAtRest()).toBe(false);
});

test("the job evaluates an idle site at each fifth second, a new value at once, and a running delay each second", async () => {
  await using app = await startTestApp();
  const rule = vi.fn<SuspicionSource>(() => Promise.resolve([]));
  /** Whether each round has evaluated. On a busy machine a round lasts longer than its second. */
  const evaluated: boolean[] = [];
  const add = () => () => {
    evaluated.push(rule.mock.calls.length > 0);
    rule.mockClear();
  };
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>(), runs: { add, list: [] } };
  /** The round that has begun may have looked before the change. */
  async function expectEvaluation(): Promise<void> {
    const from = evaluated.length;
    await vi.waitFor(() => expect(evaluated.slice(from, from + 2)).toContain(true));
  }
  await using running = new AsyncDisposableStack();
  running.use(startAlarmJobs(app.ctx, app.bus, [rule], Promise.resolve({ id: 0 }), log));
  // The first rounds look at all devices, and change their states.
  await vi.waitFor(() => expect(evaluated).toContain(false));
  await vi.waitFor(() => expect(evaluated.at(-1)).toBe(true));
  const idle = evaluated.length;
  await vi.waitFor(() => expect(evaluated.slice(idle, idle + 5)).toEqual([false, false, false, false, true]));
  // The next evaluation of an idle site is five rounds after this one.
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await expectEvaluation();
  const [campus] = await listCampuses(app.ctx);
  if (!campus) throw new Error("No campus");
  const subject = {
    kind: "campus",
    campusId: campus.id,
    locationId: campus.locationId,
    sourceName: "T",
  } as const;
  rule.mockResolvedValue([
    suspect(subject, { name: "standby-lost", onDelayMs: 60_000 }, { condition: "out" }),
  ]);
  const begun = evaluated.length;
  await vi.waitFor(() => expect(evaluated.slice(begun).filter((one) => one)).toHaveLength(4));
  const delayed = evaluated.slice(begun);
  expect(delayed.slice(delayed.indexOf(true))).toEqual([true, true, true, true]);
  expect(log.error).not.toHaveBeenCalled();
});

test("a value is evaluated within a second, and does not wait for the next round", async () => {
  await using app = await startTestApp();
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const rule = vi.fn<() => Promise<[]>>(() => Promise.resolve([]));
  await using _ = startAlarmJobs(app.ctx, app.bus, [rule], Promise.resolve({ id: 0 }), log, 600_000);
  await vi.waitFor(() => expect(rule).toHaveBeenCalled());
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await vi.waitFor(async () => expect(await stateOf(app, "T-S1")).toBe("online"));
  expect(log.error).not.toHaveBeenCalled();
});
