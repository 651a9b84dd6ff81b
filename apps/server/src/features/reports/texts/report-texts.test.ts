import type { ReportId } from "@verandah/contract/reports/reports.ts";
import { expect, test } from "vitest";

import { DAY, rowsOf } from "../../../testing/reports/report-calls.ts";
import { addAlarm, addCommand, addFailedUnits } from "../../../testing/reports/report-rows.ts";
import { unzip } from "../../../testing/reports/unzip.ts";
import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

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
    message: "Mains failure: UPS on battery",
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

test("reports show points and states in the requested language", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const hindi = `${DAY}&language=hi`;
  expect((await rowsOf(user, "user-contol-details", hindi)).rows).toMatchObject([
    { Key: "चालू/बंद", Value: "चालू", ReadBack: "चालू" },
  ]);
  const { rows } = await rowsOf(user, "ibms-logs", hindi);
  expect(rows).toMatchObject([
    { Key: "आदेश की पुष्टि हुई (operator): चालू/बंद", Value: "चालू" },
    { Key: "अलार्म आया: मुख्य बिजली गुल: UPS बैटरी पर", Value: "बैटरी पर" },
  ]);
  expect((await rowsOf(user, "device-critical", DAY)).rows).toMatchObject([
    { Value: "On battery", Unit: "" },
  ]);
  expect((await rowsOf(user, "device-critical", `${DAY}&language=kn`)).rows).toMatchObject([
    { Value: "ಬ್ಯಾಟರಿಯಲ್ಲಿ" },
  ]);
});

test("filters search the shown text of a state, and it is sorted by its number", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const found = async (filter: string) => (await rowsOf(user, "device-critical", `${DAY}&${filter}`)).total;
  expect(await found("filter.Value=on batt")).toBe(1);
  expect(await found("filter.Value=5")).toBe(0);
  expect(await found("sort=Value&order=asc")).toBe(1);
});

test("changes are shown without JSON syntax", async () => {
  await using app = await withStates();
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, after)
    select '2026-01-05T07:00:00Z', campus_id, id, '', 'save-configuration', 'campus:' || campus_id,
      '{"lux": {"min": 100, "max": 700}}' from users where username = 'operator'`);
  const { rows } = await rowsOf(await app.as("viewer"), "activites-per-user", `${DAY}&filter.Key=limits`);
  expect(rows).toMatchObject([
    { Key: "Limits saved", Value: "Light: most: 700, least: 100", DeviceName: "Test Campus" },
  ]);
});

test("a new user's role and the details of a login are shown as texts", async () => {
  await using app = await withStates();
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, after)
    select '2026-01-05T07:00:00Z', campus_id, id, '', 'create-user', 'user:' || id, '{"roleId": 5, "username": "member"}'
    from users where username = 'operator'`);
  const user = await app.as("viewer");
  const valueOf = async (more: string) => (await rowsOf(user, "activites-per-user", `${DAY}${more}`)).rows[0];
  expect(await valueOf("&filter.Key=user created")).toMatchObject({
    Value: "Role: Coworking member, Username: member",
  });
  expect(await valueOf("&language=hi&filter.Value=सदस्य")).toMatchObject({
    Value: "भूमिका: को-वर्किंग सदस्य, उपयोगकर्ता नाम: member",
  });
  const found = async (more: string) => (await rowsOf(user, "activites-per-user", `${DAY}${more}`)).total;
  expect(await found("&filter.Value=role: coworking member")).toBe(2);
  // The role's number and the field's name in the database are not shown.
  expect(await found("&filter.Value=5")).toBe(0);
  expect(await found("&filter.Value=roleId")).toBe(0);
  expect(await found("&language=hi&filter.Value=Role")).toBe(0);
  expect(await found("&sort=Value&order=asc")).toBe(await found(""));
  expect(await valueOf("&filter.Key=login")).toMatchObject({
    Value: "Ends any other session: yes, Guest: no",
  });
  await user.post("/v1/notifications/settings", {
    by_mail: "none",
    in_browser: "critical",
    floor_ids: null,
    digest_minutes: 15,
    language: "hi",
  });
  expect(await valueOf("&language=hi&filter.Key=सूचनाएँ")).toMatchObject({
    Value: "ई-मेल से: कोई नहीं, भाषा: हिन्दी, मंज़िलें: सभी, ब्राउज़र में: गंभीर, सारांश, मिनट: 15",
  });
  expect((await rowsOf(user, "user-login", DAY)).rows[0]).toMatchObject({ Key: "Logged in" });
});

