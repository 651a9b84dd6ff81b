import type { SelfTest } from "@verandah/contract/self-tests.ts";
import { expect, test, vi } from "vitest";

import { startDueLook } from "#core/jobs/due-look.ts";

import { startLights } from "../../testing/benches/lights-bench.ts";
import { runWhenDue } from "../../testing/run-when-due.ts";
import { isSelfTestDue, runSelfTests } from "./self-test-runs.service.ts";
import { startSelfTestJobs } from "./self-tests.jobs.ts";

/** A floor with emergency lights, and the calls of its tests. */
async function start(emergencyLights = ["50d001", "50d002"]) {
  const site = await startLights(emergencyLights);
  const inMs = (ms: number) => new Date(site.app.now().getTime() + ms).toISOString();
  return {
    ...site,
    inMs,
    plan: (more: object = {}) =>
      site.user.post("/v1/self_tests", {
        floor: site.floorId,
        kind: "function",
        plannedAt: inMs(60_000),
        isMonthly: false,
        ...more,
      }),
    list: async () => (await site.user.get(`/v1/self_tests?floor=${site.floorId}`)).json<SelfTest[]>(),
    /** Advances the clock and sends new values of the first group, so that it stays online. */
    async pass(ms: number, values: Record<string, number> = {}) {
      site.app.advance(ms);
      await site.app.measure("T-GW", "50d001", { light_level: 60, ...values });
      await site.gateway.refresh();
    },
    run: () => runWhenDue(site.app.ctx, isSelfTestDue, runSelfTests),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test("four servers start a test once, at its time, and its results are collected", async () => {
  await using site = await start();
  await site.plan();
  await site.pass(59_000);
  await site.run();
  expect((await site.list())[0]).toMatchObject({ state: "planned", results: [] });
  await site.pass(1_000, { emergency_result: 1 });
  await Promise.all([site.run(), site.run(), site.run(), site.run()]);
  await site.gateway.verifyAll();
  expect(site.gateway.sent).toMatchObject([
    { device: "50d001", point: "emergency_test", value: 1, priority: 16 },
  ]);
  expect(site.gateway.sent[0]?.until).toBe(site.app.now().getTime() + 120_000);
  expect((await site.list())[0]).toMatchObject({
    state: "running",
    results: [
      { name: "DALI 1", result: null },
      { name: "DALI 2", result: "not-tested", why: "offline" },
    ],
  });
  // At first the device still reports the result of the previous test.
  await site.pass(29_999, { emergency_result: 1 });
  await site.run();
  expect((await site.list())[0]?.state).toBe("running");
  await site.pass(2_000, { emergency_result: 3 });
  await site.run();
  expect((await site.list())[0]?.state).toBe("running");
  await site.pass(2_000, { emergency_result: 2 });
  await site.run();
  expect((await site.list())[0]).toMatchObject({
    state: "done",
    results: [
      { name: "DALI 1", result: "failed", why: null, at: site.app.now().toISOString() },
      { name: "DALI 2", result: "not-tested" },
    ],
  });
  await site.pass(60_000);
  await site.run();
  await site.gateway.dispatch();
  expect(site.gateway.sent).toHaveLength(1);
});

test("a look starts a test at its time, and finds nothing before", async () => {
  await using site = await start();
  await site.plan();
  await site.pass(59_999, { emergency_result: 1 });
  const add = vi.fn<() => () => void>(() => () => undefined);
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>(), runs: { add, list: [] } };
  await using stack = new AsyncDisposableStack();
  let looks = 0;
  const now = () => {
    looks += 1;
    return site.app.now();
  };
  const look = stack.use(startDueLook({ ...site.app.ctx, now }, log, 20));
  stack.use(startSelfTestJobs(site.app.ctx, look));
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3));
  expect((await site.list())[0]?.state).toBe("planned");
  site.app.advance(1);
  await vi.waitFor(async () => expect((await site.list())[0]?.state).toBe("running"));
  expect(log.error).not.toHaveBeenCalled();
});

test("a group without an emergency light is left out, and a duration test has its own command", async () => {
  await using site = await start(["50d001"]);
  await site.plan({ kind: "duration" });
  await site.pass(60_000);
  await site.run();
  await site.gateway.verifyAll();
  expect(site.gateway.sent).toMatchObject([{ device: "50d001", value: 2 }]);
  expect((await site.list())[0]?.results.map(({ name }) => name)).toEqual(["DALI 1"]);
});

test("a light whose command fails was not tested", async () => {
  await using site = await start(["50d001"]);
  await site.plan();
  await site.pass(60_000);
  await site.run();
  await site.gateway.dispatch();
  await site.gateway.answer(site.gateway.sent[0]?.id ?? "", "failed", { failure: "not-verified", value: 0 });
  await site.pass(2_000);
  await site.run();
  expect((await site.list())[0]).toMatchObject({
    state: "done",
    results: [{ result: "not-tested", why: "not-followed" }],
  });
});

test("a light without a result after ten minutes was not tested", async () => {
  await using site = await start(["50d001"]);
  await site.plan();
  await site.pass(60_000);
  await site.run();
  await site.gateway.verifyAll();
  await site.pass(600_000, { emergency_result: 3 });
  await site.run();
  expect((await site.list())[0]?.state).toBe("running");
  await site.pass(2_001, { emergency_result: 3 });
  await site.run();
  expect((await site.list())[0]).toMatchObject({
    state: "done",
    results: [{ result: "not-tested", why: "no-result" }],
  });
});

