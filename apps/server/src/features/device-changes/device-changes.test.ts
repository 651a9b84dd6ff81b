import type { getDeviceModel } from "@verandah/contract/devices/device-changes.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { ahuSwitch } from "@verandah/equipment/types/ahu.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const url = "/v1/campuses/devices";

async function start() {
  const app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const admin = await app.as("administrator");
  const { rows } = await app.query("select id, ssid from devices");
  const idOf = (ssid: string) => Number(rows.find((row) => row["ssid"] === ssid)?.["id"]);
  return {
    app,
    admin,
    idOf,
    model: async (ssid: string) =>
      (await admin.get(`${url}?id=${idOf(ssid)}`)).json<ReplyOf<typeof getDeviceModel>>(),
    audited: async (action: string) =>
      (await app.query(`select before, after from audit where action = '${action}'`)).rows,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("a replaced device keeps its history and has the new serial number", async () => {
  await using bench = await start();
  const { app, admin } = bench;
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const id = bench.idOf("T-S1");
  expect(await bench.model("T-S1")).toMatchObject({ serialNumber: null, replacements: [], version: 1 });
  const replace = (version: number, serial: string) =>
    admin.post(`${url}/replace`, { id, version, serial_number: serial, note: "Battery leaked" });
  expect((await replace(1, "SN-1")).json()).toEqual({ version: 2 });
  expect((await replace(1, "SN-2")).json()).toMatchObject({
    code: "place-changed",
    fields: { by: "administrator" },
  });
  await replace(2, "SN-2");
  expect(await bench.model("T-S1")).toMatchObject({
    serialNumber: "SN-2",
    replacements: [
      { serialNumber: "SN-2" },
      { by: "administrator", serialNumber: "SN-1", note: "Battery leaked" },
    ],
  });
  expect((await admin.get("/v1/telemetry/latest?devices=T-S1")).json()).toMatchObject([{ ssid: "T-S1" }]);
  expect(await bench.audited("replace-device")).toMatchObject([
    { before: { serialNumber: null }, after: { serialNumber: "SN-1" } },
    { before: { serialNumber: "SN-1" }, after: { serialNumber: "SN-2" } },
  ]);
});

test("a hidden point leaves the device, its values and its alarms, and comes back", async () => {
  await using bench = await start();
  const { app, admin } = bench;
  await bringUp(app);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 1, "Return Air Temperature": 24 });
  await evaluateAlarms(app.ctx);
  const active = async () => (await app.query("select id from alarms where restored_at is null")).rows.length;
  const shown = async () => {
    const details = (await admin.get("/v1/gl_analytics/T-AHU/device")).json<{
      points: { param_id: string }[];
    }>();
    const latest = (await admin.get("/v1/telemetry/latest?devices=T-AHU")).body;
    return [details.points.some((point) => point.param_id === "Fire Alarm"), latest.includes("Fire Alarm")];
  };
  expect(await active()).toBe(1);
  expect(await shown()).toEqual([true, true]);
  const hide = (version: number, hidden: boolean, point = "Fire Alarm") =>
    admin.post(`${url}/point`, { id: bench.idOf("T-AHU"), version, param_id: point, hidden });
  expect((await hide(1, true)).json()).toEqual({ version: 2 });
  expect((await hide(1, true)).json()).toMatchObject({ code: "place-changed" });
  expect((await hide(2, true, "Unknown")).statusCode).toBe(404);
  await evaluateAlarms(app.ctx);
  expect(await active()).toBe(0);
  expect(await shown()).toEqual([false, false]);
  await hide(2, false);
  await evaluateAlarms(app.ctx);
  expect(await active()).toBe(1);
  expect(await shown()).toEqual([true, true]);
  expect(await bench.audited("hide-point")).toEqual([
    { before: { point: "Fire Alarm", hidden: false }, after: { point: "Fire Alarm", hidden: true } },
  ]);
});

test("a command to a hidden point is refused, and a point with an override is not hidden", async () => {
  await using bench = await start();
  const { app, admin } = bench;
  const field = await bringUp(app);
  const operator = await app.as("operator");
  const write = (value: number) =>
    operator.post("/v1/commands", { writes: [{ ssid: "T-AHU", param_id: "ahu_on_off_sp", value }] });
  const hide = (version: number) =>
    admin.post(`${url}/point`, { id: bench.idOf("T-AHU"), version, param_id: "ahu_on_off_sp", hidden: true });
  await write(ahuSwitch.on);
  await field.verifyAll();
  expect((await hide(1)).json()).toMatchObject({ code: "item-in-use", fields: { overrides: "Unit T-AHU" } });
  await app.query("update commands set released_at = now()");
  expect((await hide(1)).statusCode).toBe(200);
  expect((await write(ahuSwitch.off)).json()).toMatchObject({ refused: [{ code: "not-found" }] });
});

test("a device gets only a type whose points it has in the same units, and the lost points come back with the old type", async () => {
  await using bench = await start();
  const { admin } = bench;
  await bench.app.query(`insert into equipment_types (campus_id, type, definition)
    select campus_id, n.type, jsonb_build_object('type', n.type, 'name', '{"en": "Door"}'::jsonb, 'subsystem', 'environment', 'icon', 'door', 'screen', '{"summary": ["DOOR"]}'::jsonb, 'points',
      jsonb_build_object('TEMPERATURE', jsonb_build_object('name', '{"en": "Temperature"}'::jsonb, 'unit', n.unit, 'kind', 'reading'),
        'DOOR', jsonb_build_object('name', '{"en": "Door"}'::jsonb, 'unit', 'none', 'kind', 'reading')))
    from devices, (values ('DOORSENSOR', 'degC'), ('OTHERUNIT', 'percent')) as n (type, unit) where ssid = 'T-S1'`);
  const { types } = await bench.model("T-S1");
  expect(types).toContainEqual({ type: "DOORSENSOR", lost: ["HUMIDITY", "CO2", "LUMINOUSITY"] });
  expect(types.map(({ type }) => type)).not.toContain("OTHERUNIT");
  const change = (version: number, type: string) =>
    admin.post(`${url}/type`, { id: bench.idOf("T-S1"), version, type });
  expect((await change(1, "OTHERUNIT")).json()).toMatchObject({ code: "input-invalid" });
  expect((await change(1, "DOORSENSOR")).json()).toEqual({ version: 2 });
  const hidden = async () =>
    (await bench.model("T-S1")).points.map(({ param_id: id, isHidden }) => (isHidden ? `(${id})` : id));
  expect(await hidden()).toEqual(["TEMPERATURE", "(HUMIDITY)", "(CO2)", "(LUMINOUSITY)", "DOOR"]);
  await change(2, "ENVIRONMENT");
  expect((await hidden()).slice(0, 4)).toEqual(["TEMPERATURE", "HUMIDITY", "CO2", "LUMINOUSITY"]);
  expect(await hidden()).toContain("(DOOR)");
  expect((await bench.audited("change-device-type"))[0]).toMatchObject({
    before: { type: "ENVIRONMENT" },
    after: { type: "DOORSENSOR", hidden: ["HUMIDITY", "CO2", "LUMINOUSITY"] },
  });
});
