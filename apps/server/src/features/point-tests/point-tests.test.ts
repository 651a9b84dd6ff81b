import type { TestedPoint, WholePointTest, PointTest } from "@verandah/contract/point-tests.ts";
import { testToleranceOf } from "@verandah/equipment/test-tolerances.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { isWithin } from "./point-tests.service.ts";

const RAT = "Return Air Temperature";
const SP = "ahu_in_air_temperature_sp";
const VALVE = "ahu_chilled_valve_sp";

async function setUp(begun: object = { ssid: "T-AHU" }) {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const gateway = await bringUp(app);
  const user = await app.as("administrator");
  const { id } = (await user.post("/v1/point_tests", begun)).json<{ id: string }>();
  const read = async () => (await user.get(`/v1/point_tests/${id}`)).json<WholePointTest>();
  const at = async (paramId: string) => (await read()).points.find((one) => one.param_id === paramId)!;
  return {
    app,
    gateway,
    user,
    id,
    read,
    at,
    post: async (path: string, paramId: string, fields: object = {}) =>
      user.post(`/v1/point_tests/${id}/${path}`, { position: (await at(paramId)).position, ...fields }),
    step: async (paramId: string, value: number) =>
      user.post(`/v1/point_tests/${id}/step`, {
        position: (await at(paramId)).position,
        value,
        reason: "Point test",
      }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const counts = { passed: 0, failed: 0, skipped: 0 };

test("lists the points of a device, inputs first, none of them as passed", async () => {
  await using field = await setUp();
  const whole = await field.read();
  expect(whole).toMatchObject({
    kind: "device",
    name: "Unit T-AHU",
    startedBy: "administrator",
    finishedAt: null,
    counts: { points: 5, ...counts },
  });
  expect(whole.points.map((one) => [one.param_id, one.isOutput, one.defaultTolerance, one.result])).toEqual([
    [RAT, false, 0.5, null],
    ["Fire Alarm", false, 0, null],
    [SP, true, 0.5, null],
    [VALVE, true, 2, null],
    ["ahu_on_off_sp", true, 0, null],
  ]);
});

test("a place has the points of all devices below it, a gateway those of its devices, and an open test is continued", async () => {
  await using field = await setUp();
  const { app, user } = field;
  const start = async (of: object) => (await user.post("/v1/point_tests", of)).json<{ id: string }>().id;
  const building = app.places[0]?.buildingId;
  const { rows } = await app.query("select id from edges where ssid = 'T-GW'");
  const [whole, gateway] = [await start({ place: building }), await start({ gateway: rows[0]?.["id"] })];
  expect(await start({ place: building })).toBe(whole);
  const countOf = async (id: string) =>
    (await user.get(`/v1/point_tests/${id}`)).json<WholePointTest>().counts.points;
  expect([await countOf(whole), await countOf(gateway)]).toEqual([17, 5]);
  const listed = async (query: string) =>
    (await user.get(`/v1/point_tests?${query}`)).json<PointTest[]>().map(({ id }) => id);
  expect(new Set(await listed(`place=${building}`))).toEqual(new Set([whole, field.id]));
  expect(new Set(await listed(`gateway=${String(rows[0]?.["id"])}`))).toEqual(new Set([gateway, field.id]));
  expect(await listed("ssid=T-S1")).toEqual([]);
});

test.each([
  [24.7, 0.5, "passed"],
  [23.7, 0.5, "passed"],
  [24.71, 0.5, "failed"],
  [24.2, 0, "passed"],
])(
  "a reading of 24.2 °C with the reference %s and the tolerance %s has %s",
  async (reference, tolerance, result) => {
    await using field = await setUp();
    const sent = await field.post("record", RAT, { outcome: "compared", reference, tolerance, note: "Duct" });
    expect(sent.json()).toEqual({ result });
    expect(await field.at(RAT)).toMatchObject({
      result,
      reference,
      tolerance,
      reading: 24.2,
      readAt: "2026-01-05T08:00:00.000Z",
      quality: "good",
      testedBy: "administrator",
      note: "Duct",
    });
  },
);

test("the default tolerance follows the unit of the point", () => {
  expect(
    ["degC", "degF", "kelvin", "percentRh", "ppm", "ppb", "kilowatt", "none", "?"].map(testToleranceOf),
  ).toEqual([0.5, 0.9, 0.5, 3, 75, 75_000, undefined, undefined, undefined]);
  expect([isWithin(0.3, 0.1 + 0.2, 0), isWithin(21.1, 20.6, 0.5), isWithin(21.1001, 20.6, 0.5)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a value that is old, suspect or missing cannot pass", async () => {
  await using field = await setUp();
  const record = async () =>
    (await field.post("record", RAT, { outcome: "compared", reference: 24.2, tolerance: 5 })).json<object>();
  field.app.advance(30_001);
  expect(await record()).toEqual({ result: "failed" });
  expect(await field.at(RAT)).toMatchObject({ quality: "stale", reading: 24.2 });
  await field.app.measure("T-GW", "T-AHU", { [RAT]: 500 });
  await field.app.query("update latest set value = 24.2, quality = 1, at = $1", [field.app.now()]);
  expect(await record()).toEqual({ result: "failed" });
  expect(await field.at(RAT)).toMatchObject({ quality: "suspect" });
  const missing = await field.post("record", "Fire Alarm", {
    outcome: "compared",
    reference: 0,
    tolerance: 0,
  });
  expect(missing.json()).toEqual({ result: "failed" });
  expect(await field.at("Fire Alarm")).toMatchObject({ quality: "missing", reading: null, readAt: null });
});

test("names the fields that a result needs", async () => {
  await using field = await setUp();
  const fieldsOf = async (fields: object) =>
    Object.keys((await field.post("record", RAT, fields)).json<{ fields: object }>().fields);
  expect(await fieldsOf({ outcome: "compared" })).toEqual(["reference", "tolerance"]);
  expect(await fieldsOf({ outcome: "compared", reference: 1, tolerance: -1 })).toEqual(["tolerance"]);
  expect(await fieldsOf({ outcome: "skipped", note: " " })).toEqual(["note"]);
});

test("an output is stepped, read back and released, and only then passes", async () => {
  await using field = await setUp();
  const followed = () => field.post("record", SP, { outcome: "followed" });
  expect((await followed()).json()).toEqual({ result: "failed" });
  for (const value of [20, 26]) {
    expect((await field.step(SP, value)).statusCode).toBe(200);
    await field.gateway.dispatch();
    expect(field.gateway.sent.at(-1)).toMatchObject({
      value,
      priority: 8,
      until: Date.parse("2026-01-05T08:03:00Z"),
    });
    expect((await followed()).json()).toMatchObject({ code: "point-test-open" });
    const sent = field.gateway.sent.at(-1)?.id ?? "";
    await field.gateway.answer(sent, "acknowledged");
    await field.gateway.answer(sent, "verified", { value });
  }
  expect((await followed()).json()).toMatchObject({ code: "point-test-open" });
  expect((await field.user.post(`/v1/point_tests/${field.id}/finish`)).json()).toMatchObject({
    code: "point-test-open",
  });
  await field.post("release", SP);
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({ value: null });
  expect((await followed()).json()).toEqual({ result: "passed" });
  expect((await field.at(SP)).steps).toMatchObject([
    { value: 20, state: "verified", readBack: 20, isHeld: false },
    { value: 26, state: "verified", readBack: 26, releasedAt: "2026-01-05T08:00:00.000Z", isHeld: false },
  ]);
  const count = field.gateway.sent.length;
  await field.post("release", SP);
  await field.gateway.dispatch();
  expect(field.gateway.sent).toHaveLength(count);
});

test("a test value ends at the gateway by itself, and the point can then be stored", async () => {
  await using field = await setUp();
  await field.step(SP, 20);
  await field.gateway.verifyAll();
  field.app.advance(180_000);
  await field.gateway.answer(field.gateway.sent[0]?.id ?? "", "released");
  expect((await field.post("record", SP, { outcome: "followed" })).json()).toEqual({ result: "passed" });
});

test("a test value that the device did not confirm fails the point, and a later try of it counts", async () => {
  await using field = await setUp();
  await field.step(SP, 20);
  await field.gateway.dispatch();
  await field.gateway.answer(field.gateway.sent.at(-1)?.id ?? "", "failed", { failure: "unreachable" });
  expect((await field.post("record", SP, { outcome: "followed" })).json()).toEqual({ result: "failed" });
  field.app.advance(1_000);
  await field.step(SP, 20);
  await field.gateway.verifyAll();
  await field.post("release", SP);
  await field.gateway.verifyAll();
  expect((await field.post("record", SP, { outcome: "followed" })).json()).toEqual({ result: "passed" });
});

test("keeps the limits of the point, and never replaces a person's value, which a release would not bring back", async () => {
  await using field = await setUp();
  expect((await field.step(SP, 41)).json()).toMatchObject({ code: "setpoint-out-of-range" });
  expect((await field.step(RAT, 20)).json()).toMatchObject({ code: "point-not-writable" });
  const operator = await field.app.as("operator");
  await operator.post("/v1/commands", { writes: [{ ssid: "T-AHU", param_id: SP, value: 22 }] });
  await field.gateway.verifyAll();
  field.app.advance(1_000);
  const sent = field.gateway.sent.length;
  expect((await field.step(SP, 20)).json()).toMatchObject({ code: "point-test-held" });
  await field.gateway.dispatch();
  expect(field.gateway.sent).toHaveLength(sent);
  expect((await field.at(SP)).steps).toEqual([]);
});

test("a second tester of a device reads the name of the first, until this one has done nothing for five minutes", async () => {
  await using field = await setUp();
  await field.app.query("update users set role_id = 2 where username = 'operator'");
  const other = await field.app.as("operator");
  const skip = { position: (await field.at(RAT)).position, outcome: "skipped", note: "No access" };
  const url = `/v1/point_tests/${field.id}`;
  expect((await field.user.post(`${url}/record`, skip)).statusCode).toBe(200);
  expect((await other.get(url)).json<WholePointTest>().testers).toEqual([
    { ssid: "T-AHU", name: "administrator" },
  ]);
  expect((await field.read()).testers).toEqual([]);
  for (const [path, body] of [
    ["record", skip],
    ["step", { position: 2, value: 20, reason: "Point test" }],
    ["release", { position: 2 }],
  ] as const)
    expect((await other.post(`${url}/${path}`, body)).json()).toMatchObject({ code: "point-test-busy" });
  field.app.advance(300_000);
  expect((await other.post(`${url}/record`, skip)).statusCode).toBe(200);
  expect((await field.read()).testers).toEqual([{ ssid: "T-AHU", name: "operator" }]);
});

test("a finished test stays as it is, a new one can begin, and each action is in the audit", async () => {
  await using field = await setUp();
  await field.post("record", RAT, { outcome: "compared", reference: 24, tolerance: 0.5 });
  await field.post("record", "Fire Alarm", { outcome: "skipped", note: "Needs the fire brigade" });
  const url = `/v1/point_tests/${field.id}`;
  expect((await field.user.post(`${url}/finish`)).json()).toEqual({ id: field.id });
  for (const [path, paramId, fields] of [
    ["record", RAT, { outcome: "failed" }],
    ["step", SP, { value: 20, reason: "Point test" }],
    ["release", SP, {}],
  ] as const)
    expect((await field.post(path, paramId, fields)).json()).toMatchObject({ code: "point-test-finished" });
  expect((await field.user.post(`${url}/finish`)).json()).toMatchObject({ code: "point-test-finished" });
  await field.app.query("update devices set name = 'Renamed' where ssid = 'T-AHU'");
  expect(await field.read()).toMatchObject({
    name: "Unit T-AHU",
    finishedBy: "administrator",
    counts: { points: 5, passed: 1, failed: 0, skipped: 1 },
  });
  const next = (await field.user.post("/v1/point_tests", { ssid: "T-AHU" })).json<{ id: string }>().id;
  expect(next).not.toBe(field.id);
  expect(
    (await field.user.get(`/v1/point_tests?ssid=T-AHU`)).json<PointTest[]>().map(({ id }) => id),
  ).toEqual([next, field.id]);
  const { rows } = await field.app.query("select action from audit where action like '%point%' order by id");
  expect(rows.map(({ action }) => action)).toEqual([
    "start-point-test",
    "record-point",
    "record-point",
    "finish-point-test",
    "start-point-test",
  ]);
});

test("operators and viewers read tests, and only administrators make them; those of another campus are not found", async () => {
  await using field = await setUp();
  for (const role of ["operator", "viewer"] as const) {
    const user = await field.app.as(role);
    expect(
      (await user.get(`/v1/point_tests/${field.id}`)).json<{ points: TestedPoint[] }>().points,
    ).toHaveLength(5);
    expect((await user.post("/v1/point_tests", { ssid: "T-S1" })).statusCode).toBe(403);
    expect((await user.post(`/v1/point_tests/${field.id}/finish`)).statusCode).toBe(403);
  }
  expect((await (await field.app.as("member")).get(`/v1/point_tests/${field.id}`)).statusCode).toBe(403);
});
