import { expect, test } from "vitest";

import { DAY, rowsOf } from "../../testing/reports/report-calls.ts";
import { addAlarm, addCommand } from "../../testing/reports/report-rows.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const warm = { ssid: "T-S1", paramId: "TEMPERATURE", code: 210 } as const;
const fire = {
  ssid: "T-AHU",
  paramId: "Fire Alarm",
  code: 110,
  message: "Fire alarm",
} as const;

/** Two warm periods, one acknowledged by the operator and one ignored by the administrator, a fire, and another campus's alarm. */
async function addHistory(app: App): Promise<void> {
  await addAlarm(app.db, {
    ...warm,
    message: "Temperature high: 29.3 °C, limit 28 °C",
    value: 29.3,
    raisedAt: "2026-01-05T02:00:00Z",
    restoredAt: "2026-01-05T02:30:05Z",
    acknowledged: { by: "operator", at: "2026-01-05T02:10:00Z" },
  });
  await addAlarm(app.db, {
    ...warm,
    message: "Temperature high: 30 °C, limit 28 °C",
    value: 30,
    raisedAt: "2026-01-05T04:00:00Z",
    ignored: { by: "administrator", at: "2026-01-05T04:01:00Z", reason: "Sun on the sensor" },
  });
  await addAlarm(app.db, { ...fire, raisedAt: "2026-01-05T03:00:00Z", restoredAt: "2026-01-05T03:05:00Z" });
  await addAlarm(app.db, {
    ...fire,
    ssid: "O-AHU",
    raisedAt: "2026-01-05T03:30:00Z",
    restoredAt: "2026-01-05T03:40:00Z",
  });
}

const withTwoCampuses = () =>
  startTestApp({ now: "2026-01-05T08:00:00Z", sites: [aSite("T"), aSite("O", "Other Campus")] });

test("alarms are reported by class, newest first, in the campus's own time, and only the caller's", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const user = await app.as("viewer");
  expect(await rowsOf(user, "device-critical")).toMatchObject({
    rows: [
      {
        DeviceName: "Unit T-AHU",
        Date: "2026-01-05",
        Time: "08:30:00",
        Category: "AHU",
        Key: "Fire alarm",
        Value: null,
        Unit: "",
      },
    ],
    total: 1,
    isTotalExact: true,
    searchedFrom: null,
  });
  const { rows } = await rowsOf(user, "device-noncritical");
  expect(rows).toEqual([
    {
      DeviceName: "Sensor T-S1",
      Date: "2026-01-05",
      Time: "09:30:00",
      Category: "ENVIRONMENT",
      Key: "Temperature high: 30 °C, limit 28 °C",
      Value: 30,
      Unit: "°C",
    },
    expect.objectContaining({ Time: "07:30:00", Value: 29.3 }),
  ]);
  const stranger = await app.as("other-viewer");
  expect((await rowsOf(stranger, "device-critical")).rows).toMatchObject([{ DeviceName: "Unit O-AHU" }]);
  expect((await rowsOf(stranger, "device-noncritical")).rows).toEqual([]);
});

test("the range includes its beginning and excludes its end", async () => {
  await using app = await startTestApp();
  await addAlarm(app.db, { ...fire, raisedAt: "2026-01-05T03:00:00.000Z" });
  const user = await app.as("viewer");
  const total = async (query: string) => (await rowsOf(user, "device-critical", query)).total;
  expect(await total("from=2026-01-05T03:00:00Z&to=2026-01-05T04:00:00Z")).toBe(1);
  expect(await total("from=2026-01-05T03:00:00.001Z&to=2026-01-05T04:00:00Z")).toBe(0);
  expect(await total("from=2026-01-05T02:00:00Z&to=2026-01-05T03:00:00Z")).toBe(0);
});

