import type { SelfTest } from "@verandah/contract/self-tests.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { runWhenDue } from "../../testing/run-when-due.ts";
import { aDevice, aSite, point } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { isSelfTestDue, runSelfTests } from "./self-test-runs.service.ts";

/** A UPS with its gateway, and the calls of its tests. */
async function startUps() {
  const site = aSite();
  const ups = aDevice("UPS", "T-UPS", ["ups_Status", "ups_BatteryStatus", "ups_TestResult"], {
    location: "T/tower",
    edge: "T-GW",
  });
  ups.points.push(point("ups_test", "none", { kind: "command", min: 1, max: 5 }));
  site.devices.push(ups);
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const measure = (values: Record<string, number>) => app.measure("T-GW", "T-UPS", values);
  await measure({ ups_Status: 3, ups_BatteryStatus: 2, ups_TestResult: 6, ups_test: 1 });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  return {
    app,
    gateway,
    user,
    measure,
    start: (more: object = {}) =>
      user.post("/v1/self_tests", { ssid: "T-UPS", kind: "battery", isMonthly: false, ...more }),
    list: async () => (await user.get("/v1/self_tests?ssid=T-UPS")).json<SelfTest[]>(),
    run: () => runWhenDue(app.ctx, isSelfTestDue, runSelfTests),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test.each([
  [1, { result: "passed", why: null }],
  [2, { result: "passed", why: null }],
  [3, { result: "failed", why: null }],
  [4, { result: "not-tested", why: "aborted" }],
])("a UPS test starts at once, creates no override, and ends with the result %d", async (value, result) => {
  await using site = await startUps();
  expect((await site.start()).statusCode).toBe(200);
  await site.run();
  await site.gateway.verifyAll();
  expect(site.gateway.sent).toMatchObject([{ device: "T-UPS", point: "ups_test", value: 4 }]);
  expect(site.gateway.sent[0]).not.toHaveProperty("until");
  site.app.advance(31_000);
  await site.measure({ ups_Status: 3, ups_BatteryStatus: 2, ups_TestResult: 5 });
  await site.run();
  expect((await site.list())[0]).toMatchObject({ state: "running", results: [{ result: null }] });
  site.app.advance(2_000);
  await site.measure({ ups_Status: 3, ups_BatteryStatus: 2, ups_TestResult: value });
  await site.run();
  expect((await site.list())[0]).toMatchObject({ kind: "battery", state: "done", results: [result] });
});

test.each([
  ["on battery", { ups_Status: 5, ups_BatteryStatus: 2 }],
  ["on bypass", { ups_Status: 4, ups_BatteryStatus: 2 }],
  ["with a low battery", { ups_Status: 3, ups_BatteryStatus: 3 }],
  ["with an unknown battery", { ups_Status: 3, ups_BatteryStatus: 1 }],
])("a UPS %s is not tested", async (_what, values) => {
  await using site = await startUps();
  site.app.advance(1_000);
  await site.measure(values);
  await site.start();
  await site.run();
  await site.gateway.dispatch();
  expect(site.gateway.sent).toEqual([]);
  expect((await site.list())[0]).toMatchObject({ state: "done", results: [{ why: "not-ready" }] });
});

test("a UPS that does not answer is not tested", async () => {
  await using site = await startUps();
  site.app.advance(600_000);
  await site.gateway.refresh();
  await site.start();
  await site.run();
  expect((await site.list())[0]).toMatchObject({ state: "done", results: [{ why: "offline" }] });
  expect(site.gateway.sent).toEqual([]);
});

test("a UPS test cannot be started without its checks, or with a kind that the UPS does not have", async () => {
  await using site = await startUps();
  const writes = [{ ssid: "T-UPS", param_id: "ups_test", value: 4 }];
  const sent = (await site.user.post("/v1/commands", { writes })).json();
  expect(sent).toMatchObject({ refused: [{ code: "point-not-writable" }] });
  await site.gateway.dispatch();
  expect(site.gateway.sent).toEqual([]);
  expect((await site.start({ kind: "function" })).statusCode).toBe(400);
  expect((await site.start({ floor: 1 })).statusCode).toBe(400);
  expect((await site.start({ ssid: "T-AHU" })).statusCode).toBe(404);
  expect((await site.start({ ssid: undefined })).statusCode).toBe(400);
  for (const who of ["viewer", "pumpCustomer", "member"] as const)
    expect(
      (
        await (
          await site.app.as(who)
        ).post("/v1/self_tests", { ssid: "T-UPS", kind: "battery", isMonthly: false })
      ).statusCode,
    ).toBe(403);
  expect((await (await site.app.as("other-administrator")).get("/v1/self_tests?ssid=T-UPS")).statusCode).toBe(
    404,
  );
});

test("a monthly UPS test is planned again, and its plan is recorded", async () => {
  await using site = await startUps();
  const plannedAt = new Date(site.app.now().getTime() + 60_000).toISOString();
  const { id } = (await site.start({ plannedAt, isMonthly: true, kind: "general" })).json<SelfTest>();
  site.app.advance(60_000);
  await site.run();
  expect((await site.list()).map(({ state, plannedAt: at }) => [state, at])).toEqual([
    ["planned", "2026-02-05T08:01:00.000Z"],
    ["done", plannedAt],
  ]);
  const { rows } = await site.app.query("select action from audit where target = $1", [`self-test:${id}`]);
  expect(rows).toEqual([{ action: "plan-ups-test" }]);
});
