import type { Override } from "@verandah/contract/commands/overrides.ts";
import { expect, test } from "vitest";

import { campusCtx } from "#core/ctx.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { aDevice, aSite, point as aPoint } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { sendCommands } from "./commands.service.ts";

const RAT = "ahu_in_air_temperature_sp";
const point = { ssid: "T-AHU", param_id: RAT };

async function setUp(sites?: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z", ...sites });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const url = `/v1/overrides?building=${app.places[0]?.buildingId}`;
  return {
    app,
    gateway,
    user,
    url,
    list: async () => (await user.get(url)).json<Override[]>(),
    write: (value: number, more: object = {}) =>
      user.post("/v1/commands", { writes: [{ ...point, value }], ...more }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("lists a verified override with its user, reason, start and end", async () => {
  await using field = await setUp();
  await field.write(22, { reason: "Too warm", until: "2026-01-05T09:00:00Z" });
  expect(await field.list()).toEqual([]);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([
    {
      ...point,
      deviceName: "Unit T-AHU",
      floorName: "Ground",
      value: 22,
      by: { name: "operator" },
      reason: "Too warm",
      since: "2026-01-05T08:00:00.000Z",
      until: "2026-01-05T09:00:00.000Z",
      isOverdue: false,
      isReleasing: false,
      instead: { value: 24, from: "before" },
    },
  ]);
});

test("the release button writes NULL at the users' priority, and verification removes the override from the list", async () => {
  await using field = await setUp();
  await field.write(22);
  await field.gateway.verifyAll();
  const answer = await field.user.post("/v1/overrides/release", point);
  expect(answer.json()).toEqual({
    message: "ACCEPTED",
    commandId: expect.any(String),
    batchId: expect.any(String),
  });
  expect((await field.list())[0]?.isReleasing).toBe(true);
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({ value: null, priority: 8 });
  expect(field.gateway.sent.at(-1)?.until).toBeUndefined();
  expect(await field.list()).toEqual([]);
});

test("is overdue after its end until the gateway reports the release", async () => {
  await using field = await setUp();
  await field.write(22, { until: "2026-01-05T09:00:00Z" });
  await field.gateway.verifyAll();
  field.app.advance(3_600_000);
  expect((await field.list())[0]?.isOverdue).toBe(true);
  await field.gateway.answer(field.gateway.sent[0]?.id ?? "", "released");
  expect(await field.list()).toEqual([]);
});

test("a superseding command replaces the row, and keeps the value before the first one as the value without override", async () => {
  await using field = await setUp();
  await field.write(22);
  await field.gateway.verifyAll();
  await field.app.measure("T-GW", "T-AHU", { [RAT]: 22 });
  await field.write(20);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([{ value: 20, instead: { value: 24, from: "before" } }]);
});

test("a failed command leaves the earlier override in force", async () => {
  await using field = await setUp();
  await field.write(22);
  await field.gateway.verifyAll();
  await field.write(20);
  await field.gateway.dispatch();
  await field.gateway.answer(field.gateway.sent.at(-1)?.id ?? "", "failed", { failure: "refused" });
  expect(await field.list()).toMatchObject([{ value: 22 }]);
});

test("a value that the gateway finds at the device after its command had failed replaces the earlier override", async () => {
  await using field = await setUp();
  await field.write(22);
  await field.gateway.verifyAll();
  field.app.advance(1_000);
  await field.write(20, { until: "2026-01-05T12:00:00Z" });
  await field.gateway.dispatch();
  const late = field.gateway.sent.at(-1)?.id ?? "";
  await field.gateway.answer(late, "failed", { failure: "not-verified" });
  expect(await field.list()).toMatchObject([{ value: 22 }]);
  await field.gateway.answer(late, "verified", { value: 20 });
  expect(await field.list()).toMatchObject([{ value: 20, until: "2026-01-05T12:00:00.000Z" }]);
  await field.gateway.answer(late, "released");
  expect(await field.list()).toEqual([]);
});

test("a late verification of an earlier command does not replace a newer one in force", async () => {
  await using field = await setUp();
  await field.write(20);
  await field.gateway.dispatch();
  const early = field.gateway.sent.at(-1)?.id ?? "";
  await field.gateway.answer(early, "failed", { failure: "not-verified" });
  field.app.advance(1_000);
  await field.write(22);
  await field.gateway.verifyAll();
  await field.gateway.answer(early, "verified", { value: 20 });
  expect(await field.list()).toMatchObject([{ value: 22 }]);
});

test.each([
  ["before", true],
  ["after", false],
])(
  "an override acknowledged %s it was superseded stays in force when the superseding command fails",
  async (_, isEarly) => {
    await using field = await setUp();
    const { gateway } = field;
    await field.write(22);
    await gateway.verifyAll();
    await field.app.measure("T-GW", "T-AHU", { [RAT]: 22 });
    field.app.advance(1_000);
    await field.write(20, { reason: "Too warm" });
    await gateway.dispatch();
    const early = gateway.sent.at(-1)?.id ?? "";
    if (isEarly) await gateway.answer(early, "acknowledged");
    field.app.advance(1_000);
    await field.write(18);
    if (!isEarly) await gateway.answer(early, "acknowledged");
    await gateway.answer(early, "failed", { failure: "not-verified" });
    await gateway.dispatch();
    await gateway.answer(gateway.sent.at(-1)?.id ?? "", "failed", { failure: "refused" });
    expect(await field.list()).toMatchObject([
      {
        value: 20,
        reason: "Too warm",
        since: `2026-01-05T08:00:0${isEarly ? 1 : 2}.000Z`,
        instead: { value: 24, from: "before" },
      },
    ]);
    await field.write(19);
    await gateway.verifyAll();
    expect(await field.list()).toMatchObject([{ value: 19, instead: { value: 24, from: "before" } }]);
    await field.user.post("/v1/overrides/release", point);
    await gateway.verifyAll();
    expect(await field.list()).toEqual([]);
  },
);

test("a schedule's value is not an override, and applies after the release of a user's override", async () => {
  await using field = await setUp();
  const { ctx, places } = field.app;
  await sendCommands(campusCtx(ctx, places[0]?.campusId ?? 0, "Nights"), {
    writes: [{ ssid: "T-AHU", paramId: RAT, value: 28 }],
    origin: { kind: "schedule", name: "Nights" },
  });
  await field.gateway.verifyAll();
  expect(await field.list()).toEqual([]);
  await field.write(22);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([{ value: 22, instead: { value: 28, from: "schedule" } }]);
});

test("an override of a removed pump is no longer in force", async () => {
  const site = aSite();
  const pump = aDevice("SOLARPUMP", "P-1", [], { location: "T/g", edge: "T-GW" });
  const motor = aPoint("motor_on_off_sp", "none", { kind: "command", min: 0, max: 1 });
  site.devices.push({ ...pump, points: [motor] });
  await using field = await setUp({ sites: [site] });
  await field.app.measure("T-GW", "P-1", { motor_on_off_sp: 1 });
  await field.gateway.refresh();
  await field.write(22);
  await field.user.post("/v1/commands", {
    writes: [{ ssid: "P-1", param_id: "motor_on_off_sp", value: 0 }],
    until: "2026-01-05T12:00:00Z",
  });
  await field.gateway.verifyAll();
  const overridden = async () => (await field.list()).map(({ ssid }) => ssid).toSorted();
  expect(await overridden()).toEqual(["P-1", "T-AHU"]);
  const { rows } = await field.app.query("select id from devices where ssid = 'P-1'");
  const admin = await field.app.as("administrator");
  await admin.post("/v1/pump_devices/delete", { id: rows[0]?.["id"] });
  expect(await overridden()).toEqual(["T-AHU"]);
});

test("viewers see the list and cannot release, and another campus's building is not found", async () => {
  await using field = await setUp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await field.write(22);
  await field.gateway.verifyAll();
  const viewer = await field.app.as("viewer");
  expect((await viewer.get(field.url)).json()).toHaveLength(1);
  expect((await viewer.post("/v1/overrides/release", point)).statusCode).toBe(403);
  const stranger = await field.app.as("other-operator");
  expect((await stranger.get(field.url)).statusCode).toBe(404);
  expect((await stranger.post("/v1/overrides/release", point)).statusCode).toBe(404);
});

const ON_OFF = "ahu_on_off_sp";
const unitPoints = ["VFD Speed", "Supply Air Temperature"];

/** A chiller of 40 kW that cools `T-AHU` and, three times as much, `T-AHU2`. */
async function setUpCooled() {
  const site = aSite();
  const at = { location: "T/g", edge: "T-GW" };
  const unit = site.devices.find((device) => device.ssid === "T-AHU");
  const more = aDevice("AHU", "T-AHU2", ["Return Air Temperature", ...unitPoints], at);
  unit?.points.push(...more.points.slice(1));
  site.devices.push(more, aDevice("CHILLER", "T-CH", ["Chiller Power"], at));
  const field = await setUp({ sites: [site] });
  const measure = async () => {
    const air = { "Return Air Temperature": 24, "Supply Air Temperature": 14 };
    await field.app.measure("T-GW", "T-AHU", { ...air, "VFD Speed": 20 });
    await field.app.measure("T-GW", "T-AHU2", { ...air, "VFD Speed": 60 });
    await field.app.measure("T-GW", "T-CH", { "Chiller Power": 40 });
  };
  const turn = (value: number) =>
    field.user.post("/v1/commands", { writes: [{ ssid: "T-AHU", param_id: ON_OFF, value }] });
  return { ...field, measure, turn };
}

test("a unit that runs by override costs its share of the chiller's power while it would have been off", async () => {
  await using field = await setUpCooled();
  await field.app.measure("T-GW", "T-AHU", { [ON_OFF]: 0 });
  await field.turn(10);
  await field.gateway.verifyAll();
  for (let minutes = 0; minutes < 30; minutes += 5) {
    await field.measure();
    field.app.advance(300_000);
  }
  expect((await field.list())[0]?.energyKilowattHour).toBeCloseTo((40 / 4) * 0.5, 1);

  await field.measure();
  await field.gateway.refresh();
  // From now on a schedule runs it anyway.
  await sendCommands(campusCtx(field.app.ctx, field.app.places[0]?.campusId ?? 0, "Days"), {
    writes: [{ ssid: "T-AHU", paramId: ON_OFF, value: 10 }],
    origin: { kind: "schedule", name: "Days" },
  });
  await field.gateway.verifyAll();
  for (let minutes = 0; minutes < 30; minutes += 5) {
    await field.measure();
    field.app.advance(300_000);
  }
  const [override] = await field.list();
  expect(override?.instead).toEqual({ value: 10, from: "schedule" });
  expect(override?.energyKilowattHour).toBeCloseTo((40 / 4) * 0.5, 1);
});

test("an override that switches a unit off costs nothing, and the cost of a setpoint is unknown", async () => {
  await using field = await setUpCooled();
  await field.turn(0);
  await field.write(22);
  await field.gateway.verifyAll();
  const energies = new Map(
    (await field.list()).map((one) => [one.param_id, one.energyUnknown ?? one.energyKilowattHour]),
  );
  expect(energies).toEqual(
    new Map<string, unknown>([
      [ON_OFF, 0],
      [RAT, "setpoint"],
    ]),
  );
});

test("the cost of running is unknown without an earlier state or the chiller's power, each with its reason", async () => {
  await using field = await setUp();
  const turnOn = { writes: [{ ssid: "T-AHU", param_id: ON_OFF, value: 10 }] };
  await field.user.post("/v1/commands", turnOn);
  await field.gateway.verifyAll();
  expect((await field.list())[0]).toMatchObject({
    instead: null,
    energyKilowattHour: null,
    energyUnknown: "state-before-unknown",
  });
  await field.user.post("/v1/overrides/release", { ssid: "T-AHU", param_id: ON_OFF });
  await field.gateway.verifyAll();
  await field.app.measure("T-GW", "T-AHU", { [ON_OFF]: 0 });
  await field.user.post("/v1/commands", turnOn);
  await field.gateway.verifyAll();
  field.app.advance(60_000);
  expect((await field.list())[0]).toMatchObject({ energyUnknown: "no-chiller-power" });
});

test("the cost of running is unknown while no chiller reports, and without the unit's own readings", async () => {
  await using field = await setUpCooled();
  await field.measure();
  await field.app.measure("T-GW", "T-AHU", { [ON_OFF]: 0 });
  field.app.advance(600_000);
  await field.gateway.refresh();
  await field.app.measure("T-GW", "T-AHU", { [ON_OFF]: 0 });
  await field.gateway.refresh();
  await field.turn(10);
  await field.gateway.verifyAll();
  field.app.advance(600_000);
  const unknown = async () => (await field.list())[0]?.energyUnknown;
  expect(await unknown()).toBe("no-chiller-power");
  await field.app.measure("T-GW", "T-CH", { "Chiller Power": 40 });
  field.app.advance(300_000);
  expect(await unknown()).toBe("no-unit-readings");
  await field.measure();
  field.app.advance(300_000);
  expect(await unknown()).toBeNull();
});

test("an administrator imports released overrides once; they are commands of their users, and none is in force", async () => {
  await using field = await setUp();
  const administrator = await field.app.as("administrator");
  const past = {
    ...point,
    value: 22,
    before: 24,
    reason: "Board meeting",
    by: "operator",
    from: "2026-01-04T08:00:00Z",
    to: "2026-01-04T10:00:00Z",
  };
  const importAll = (...overrides: object[]) => administrator.post("/v1/overrides/past", { overrides });
  expect((await importAll(past, { ...past, by: "nobody" })).json()).toEqual({ added: 1 });
  expect((await importAll(past)).json()).toEqual({ added: 0 });
  expect((await importAll({ ...past, ssid: "T-NONE" })).statusCode).toBe(404);
  expect((await importAll({ ...past, to: "2026-01-05T08:00:01Z" })).statusCode).toBe(400);
  expect((await field.user.post("/v1/overrides/past", { overrides: [past] })).statusCode).toBe(403);
  expect(await field.list()).toEqual([]);
  expect(field.gateway.sent).toEqual([]);
  const range = "from=2026-01-04T00:00:00Z&to=2026-01-05T00:00:00Z";
  const report = await field.user.get(`/v1/reports/user-contol-details?${range}`);
  expect(report.json().rows).toHaveLength(1);
  expect(JSON.stringify(report.json())).toMatch(/operator.*Board meeting|Board meeting.*operator/);
});
