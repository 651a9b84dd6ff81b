import { readFile } from "node:fs/promises";

import { defaultConfiguration, defaultAlarmSettings } from "@verandah/contract/campuses/campuses.ts";
import { expect, test } from "vitest";

import { openOneConnection } from "../../testing/database/one-connection.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const readMigration = (name: string) =>
  readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), "utf8");

/** The tables as they were before the migration. */
const oldTables = `
  drop table alarm_settings;
  create table campus_limits (
    campus_id int primary key references campuses,
    temperature_min_celsius float8 not null default 20, temperature_max_celsius float8 not null default 28,
    humidity_min_percent float8 not null default 30, humidity_max_percent float8 not null default 70,
    lux_min float8 not null default 0, lux_max float8 not null default 1000,
    over_parked_minutes float8 not null default 600, wastage_watts float8 not null default 3000,
    co2_max_ppm float8 not null default 1000
  );
  create table location_limits (
    location_id int primary key references locations, campus_id int not null references campuses,
    temperature_min_celsius float8, temperature_max_celsius float8, humidity_min_percent float8,
    humidity_max_percent float8, lux_min float8, lux_max float8, over_parked_minutes float8,
    wastage_watts float8, co2_max_ppm float8
  );
  create table limit_manners (campus_id int primary key references campuses, manners jsonb not null);`;

async function withOldSettings(rows: string) {
  const app = await startTestApp();
  const database = openOneConnection(app.databaseUrl);
  await database.run(oldTables);
  await database.run(rows);
  await database.run(await readMigration("0028-alarm-settings-as-rows"));
  await database[Symbol.asyncDispose]();
  return app;
}

const configurationUrl = "/v1/campuses/configuration";

test("the migration keeps limits, deadbands and delays of campuses and places", async () => {
  const alarmSettings = {
    ...defaultAlarmSettings,
    temperature: { deadband: 1.5, on_delay_seconds: 10, off_delay_seconds: 20 },
    overParked: { off_delay_seconds: 45 },
  };
  await using app = await withOldSettings(`
    insert into campus_limits (campus_id, temperature_min_celsius, temperature_max_celsius, over_parked_minutes, co2_max_ppm)
      select id, 19.5, 26, 90, 800 from campuses;
    insert into limit_manners select id, '${JSON.stringify(alarmSettings)}' from campuses;
    insert into location_limits (location_id, campus_id, humidity_min_percent, humidity_max_percent, wastage_watts)
      select id, campus_id, 40, 60, 0 from locations where key = 'T/g'`);
  const user = await app.as("administrator");
  const limits = {
    ...defaultConfiguration,
    temperature: { min: 19.5, max: 26 },
    co2: { max: 800 },
    overParked: { overParked: 90 },
  };
  expect((await user.get(configurationUrl)).json()).toEqual(limits);
  expect((await user.get(`${configurationUrl}/alarm-settings`)).json()).toEqual(alarmSettings);
  const { rows } = await app.query("select id from locations where key = 'T/g'");
  const own = { humidity: { min: 40, max: 60 }, wastage: { wastage: 0 } };
  expect((await user.get(`/v1/gl_zone/${Number(rows[0]?.["id"])}/configuration`)).json()).toMatchObject({
    own,
    limits: { ...limits, ...own },
  });
});

test("a campus without saved delays has the defaults after the migration", async () => {
  await using app = await withOldSettings("insert into campus_limits (campus_id) select id from campuses");
  const user = await app.as("administrator");
  expect((await user.get(configurationUrl)).json()).toEqual(defaultConfiguration);
  expect((await user.get(`${configurationUrl}/alarm-settings`)).json()).toEqual(defaultAlarmSettings);
});
