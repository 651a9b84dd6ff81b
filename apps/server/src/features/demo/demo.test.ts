import type { DemoAccounts } from "@verandah/contract/demo.ts";
import { expect, test } from "vitest";

import { aDemoField, closeAllHours } from "../../testing/demo-field.ts";
import { aSite } from "../../testing/sites.ts";
import { quietLog, startTestApp } from "../../testing/start-test-app.ts";
import { recordEvent } from "../alarms/history/device-events.service.ts";
import { getEdge } from "../devices/edge-sessions.service.ts";
import { createDemo } from "./demo.service.ts";

const HOUR_MS = 3_600_000;

/** An app whose demo is a small campus, with the requests to the program that runs it. */
async function start(options: Parameters<typeof startTestApp>[0] = {}) {
  const demo = aDemoField();
  const { field } = demo;
  const app = await startTestApp({ demoField: field, ...options });
  const admin = await app.as("administrator");
  const remove = async () => {
    const answer = await admin.post("/v1/demo/remove");
    await app.demo.settled();
    return answer.json();
  };
  return {
    ...demo,
    app,
    admin,
    remove,
    add: async () => (await admin.post("/v1/demo")).json<{ accounts: DemoAccounts; code?: string }>(),
    get: async () => (await admin.get("/v1/demo")).json(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

type Bench = Awaited<ReturnType<typeof start>>;

/** The number of rows of each table, without the audit, which stays, and the calls of the last minutes. */
async function countRows({ app }: Bench): Promise<Record<string, unknown>> {
  const { rows } = await app.query(
    "select tablename from pg_tables where schemaname = current_schema() and tablename not in ('audit', 'call_counts') order by 1",
  );
  const counts = rows.map(
    ({ tablename: name }) => `(select count(*)::int from ${String(name)}) as "${String(name)}"`,
  );
  return (await app.query(`select ${counts.join()}`)).rows[0] ?? {};
}

/** Values of two hours, an event, and what people do in a day. */
async function useDemo(bench: Bench, accounts: DemoAccounts): Promise<void> {
  const { app } = bench;
  const { rows } = await app.query("select id from edges where ssid like 'D-%'");
  await app.index.load(rows.map(({ id }) => Number(id)));
  for (const ageMs of [26 * HOUR_MS, HOUR_MS])
    await app.measure("D-S1", "D-S1", { TEMPERATURE: 24, CO2: 600 }, ageMs);
  await closeAllHours(app.ctx);
  await app.measure("D-S1", "D-S1", { TEMPERATURE: 25 }, 0);
  const gateway = await getEdge(app.ctx, "D-GW");
  if (!gateway) throw new Error("The demo has a gateway");
  const event = {
    device: "D-AHU",
    code: 203,
    at: app.now().getTime(),
    message: "Filter",
    state: "raised" as const,
  };
  await recordEvent(app.ctx, gateway, event);

  await app.login("demo-viewer", false, "Wrong1234");
  const { password = "" } = accounts.find(({ username }) => username === "demo-admin") ?? {};
  const { token } = (await app.login("demo-admin", false, password)).json<{ token: string }>();
  const { post } = app.client(token);
  const user = { username: "learner", email: "", password: "Secret123", role: 3 };
  expect((await post("/v1/users", user)).statusCode).toBe(200);
  expect((await post("/v1/gateways", { ssid: "D-GW-2", name: "Second" })).statusCode).toBe(200);
  const unit = await app.query("select id, version from devices where ssid = 'D-AHU'");
  const removal = { kind: "device", ...unit.rows[0], readings: "keep" };
  expect((await post("/v1/campuses/tree/removal", removal)).statusCode).toBe(200);
  expect((await post("/v1/demo/remove")).json()).toMatchObject({ code: "not-allowed" });
}

test("the demo is added as a second campus, and removed with all its rows", async () => {
  await using bench = await start();
  const { app, requests, get, remove } = bench;
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 21 }, 2 * HOUR_MS);
  await closeAllHours(app.ctx);
  const own = "select to_json(l) as l from locations l where campus_id = 1 order by id";
  const before = { counts: await countRows(bench), places: (await app.query(own)).rows };
  expect(await get()).toEqual({ obstacle: null, demo: null });

  const { accounts } = await bench.add();
  await app.demo.settled();
  expect(accounts.map(({ username }) => username)).toEqual(
    ["operator", "admin", "viewer", "farmer", "member"].map((name) => `demo-${name}`),
  );
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(5);
  expect(requests).toEqual(["describe", "run as demo-admin"]);
  expect((await bench.add()).code).toBe("demo-present");
  await useDemo(bench, accounts);
  expect(await get()).toMatchObject({
    demo: {
      campus: "Demo Campus",
      state: "present",
      field: "running",
      isOwn: false,
      contents: { places: 10, gateways: 2, devices: 4, alarms: 1 },
    },
  });

  expect(await remove()).toEqual({});
  expect(requests.at(-1)).toBe("remove");
  expect(await get()).toEqual({ obstacle: null, demo: null });
  app.advance(2 * HOUR_MS);
  await closeAllHours(app.ctx);
  expect(await countRows(bench)).toEqual(before.counts);
  expect((await app.query(own)).rows).toEqual(before.places);
  const { rows } = await app.query(
    "select action, campus_id from audit where action like '%-demo%' order by id",
  );
  expect(rows).toEqual([
    { action: "add-demo", campus_id: 1 },
    { action: "remove-demo", campus_id: 1 },
  ]);
  expect((await bench.add()).accounts).toHaveLength(5);
});

test("an own account that has opened the demo last keeps its campus, its password and its state", async () => {
  await using bench = await start();
  const { app } = bench;
  await bench.add();
  const own =
    "select campus_id, role_id, building_id, password_hash, disabled_at from users where username = 'viewer'";
  const before = (await app.query(own)).rows;
  await app.query(`update users u set campus_id = b.campus_id, building_id = b.id, role_id = 2
    from locations b join demos using (campus_id) where u.username = 'viewer' and b.zone_type = 'GL_LOCATION_TYPE_BUILDING'`);
  await bench.admin.post("/v1/demo/passwords");
  await bench.remove();
  expect((await app.query(own)).rows).toEqual(before);
  expect(before).toHaveLength(1);
});

const passwordOf = (all: DemoAccounts) => all.find(({ username }) => username === "demo-viewer")?.password;

test("new passwords end the old ones and the sessions", async () => {
  await using bench = await start();
  const { accounts } = await bench.add();
  const { token } = (await bench.app.login("demo-viewer", false, passwordOf(accounts))).json<{
    token: string;
  }>();
  const renewed = (await bench.admin.post("/v1/demo/passwords")).json<{ accounts: DemoAccounts }>();
  expect((await bench.app.client(token).get("/v1/auth/session")).statusCode).toBe(440);
  expect((await bench.app.login("demo-viewer", false, passwordOf(accounts))).statusCode).toBe(422);
  expect((await bench.app.login("demo-viewer", false, passwordOf(renewed.accounts))).statusCode).toBe(200);
});

test("accounts get free names", async () => {
  await using bench = await start();
  for (const username of ["Demo-Admin", "demo-admin-2", "demo-viewer"])
    await bench.admin.post("/v1/users", { username, email: "", password: "Secret123", role: 3 });
  const { accounts } = await bench.add();
  expect(accounts.map(({ username }) => username)).toEqual([
    "demo-operator",
    "demo-admin-3",
    "demo-viewer-2",
    "demo-farmer",
    "demo-member",
  ]);
  expect(bench.requests).toContain("run as demo-admin-3");
});

test.each([
  ["device", aSite("D", "Own Campus")],
  ["name", aSite("T", "Demo Campus")],
])("a campus with the same %s refuses the demo, and nothing is added", async (_kind, site) => {
  await using bench = await start({ sites: [site] });
  const before = await countRows(bench);
  expect((await bench.add()).code).toBe("demo-conflict");
  expect(await countRows(bench)).toEqual(before);
});

test("without a simulator, and in the demo itself, it cannot be added", async () => {
  await using installed = await start({ demoField: undefined });
  expect(await installed.get()).toEqual({ obstacle: "no-simulator", demo: null });
  expect((await installed.add()).code).toBe("demo-unavailable");
  await using demo = await start({ isDemo: true });
  expect(await demo.get()).toEqual({ obstacle: "is-demo", demo: null });
  expect((await demo.add()).code).toBe("demo-unavailable");
});

test("a restarted server that has its files runs the demo again, and continues its removal", async () => {
  await using bench = await start();
  const { app, field, requests, failures } = bench;
  await bench.add();
  await app.demo.settled();
  const restart = async () => {
    requests.length = 0;
    const demo = createDemo(app.ctx, { field, isDemo: false, log: quietLog });
    await demo.start();
    await demo.settled();
  };
  await restart();
  expect(requests).toEqual(["describe", "run"]);
  failures.push("here");
  await restart();
  expect(requests).toEqual([]);
  failures.push("remove");
  await bench.remove();
  expect(await bench.get()).toMatchObject({ demo: { state: "removal-failed", accounts: [] } });
  failures.length = 0;
  await restart();
  expect(await bench.get()).toEqual({ obstacle: null, demo: null });
});

test("a removal that failed can be repeated", async () => {
  await using bench = await start();
  await bench.add();
  bench.failures.push("remove");
  await bench.remove();
  bench.failures.length = 0;
  await bench.remove();
  expect(await bench.get()).toEqual({ obstacle: null, demo: null });
});