test("an alarm that was shelved without a reason has the text for a missing reason", async () => {
  await using app = await withStates();
  const ignored = { by: "operator", at: "2026-01-05T03:00:00Z" };
  const alarm = { ssid: "T-S1", code: 205, message: "Load", raisedAt: "2026-01-05T02:00:00Z" };
  await addAlarm(app.db, { ...alarm, ignored: { ...ignored, reason: "No reason given" } });
  await addAlarm(app.db, { ...alarm, ignored: { ...ignored, reason: "Known" } });
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, after)
    select '2026-01-05T03:00:00Z', campus_id, id, '', 'ignore-alarm', 'alarm:1', '{"reason": "No reason given"}' from users where username = 'operator'`);
  const user = await app.as("viewer");
  const reasons = async (more: string) =>
    (await rowsOf(user, "ignored-by-user", `${DAY}&sort=Reason&order=asc${more}`)).rows.map(
      (row) => row["Reason"],
    );
  expect(await reasons("&language=hi")).toEqual(["Known", "कोई कारण नहीं दिया गया"]);
  expect(await reasons("&language=hi&filter.Reason=कोई कारण")).toEqual(["कोई कारण नहीं दिया गया"]);
  expect(await reasons("")).toEqual(["Known", "No reason given"]);
  const changes = await rowsOf(user, "activites-per-user", `${DAY}&language=hi&filter.Value=कोई कारण`);
  expect(changes.rows).toMatchObject([{ Value: "कारण: कोई कारण नहीं दिया गया" }]);
});

test("the objects of actions are in alphabetical order, whatever the case", async () => {
  await using app = await withStates();
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target)
    select '2026-01-05T07:00:00Z', campus_id, id, '', 'logout', target from users, (values ('zebra'), ('Ibis'), ('ant')) as t (target)
    where username = 'operator'`);
  const sorted = `${DAY}&sort=DeviceName&order=asc&filter.Key=logout`;
  const { rows } = await rowsOf(await app.as("viewer"), "activites-per-user", sorted);
  expect(rows.map((row) => row["DeviceName"])).toEqual(["ant", "Ibis", "zebra"]);
});

test("the progress of commands has the same texts as the controls", async () => {
  await using app = await withStates();
  const command = {
    ssid: "T-AHU",
    paramId: "ahu_on_off_sp",
    value: 10,
    priority: 8,
    by: "operator",
  } as const;
  await addCommand(app.db, {
    ...command,
    state: "failed",
    failure: "unreachable",
    at: "2026-01-05T03:10:00Z",
  });
  await addCommand(app.db, { ...command, state: "superseded", at: "2026-01-05T03:20:00Z" });
  await app.query(`insert into occurrences (campus_id, building_id, type, kind, source_id, name, action, at, state, reason, detail, next_look_at)
    select d.campus_id, (select id from locations where key = 'T'), 1, 'default', 0, '', 'on', '2026-01-05T03:30:00Z', 'failed', 'units-failed',
      '', '2026-01-05T03:30:00Z' from devices as d where ssid = 'T-AHU'`);
  await addFailedUnits(app.db, { "T-AHU": { name: "AHU T", refusal: "unreachable" } });
  const user = await app.as("viewer");
  const states = async (report: ReportId, more = "") =>
    (await rowsOf(user, report, `${DAY}${more}`)).rows.map((row) => row["State"]);
  expect(await states("user-contol-details")).toEqual([
    "Replaced by a later command",
    "Failed: the device does not answer",
    "Confirmed",
  ]);
  expect(await states("ahu-schedule-activity", "&language=hi&filter.State=विफल")).toEqual([
    "विफल: AHU T: उपकरण उत्तर नहीं देता",
    "विफल: उपकरण उत्तर नहीं देता",
  ]);
  expect((await rowsOf(user, "ahu-schedule-activity", `${DAY}&language=hi`)).rows[0]).toMatchObject({
    DeviceName: "डिफ़ॉल्ट समय-सारणी",
    Category: "समय-सारणी",
    Key: "समय-सारणी: चालू",
  });
});

