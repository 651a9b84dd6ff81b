import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { openOneConnection } from "../../testing/database/one-connection.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

/** The tables as they were before the migration. */
const earlier = `
  alter table alarms drop column subject_id, drop column subject_kind, drop column rule, add column cause text not null;
  create unique index alarms_one_active on alarms (cause) where restored_at is null;
  create unique index alarms_imported on alarms (cause, raised_at) where is_imported;
  create index alarms_unacknowledged on alarms (cause) where restored_at is not null;
  alter table alarm_conditions drop column subject_id, drop column subject_kind, drop column rule, add column cause text primary key`;

/** Causes of each form with the columns of their rows; a letter is the id of a campus, location, device, edge or point. */
const forms: [cause: string, columns: string, subject: string, rule: string][] = [
  ["point:P:temperature-high", "DP", "point P", "temperature-high"],
  ["point:P:sensor-drift", "DP", "point P", "sensor-drift"],
  ["device:D:device-lost", "D", "device D", "device-lost"],
  ["device:D:on-against-schedule", "DP", "device D", "on-against-schedule"],
  ["edge:E:gateway-lost", "E", "edge E", "gateway-lost"],
  ["edge:E:clock-behind", "E", "edge E", "clock-behind"],
  ["floor:L:energy-wasted", "", "place L", "energy-wasted"],
  ["building:L:mains-failed", "", "place L", "mains-failed"],
  ["disk:C", "", "campus C", "disk-nearly-full"],
  ["server-clock:C", "", "campus C", "server-clock"],
  ["event:D:241", "D", "device-event D", "241"],
  ["event:D:99", "DP", "device-event D", "99"],
  ["event:edge:E:101", "E", "edge-event E", "101"],
  ["group:L:210:1767600000000", "", "flood L", "flood"],
  ["group:L:210:1767600060000", "", "flood L", "flood"],
  ["test:1", "", "place L", "test:1"],
  ["point:999999:lux-low", "DP", "place L", "point:999999:lux-low"],
  ["point:P:co2-high", "", "place L", "point:P:co2-high"],
];

test("stored alarms and running delays of every form get their subject and rule", async () => {
  await using app = await startTestApp();
  await using db = openOneConnection(app.databaseUrl);
  const [ids = {}] = await db.run(`
    select c.id as "C", l.id as "L", d.id as "D", d.edge_id as "E", p.id as "P"
    from devices d join points p on p.device_id = d.id join campuses c on c.id = d.campus_id join locations l on l.key = 'T/g'
    where d.ssid = 'T-S1' order by p.id limit 1`);
  const filled = (text: string) => text.replaceAll(/\b[CLDEP]\b/g, (letter) => String(ids[letter]));
  const idOr = (columns: string, letter: string) => (columns.includes(letter) ? Number(ids[letter]) : null);
  const insert = async (cause: string, columns: string, restored: string | null) =>
    db.run(
      `insert into alarms (campus_id, location_id, device_id, edge_id, point_id, cause, code, message, source_name, raised_at, restored_at)
       values ($1, $2, $3, $4, $5, $6, 210, '', '', now(), $7)`,
      [
        ids["C"],
        ids["L"],
        ...["D", "E", "P"].map((letter) => idOr(columns, letter)),
        filled(cause),
        restored,
      ],
    );
  await db.run("alter table alarm_conditions drop column campus_id");
  await db.run(earlier);
  for (const [cause, columns] of forms) {
    await insert(cause, columns, "2026-01-04T00:00:00Z");
    await insert(cause, columns, null);
    await db.run("insert into alarm_conditions (cause, since) values ($1, '2026-01-05T00:00:00Z')", [
      filled(cause),
    ]);
  }
  const file = new URL("../../../migrations/0086-alarm-subjects.sql", import.meta.url);
  await db.run(await readFile(file, "utf8"));

  const subjects = (table: string, order: string) =>
    db.run(`select subject_kind || ' ' || subject_id as subject, rule from ${table} order by ${order}`);
  const expected = forms.map(([, , subject, rule]) => ({ subject: filled(subject), rule: filled(rule) }));
  expect(await subjects("alarms where restored_at is null", "id")).toEqual(expected);
  expect(await subjects("alarms where restored_at is not null", "id")).toEqual(expected);
  const delays = await subjects("alarm_conditions where since = '2026-01-05T00:00:00Z'", "rule");
  const ruled = [
    ...expected.slice(0, 10),
    { subject: "point 999999", rule: "lux-low" },
    { subject: filled("point P"), rule: "co2-high" },
  ];
  expect(delays).toHaveLength(ruled.length);
  expect(delays).toEqual(expect.arrayContaining(ruled));
  const campus = new URL("../../../migrations/0089-condition-campus.sql", import.meta.url);
  await db.run(await readFile(campus, "utf8"));
  const placed = await db.run(
    "select distinct campus_id, subject_id = 999999 as is_unknown from alarm_conditions",
  );
  expect(placed).toEqual([{ campus_id: ids["C"], is_unknown: false }]);
  const again = (rule: string) =>
    db.run(`
      insert into alarms (campus_id, location_id, device_id, edge_id, subject_kind, rule, code, message, source_name, raised_at)
      select campus_id, location_id, device_id, edge_id, subject_kind, rule, code, '', '', now()
      from alarms where rule = '${rule}' and restored_at is null`);
  for (const rule of ["device-lost", "gateway-lost", "241", "101", "mains-failed", "server-clock"])
    await expect(again(rule)).rejects.toThrow("alarms_one_active");
});