test("the most active alarms are counted by device and fault, with the last time", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const user = await app.as("viewer");
  expect((await rowsOf(user, "most-active-noncritical")).rows).toEqual([
    {
      DeviceName: "Sensor T-S1",
      Category: "ENVIRONMENT",
      Key: "Temperature high",
      Value: 2,
      Date: "2026-01-05",
      Time: "09:30:00",
    },
  ]);
  const chart = (await user.get(`/v1/reports/most-active-noncritical/chart?${DAY}`)).json();
  expect(chart).toEqual({
    kind: "bars",
    bars: [{ label: "Sensor T-S1: Temperature high", at: null, value: 2 }],
  });
  expect((await rowsOf(user, "most-active-critical")).rows).toMatchObject([{ Value: 1 }]);
});

test("alarms with another cause are in no ranking, and show their cause", async () => {
  await using app = await startTestApp();
  const lost = await addAlarm(app.db, {
    ssid: "T-AHU",
    code: 101,
    message: "Gateway does not answer",
    raisedAt: "2026-01-05T01:00:00Z",
  });
  await app.query(`update alarms set text_name = 'gateway-lost', text_numbers = '{}', source_name = 'T-GW'`);
  const silent = { code: 202, message: "Device offline", raisedAt: "2026-01-05T01:00:10Z" };
  for (const ssid of ["T-S1", "T-S2"]) await addAlarm(app.db, { ssid, ...silent });
  await app.query(`update alarms set explained_by = ${lost} where code = 202`);
  // An earlier occurrence of the same cause counts.
  const again = await addAlarm(app.db, {
    ...warm,
    message: "Temperature high",
    raisedAt: "2026-01-05T02:00:00Z",
  });
  await addAlarm(app.db, { ...warm, message: "Temperature high", raisedAt: "2026-01-05T01:00:00Z" });
  await app.query(`update alarms set explained_by = ${again} where code = 210 and id <> ${again}`);
  const user = await app.as("viewer");
  expect((await rowsOf(user, "most-active-noncritical")).rows).toMatchObject([
    { DeviceName: "Sensor T-S1", Key: "Temperature high", Value: 2 },
  ]);
  const keys = async (language: string, device = "T-S2") => {
    const query = `${DAY}&language=${language}&filter.DeviceName=${device}`;
    return (await rowsOf(user, "device-noncritical", query)).rows.map(({ Key }) => Key);
  };
  expect(await keys("en")).toEqual(["Device offline (caused by Gateway offline, T-GW)"]);
  expect(await keys("hi")).toEqual(["Device offline (कारण: गेटवे ऑफ़लाइन, T-GW)"]);
  expect(await keys("en", "T-S1")).toEqual([
    "Temperature high",
    "Device offline (caused by Gateway offline, T-GW)",
    "Temperature high",
  ]);
  const { body } = await user.get(`/v1/reports/device-noncritical/export?${DAY}&filter.Key=caused by`);
  expect(body.match(/\(caused by Gateway offline, T-GW\)/g)).toHaveLength(2);
});

test("alarms that returned to normal have the times when they were triggered and returned", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const user = await app.as("viewer");
  expect((await rowsOf(user, "noncritical-restored")).rows).toEqual([
    {
      DeviceName: "Sensor T-S1",
      Category: "ENVIRONMENT",
      Key: "Temperature high: 29.3 °C, limit 28 °C",
      triggered_date: "2026-01-05",
      triggered_time: "07:30:00",
      measured_date: "2026-01-05",
      measured_time: "08:00:05",
    },
  ]);
  expect((await rowsOf(user, "critical-restored")).rows).toMatchObject([{ measured_time: "08:35:00" }]);
});