test("names of schedules, users and units that equal a code are unchanged", async () => {
  await using app = await withStates();
  const add = (minute: number, state: string, reason: string, detail: string) =>
    app.query(
      `insert into occurrences (campus_id, building_id, type, kind, source_id, name, action, at, state, reason, detail, next_look_at)
        select d.campus_id, (select id from locations where key = 'T'), 1, 'schedule', $1::int, 'Default', 'on',
          timestamptz '2026-01-05T04:00:00Z' + $1::int * interval '1 min', $2, $3, $4, '2026-01-05T04:00:00Z'
        from devices as d where ssid = 'T-AHU'`,
      [minute, state, reason, detail],
    );
  await add(1, "failed", "units-failed", "");
  await addFailedUnits(app.db, {
    "T-AHU": { name: "Fan: expired; filters", refusal: "refused" },
    "T-S1": { name: "AHU 2", refusal: "unreachable" },
  });
  await add(2, "skipped", "replaced", "Person");
  await add(3, "skipped", "replaced", "Default schedule");
  await add(4, "skipped", "overruled", "refused");
  const user = await app.as("viewer");
  const states = async (more: string) =>
    (await rowsOf(user, "ahu-schedule-activity", `${DAY}&filter.DeviceName=Default${more}`)).rows.map(
      (row) => row["State"],
    );
  expect(await states("")).toEqual([
    "Skipped: overridden by refused",
    "Skipped: replaced by Default schedule",
    "Skipped: replaced by Person",
    "Failed: AHU 2: the device does not answer; Fan: expired; filters: the device refused it",
  ]);
  expect(await states("&language=hi")).toEqual([
    "छोड़ा गया: इसकी जगह लागू: refused",
    "छोड़ा गया: इससे बदला गया: डिफ़ॉल्ट समय-सारणी",
    "छोड़ा गया: इससे बदला गया: Person",
    "विफल: AHU 2: उपकरण उत्तर नहीं देता; Fan: expired; filters: उपकरण ने अस्वीकार किया",
  ]);
  // A filter searches the shown text, a word as well as a name.
  expect(await states("&filter.State=person")).toHaveLength(1);
  expect(await states("&filter.State=refused it; AHU 2")).toHaveLength(1);
  expect(await states("&filter.State=expired")).toHaveLength(1);
  expect(await states("&filter.State=unreachable")).toEqual([]);
  expect(await states("&language=hi&filter.State=डिफ़ॉल्ट")).toHaveLength(1);
  expect(await states("&sort=State&order=asc")).toHaveLength(4);
});

test("the most active alarms have their names without measured values, in the requested language", async () => {
  await using app = await withStates();
  await addAlarm(app.db, {
    ssid: "T-S1",
    code: 205,
    message: "Load 105 %: more",
    raisedAt: "2026-01-05T04:00:00Z",
  });
  await addAlarm(app.db, {
    ssid: "T-S1",
    code: 205,
    message: "Load 107 %: more",
    raisedAt: "2026-01-05T04:10:00Z",
  });
  await app.query(
    "update alarms set text_name = 'temperature-high', text_numbers = '{30,28}' where code = 205",
  );
  const user = await app.as("viewer");
  const keys = async (report: ReportId, more: string) =>
    (await rowsOf(user, report, `${DAY}${more}`)).rows.map((row) => [row["Key"], row["Value"]]);
  expect(await keys("most-active-critical", "&language=hi")).toEqual([["UPS बैटरी पर", 1]]);
  expect(await keys("most-active-noncritical", "&language=kn")).toEqual([["ತಾಪಮಾನ ಹೆಚ್ಚು", 2]]);
  expect(await keys("most-active-noncritical", "")).toEqual([["Temperature high", 2]]);
  const chart = await user.get(`/v1/reports/most-active-critical/chart?${DAY}&language=hi`);
  expect(chart.json().bars).toMatchObject([{ label: expect.stringContaining("UPS बैटरी पर") }]);
});