test.each([
  [600_000, "running", null],
  [600_001, "done", "late"],
])("a test that was missed by %d ms is %s", async (ms, state, why) => {
  await using site = await start(["50d001"]);
  await site.plan();
  await site.pass(60_000 + ms);
  await site.run();
  expect((await site.list())[0]).toMatchObject({ state, results: why === null ? [{}] : [{ why }, { why }] });
});

test("a monthly test plans its next on the same day and time of the campus, or the last day of the month", async () => {
  await using site = await start(["50d001"]);
  const firstMs = Date.parse("2026-01-31T20:00:00+05:30");
  site.app.advance(firstMs - site.app.now().getTime() - 60_000);
  // The earlier session has ended.
  await (
    await site.app.as("administrator")
  ).post("/v1/self_tests", {
    floor: site.floorId,
    kind: "function",
    plannedAt: site.inMs(60_000),
    isMonthly: true,
  });
  const seen: string[] = [];
  for (let month = 0; month < 3; month += 1) {
    const { rows } = await site.app.query("select planned_at from self_tests where state = 'planned'");
    const next = new Date(String(rows[0]?.["planned_at"]));
    seen.push(next.toISOString());
    await site.pass(next.getTime() - site.app.now().getTime());
    await site.run();
  }
  expect(seen).toEqual(["2026-01-31T14:30:00.000Z", "2026-02-28T14:30:00.000Z", "2026-03-31T14:30:00.000Z"]);
});

test("a planned test can be deleted, and is not run", async () => {
  await using site = await start(["50d001"]);
  const { id } = (await site.plan({ isMonthly: true })).json<SelfTest>();
  expect((await site.user.post(`/v1/self_tests/${id}/delete`)).json()).toEqual({ id });
  await site.pass(60_000);
  await site.run();
  expect(await site.list()).toEqual([]);
});

test("one test that fails to start does not block another", async () => {
  await using site = await start(["50d001"]);
  await site.plan();
  await site.plan({ plannedAt: site.inMs(61_000) });
  await site.pass(61_000);
  await site.app.query(
    "update self_tests set kind = 'duration' where planned_at = (select min(planned_at) from self_tests)",
  );
  await site.app.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.kind = 'duration' then raise exception 'no such luck'; end if; return new; end $$`);
  await site.app.query(
    "create trigger refuse before update of results on self_tests for each row execute function refuse()",
  );
  await expect(site.run()).rejects.toThrow("no such luck");
  expect((await site.list()).map(({ state }) => state)).toEqual(["planned", "running"]);
});

test("refuses a test in the past, beyond a year, at a taken time and of another campus", async () => {
  await using site = await start();
  const statusOf = async (more: object) => (await site.plan(more)).json();
  expect(await statusOf({ plannedAt: site.inMs(0) })).toMatchObject({
    fields: { plannedAt: "Choose a future time" },
  });
  expect(await statusOf({ plannedAt: site.inMs(366 * 24 * 3_600_000 + 1) })).toMatchObject({
    fields: { plannedAt: "Choose a time within a year" },
  });
  expect((await site.plan({ plannedAt: site.inMs(366 * 24 * 3_600_000) })).statusCode).toBe(200);
  expect((await site.plan()).statusCode).toBe(200);
  expect(await statusOf({ kind: "duration" })).toMatchObject({ status: 409, code: "self-test-taken" });
  expect(await statusOf({ floor: site.zoneId })).toMatchObject({ status: 404 });
  const stranger = await site.app.as("other-administrator");
  const body = { floor: site.floorId, kind: "function", plannedAt: site.inMs(90_000), isMonthly: false };
  expect((await stranger.post("/v1/self_tests", body)).statusCode).toBe(404);
  expect((await stranger.get(`/v1/self_tests?floor=${site.floorId}`)).statusCode).toBe(404);
});

test("a test that has started stays as a record, and viewers only see it", async () => {
  await using site = await start(["50d001"]);
  const { id } = (await site.plan()).json<SelfTest>();
  await site.pass(60_000);
  await site.run();
  expect((await site.user.post(`/v1/self_tests/${id}/delete`)).json()).toMatchObject({
    status: 409,
    code: "self-test-started",
  });
  const viewer = await site.app.as("viewer");
  expect((await viewer.get(`/v1/self_tests?floor=${site.floorId}`)).json()).toHaveLength(1);
  expect((await viewer.post(`/v1/self_tests/${id}/delete`)).statusCode).toBe(403);
  const { rows } = await site.app.query("select action, after from audit where target = $1", [
    `self-test:${id}`,
  ]);
  expect(rows).toMatchObject([
    { action: "plan-emergency-test", after: { kind: "function", isMonthly: false } },
  ]);
});

test("a floor without emergency lights has no test", async () => {
  await using site = await start([]);
  const refused = await site.plan();
  expect([refused.statusCode, refused.json().code]).toEqual([422, "self-test-none"]);
  expect(await site.list()).toEqual([]);
});