test("the building's log has all events of alarms and every command, newest first", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const command = {
    ssid: "T-AHU",
    paramId: "ahu_chilled_valve_sp",
    value: 20.5,
    priority: 8,
    by: "operator",
  } as const;
  await addCommand(app.db, { ...command, state: "verified", at: "2026-01-05T03:01:00Z" });
  await addCommand(app.db, { ...command, ssid: "O-AHU", state: "verified", at: "2026-01-05T03:01:00Z" });
  const user = await app.as("viewer");
  const { rows, total } = await rowsOf(user, "ibms-logs");
  expect(rows.map(({ Time, Key }) => `${String(Time)} ${String(Key)}`)).toEqual([
    "09:31:00 Ignored by administrator: Temperature high: 30 °C, limit 28 °C",
    "09:30:00 Raised: Temperature high: 30 °C, limit 28 °C",
    "08:35:00 Returned: Fire alarm",
    "08:31:00 Command verified by operator: Chilled water valve command",
    "08:30:00 Raised: Fire alarm",
    "08:00:05 Returned: Temperature high: 29.3 °C, limit 28 °C",
    "07:40:00 Acknowledged by operator: Temperature high: 29.3 °C, limit 28 °C",
    "07:30:00 Raised: Temperature high: 29.3 °C, limit 28 °C",
  ]);
  expect(total).toBe(8);
  expect(rows[3]).toEqual({
    DeviceName: "Unit T-AHU",
    Date: "2026-01-05",
    Time: "08:31:00",
    Category: "AHU",
    Criticality: null,
    Key: "Command verified by operator: Chilled water valve command",
    Value: 20.5,
    Unit: "%",
  });
  expect(rows[1]).toMatchObject({ Criticality: "NonCritical", Value: 30, Unit: "°C" });
  expect(rows[2]).toMatchObject({ Criticality: "Critical" });
});

test("the building's log names a notified user as the recipient, in each language", async () => {
  await using app = await startTestApp();
  const id = await addAlarm(app.db, { ...fire, raisedAt: "2026-01-05T03:00:00Z" });
  await app.query(`insert into alarm_events (alarm_id, campus_id, at, kind, user_id)
    select ${id}, campus_id, '2026-01-05T03:01:00Z', 'notified', id from users where username = 'viewer'`);
  const user = await app.as("viewer");
  const newest = async (language: string) =>
    (await rowsOf(user, "ibms-logs", `${DAY}&language=${language}`)).rows[0]?.["Key"];
  expect(await newest("en")).toBe("Notified viewer: Fire alarm");
  expect(await newest("hi")).toBe("viewer को सूचित किया गया: Fire alarm");
  expect(await newest("kn")).toBe("viewer ಅವರಿಗೆ ತಿಳಿಸಲಾಗಿದೆ: Fire alarm");
});

test("acknowledged and ignored alarms are reported by user, ignored ones with the reason", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const user = await app.as("viewer");
  expect((await rowsOf(user, "acknowledged-by-user")).rows).toEqual([
    {
      username: "operator",
      Date: "2026-01-05",
      Time: "07:40:00",
      DeviceName: "Sensor T-S1",
      Criticality: "NonCritical",
      Key: "Temperature high: 29.3 °C, limit 28 °C",
      Value: 29.3,
      Unit: "°C",
    },
  ]);
  expect((await rowsOf(user, "ignored-by-user")).rows).toMatchObject([
    { username: "administrator", Time: "09:31:00", Value: 30, Reason: "Sun on the sensor" },
  ]);
});

test("the old list of events has the commands among the alarms", async () => {
  await using app = await withTwoCampuses();
  await addHistory(app);
  const command = { ssid: "T-AHU", paramId: "ahu_chilled_valve_sp", value: 20.5, priority: 8 } as const;
  await addCommand(app.db, { ...command, by: "operator", state: "failed", at: "2026-01-05T03:01:00Z" });
  const answer = await (await app.as("viewer")).get("/v1/newapis/getIbmsEvents");
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ Criticality: string | null; Key: string }[]>()).toContainEqual(
    expect.objectContaining({
      Criticality: null,
      Key: "Command failed by operator: ahu_chilled_valve_sp",
      Timestamp: "2026-01-05T03:01:00.000Z",
    }),
  );
});