test("an export has its headings in the requested language, in English the columns' names", async () => {
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

test.each([
  ["en", "Alarms Acknowledged By User"],
  // Excel allows 31 characters, which is too short for the last word.
  ["hi", "उपयोगकर्ता द्वारा स्वीकृत"],
  ["kn", "ಬಳಕೆದಾರರು ಅಂಗೀಕರಿಸಿದ ಅಲಾರಂಗಳು"],
])("the sheet of a file has the name of its report in %s", async (language, name) => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const file = await user.get(
    `/v1/reports/acknowledged-by-user/export?${DAY}&language=${language}&format=xlsx`,
  );
  expect(unzip(file.rawPayload).get("xl/workbook.xml")).toContain(`<sheet name="${name}"`);
});

test("people and places of activities have their names, and deleted ones say so", async () => {
  await using app = await withStates();
  const user = await app.as("viewer");
  const { id: floor, name } = await app.db
    .selectFrom("locations")
    .select(["id", "name"])
    .where("zoneType", "=", "GL_LOCATION_TYPE_FLOOR")
    .executeTakeFirstOrThrow();
  const { id: operator } = await app.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "operator")
    .executeTakeFirstOrThrow();
  const record = (minute: number, action: string, target: string, after: object) =>
    app.query(
      `insert into audit (at, campus_id, user_id, address, action, target, after)
        select $1, campus_id, id, '', $2, $3, $4 from users where username = 'operator'`,
      [`2026-01-05T07:0${minute}:00Z`, action, target, JSON.stringify(after)],
    );
  await record(0, "edit-user", `user:${operator}`, { roleId: 3, buildingId: floor, isDisabled: false });
  await record(1, "save-notification-settings", "user:999999", {
    floor_ids: [floor, 999_999],
    language: "en",
  });
  await record(2, "save-configuration", `location:${floor}`, {});
  await record(3, "add-space", "space:999999", { title: "S1", parent: floor });
  const range = "from=2026-01-05T07:00:00Z&to=2026-01-05T07:30:00Z";
  const shown = async (more: string) => {
    const found = await rowsOf(user, "activites-per-user", `${range}&language=en${more}`);
    return found.rows.map(({ DeviceName, Value }) => [DeviceName, Value]);
  };
  const edited = ["operator", `Role: Viewer, Building: ${name}, Disabled: no`];
  expect(await shown("")).toEqual([
    ["999999, deleted", `Title: S1, Place: ${name}`],
    [name, ""],
    ["999999, deleted", `Language: English, Floors: ${name}, 999999, deleted`],
    edited,
  ]);
  expect(await shown(`&filter.DeviceName=${name}`)).toEqual([[name, ""]]);
  expect(await shown(`&filter.Value=Building: ${name}`)).toEqual([edited]);
  await app.query(`insert into customer_records (user_id, deleted_at) values (${operator}, '2026-01-05T07:30:00Z')
    on conflict (user_id) do update set deleted_at = excluded.deleted_at`);
  expect((await shown("")).at(-1)?.[0]).toBe("operator, deleted");
});

test("fields of bookings and users have names in the requested language", async () => {
  await using app = await withStates();
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, after)
    select '2026-01-05T07:00:00Z', campus_id, id, '', 'create-booking', 'bookings:4',
      '{"from": "2026-01-06T03:30:00.000Z", "spaces": [26], "userId": 99}' from users where username = 'operator'`);
  const user = await app.as("viewer");
  const valueOf = async (more: string) => (await rowsOf(user, "activites-per-user", `${DAY}${more}`)).rows[0];
  expect(await valueOf("&filter.Value=person")).toMatchObject({
    Value: "From: 2026-01-06 09:00, Place: 26, deleted, Person: 99, deleted",
  });
  expect(await valueOf("&language=hi&filter.Value=व्यक्ति")).toMatchObject({
    Value: "कब से: 2026-01-06 09:00, स्थान: 26, हटाया गया, व्यक्ति: 99, हटाया गया",
  });
});
