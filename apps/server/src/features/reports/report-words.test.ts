import { expect, test } from "vitest";

import { DAY, rowsOf } from "../../testing/report-calls.ts";
import { addAlarm, addCommand } from "../../testing/report-rows.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { unzip } from "../../testing/unzip.ts";

/** A campus with a UPS that ran on its battery, and a unit that was switched on. */
async function withStates() {
  const site = aSite("T");
  const ups = aDevice("UPS", "T-UPS", ["ups_Status"], { location: "T/g", edge: "T-GW" });
  const app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [{ ...site, devices: [...site.devices, ups] }],
  });
  await addAlarm(app.db, {
    ssid: "T-UPS",
    code: 120,
    message: "The mains are gone: the UPS runs on its battery",
    value: 5,
    raisedAt: "2026-01-05T02:00:00Z",
  });
  await app.query(
    `update alarms set text_name = 'ups-on-battery', point_id = (select p.id from points p where p.param_id = 'ups_Status')`,
  );
  await addCommand(app.db, {
    ssid: "T-AHU",
    paramId: "ahu_on_off_sp",
    value: 10,
    readBack: 10,
    priority: 8,
    by: "operator",
    state: "verified",
    at: "2026-01-05T03:00:00Z",
  });
  return app;
}

test("reports name points and states in the language that is asked for", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const hindi = `${DAY}&language=hi`;
  expect((await rowsOf(user, "user-contol-details", hindi)).rows).toMatchObject([
    { Key: "चालू/बंद", Value: "चालू", ReadBack: "चालू" },
  ]);
  const { rows } = await rowsOf(user, "ibms-logs", hindi);
  expect(rows).toMatchObject([
    { Key: "आदेश की पुष्टि हुई (operator): चालू/बंद", Value: "चालू" },
    { Key: "अलार्म आया: मुख्य बिजली नहीं है: UPS अपनी बैटरी पर चल रहा है", Value: "बैटरी पर" },
  ]);
  expect((await rowsOf(user, "device-critical", DAY)).rows).toMatchObject([
    { Value: "On battery", Unit: "" },
  ]);
  expect((await rowsOf(user, "device-critical", `${DAY}&language=kn`)).rows).toMatchObject([
    { Value: "ಬ್ಯಾಟರಿಯಲ್ಲಿ" },
  ]);
});

test("what is shown of a state is what filters look in, and it is sorted by its number", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const found = async (filter: string) => (await rowsOf(user, "device-critical", `${DAY}&${filter}`)).total;
  expect(await found("filter.Value=on batt")).toBe(1);
  expect(await found("filter.Value=5")).toBe(0);
  expect(await found("sort=Value&order=asc")).toBe(1);
});

test("what was changed reads without the signs of JSON", async () => {
  await using app = await withStates();
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, after)
    select '2026-01-05T07:00:00Z', campus_id, id, '', 'save-configuration', 'campus:' || campus_id,
      '{"lux": {"min": 100, "max": 700}}' from users where username = 'operator'`);
  const { rows } = await rowsOf(await app.as("viewer"), "activites-per-user", `${DAY}&filter.Key=limits`);
  expect(rows).toMatchObject([
    { Key: "Limits saved", Value: "lux: max: 700, min: 100", DeviceName: "Test Campus" },
  ]);
});

test("an export has its headings in the language that is asked for, in English the columns' names", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const headOf = async (more: string) =>
    (await user.get(`/v1/reports/user-login/export?${DAY}${more}`)).body.split("\r\n")[0];
  expect(await headOf("")).toBe("\uFEFFusername,LoginDate,Time,ActiveTime,Key");
  expect(await headOf("&language=hi")).toBe("\uFEFFउपयोगकर्ता नाम,लॉगिन तारीख,समय,सक्रिय समय,विवरण");
  const xlsx = await user.get(`/v1/reports/device-critical/export?${DAY}&language=kn&format=xlsx`);
  const sheet = unzip(xlsx.rawPayload).get("xl/worksheets/sheet1.xml");
  expect(sheet).toContain("ಸಾಧನದ ಹೆಸರು");
  expect(sheet).toContain("ಬ್ಯಾಟರಿಯಲ್ಲಿ");
});
