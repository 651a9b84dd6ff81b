import { expect, test } from "vitest";

import { DAY, rowsOf } from "../../testing/reports/report-calls.ts";
import { addAlarm, addCommand } from "../../testing/reports/report-rows.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const gatewayLost = {
  ssid: "T-AHU",
  code: 101,
  message: "Gateway offline",
  raisedAt: "2026-01-05T01:00:00Z",
};

/** A lost gateway, and a sensor behind it with values outside its range. */
async function withOutOfRange() {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const cause = await addAlarm(app.db, gatewayLost);
  await app.query(`update alarms set text_name = 'gateway-lost', source_name = 'T-GW' where id = ${cause}`);
  for (const [value, raisedAt] of [
    [-40, "2026-01-05T02:00:00Z"],
    [7.5, "2026-01-05T03:00:00Z"],
  ] as const) {
    const message = `Sensor value out of range: ${value} °C (0 to 50)`;
    const id = await addAlarm(app.db, { ssid: "T-S1", code: 270, message, raisedAt });
    await app.query(`update alarms set text_name = 'sensor-out-of-range', text_numbers = '{${value},0,50}',
      text_unit = 'degC', explained_by = ${cause} where id = ${id}`);
  }
  return app;
}

const inHindi = (value: string) => `सेंसर का मान सीमा से बाहर: ${value} °C (0 से 50) (कारण: गेटवे ऑफ़लाइन, T-GW)`;

test("filters find the shown words, numbers, names and causes of alarms, in each language", async () => {
  await using app = await withOutOfRange();
  const user = await app.as("viewer");
  const keys = async (more: string) =>
    (await rowsOf(user, "device-noncritical", `${DAY}${more}`)).rows.map(({ Key }) => Key);
  expect(await keys("&language=hi")).toEqual([inHindi("7.5"), inHindi("-40")]);
  const found = async (filter: string) => {
    const counts: number[] = [];
    for (const language of ["en", "hi", "kn"])
      counts.push((await keys(`&language=${language}&filter.Key=${encodeURIComponent(filter)}`)).length);
    return counts;
  };
  expect(await found("सीमा से बाहर: 7.5 °C")).toEqual([0, 1, 0]);
  expect(await found("out of range: -40 °C")).toEqual([1, 0, 0]);
  expect(await found("ಮಿತಿ ಮೀರಿದೆ")).toEqual([0, 0, 2]);
  expect(await found("(कारण: गेटवे से")).toEqual([0, 2, 0]);
  expect(await found("(caused by Gateway off")).toEqual([2, 0, 0]);
  expect(await found("T-GW")).toEqual([2, 2, 2]);
  // The places of the numbers and the unit are not shown.
  expect(await found("{1}")).toEqual([0, 0, 0]);
  expect(await found("unit")).toEqual([0, 0, 0]);
  expect(await keys("&language=hi&sort=Key&order=asc")).toEqual([inHindi("-40"), inHindi("7.5")]);
});

test("filters find events of the log with their user, sorted by the texts of the language", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await addAlarm(app.db, gatewayLost);
  await addCommand(app.db, {
    ssid: "T-AHU",
    paramId: "ahu_on_off_sp",
    value: 10,
    priority: 8,
    by: "operator",
    state: "verified",
    at: "2026-01-05T03:00:00Z",
  });
  const user = await app.as("viewer");
  const keys = async (more: string) =>
    (await rowsOf(user, "ibms-logs", `${DAY}${more}`)).rows.map(({ Key }) => Key);
  const [command, alarm] = ["Command verified by operator: On/Off", "Raised: Gateway offline"];
  expect(await keys("")).toEqual([command, alarm]);
  expect(await keys("&filter.Key=verified by oper")).toEqual([command]);
  expect(await keys("&filter.Key=on/off")).toEqual([command]);
  expect(await keys("&filter.Key=raised: gate")).toEqual([alarm]);
  expect(await keys("&language=kn&filter.Key=Raised")).toEqual([]);
  expect(await keys("&language=kn&filter.Key=ಅಲಾರಂ ಬಂದಿತು")).toHaveLength(1);
  expect(await keys("&sort=Key&order=desc")).toEqual([alarm, command]);
});

test("floods and the end of shelving have their texts in each language", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const message = "Device offline: many at once";
  const id = await addAlarm(app.db, { ssid: "T-S1", code: 202, message, raisedAt: "2026-01-05T02:00:00Z" });
  await app.query(`update alarms set text_name = 'flood', text_numbers = '{202}' where id = ${id}`);
  await app.query(`insert into alarm_events (alarm_id, campus_id, at, kind, user_id)
    select ${id}, campus_id, '2026-01-05T03:00:00Z', 'unshelved', id from users where username = 'operator'`);
  const user = await app.as("viewer");
  const keys = async (more = "") =>
    (await rowsOf(user, "ibms-logs", `${DAY}&language=hi${more}`)).rows.map(({ Key }) => Key);
  expect(await keys()).toEqual([
    "स्थगन हटाया गया (operator): उपकरण ऑफ़लाइन: एक साथ कई",
    "अलार्म आया: उपकरण ऑफ़लाइन: एक साथ कई",
  ]);
  expect(await keys("&filter.Key=उपकरण ऑफ़लाइन: एक")).toHaveLength(2);
  expect(await keys("&filter.Key=स्थगन")).toHaveLength(1);
});
