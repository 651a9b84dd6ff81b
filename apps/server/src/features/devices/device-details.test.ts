import { expect, test } from "vitest";

import { raiseFireAlarm } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("returns a device with its place, edge and points", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  expect((await user.get("/v1/gl_analytics/T-S1/device")).json()).toEqual({
    ssid: "T-S1",
    name: "Sensor T-S1",
    type: "ENVIRONMENT",
    state: "unknown",
    stateSince: null,
    offlineReason: null,
    floorId: expect.any(Number),
    path: ["Tower", "Ground", "Zone 1"],
    edge: { ssid: "T-S1", name: "T-S1", kind: "device", state: "unknown" },
    fedBy: null,
    feeds: [],
    beside: [],
    points: ["TEMPERATURE", "HUMIDITY", "CO2", "LUMINOUSITY"].map((param_id) => ({
      param_id,
      kind: "reading",
    })),
  });
  expect((await user.get("/v1/gl_analytics/T-AHU/device")).json()).toMatchObject({
    path: ["Tower", "Ground"],
    edge: { ssid: "T-GW", kind: "gateway" },
    points: [
      { param_id: "Return Air Temperature", kind: "reading" },
      { param_id: "Fire Alarm", kind: "reading" },
      { param_id: "ahu_in_air_temperature_sp", kind: "setpoint" },
      { param_id: "ahu_chilled_valve_sp", kind: "setpoint" },
      { param_id: "ahu_on_off_sp", kind: "command" },
    ],
  });
});

test("returns the device that supplies a device, and those that it supplies", async () => {
  const site = aSite();
  const vav = site.devices.find(({ ssid }) => ssid === "T-AHU");
  if (vav) site.devices.push({ ...vav, ssid: "T-VAV", name: "VAV 1", type: "VAV", fedBy: "T-AHU" });
  await using app = await startTestApp({ sites: [site] });
  const user = await app.as("viewer");
  const related = async (ssid: string) => (await user.get(`/v1/gl_analytics/${ssid}/device`)).json();
  expect(await related("T-AHU")).toMatchObject({
    fedBy: null,
    feeds: [{ ssid: "T-VAV", name: "VAV 1", type: "VAV", state: "unknown" }],
  });
  expect(await related("T-VAV")).toMatchObject({ fedBy: { ssid: "T-AHU", type: "AHU" }, feeds: [] });
});

test("returns the other active devices of its zone, and none for a device of a floor", async () => {
  const site = aSite();
  const [sensor] = site.devices;
  if (sensor) site.devices.push({ ...sensor, ssid: "T-S9", name: "Sensor T-S9" });
  await using app = await startTestApp({ sites: [site] });
  const user = await app.as("viewer");
  const besideOf = async (ssid: string) =>
    (await user.get(`/v1/gl_analytics/${ssid}/device`)).json<{ beside: { ssid: string }[] }>().beside;
  expect(await besideOf("T-S1")).toEqual([
    { ssid: "T-S9", name: "Sensor T-S9", type: "ENVIRONMENT", state: "unknown" },
  ]);
  expect(await besideOf("T-AHU")).toEqual([]);
  await app.query("update devices set is_active = false where ssid = 'T-S9'");
  expect(await besideOf("T-S1")).toEqual([]);
});

test("lists the alarms of one device, newest first, and answers 404 for another campus's device", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const id = await raiseFireAlarm(app);
  const user = await app.as("operator");
  expect((await user.get("/v1/alarms/device/T-AHU")).json()).toMatchObject([
    { Alarm_Id: id, alarm_code: 110, state: "active", ssid: "T-AHU" },
  ]);
  expect((await user.get("/v1/alarms/device/T-S1")).json()).toEqual([]);
  for (const path of ["/v1/alarms/device/O-AHU", "/v1/gl_analytics/O-AHU/device", "/v1/alarms/device/none"])
    expect((await user.get(path)).statusCode).toBe(404);
});

test("a device's alarms of a time range are those that were active in it", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const id = await raiseFireAlarm(app);
  const user = await app.as("viewer");
  const idsIn = async (from: string, to: string) =>
    (await user.get(`/v1/alarms/device/T-AHU?from=${from}&to=${to}`))
      .json<{ Alarm_Id: number; restoredAt: string | null }[]>()
      .map((alarm) => [alarm.Alarm_Id, alarm.restoredAt]);
  expect(await idsIn("2026-01-05T07:00:00Z", "2026-01-05T08:00:00Z")).toEqual([]);
  expect(await idsIn("2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z")).toEqual([[id, null]]);
  await app.query("update alarms set restored_at = '2026-01-05T08:30:00Z'");
  expect(await idsIn("2026-01-05T08:20:00Z", "2026-01-05T10:00:00Z")).toEqual([
    [id, "2026-01-05T08:30:00.000Z"],
  ]);
  expect(await idsIn("2026-01-05T08:30:00Z", "2026-01-05T10:00:00Z")).toEqual([]);
  const refused = await user.get("/v1/alarms/device/T-AHU?from=yesterday");
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { from: "An instant such as 2026-01-05T08:00:00Z" },
  ]);
});
