import { defaultConfiguration, defaultAlarmSettings } from "@verandah/contract/campuses/campuses.ts";
import type { previewConfiguration } from "@verandah/contract/campuses/limits-preview.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { equipmentType, type EquipmentTypeInput } from "@verandah/equipment/schema.ts";
import { expect, test } from "vitest";

import { closeHours, groupJournal } from "#features/telemetry/readings/readings-upkeep.ts";

import { aDevice, aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";

const SLOT_MS = 300_000;
const HOUR_MS = 3_600_000;
const NOW = "2026-01-05T06:00:00Z";

/** Values of a point every five minutes, or every `step` times as long, from 20 hours ago on. */
const values = (all: readonly number[], step: number): [number, number][] =>
  all.map((value, at) => [Date.parse(NOW) - 20 * HOUR_MS + at * step * SLOT_MS, value]);
const times = (count: number, value: number) => Array<number>(count).fill(value);

async function closed({ ctx }: Pick<Awaited<ReturnType<typeof startTestApp>>, "ctx">): Promise<void> {
  await groupJournal(ctx, true);
  await closeHours(ctx, 0);
}

/** A type of the site with a point of a bay sensor's id. */
const barrier: EquipmentTypeInput = {
  type: "BARRIER",
  name: { en: "Barrier" },
  subsystem: "parking",
  icon: "parking",
  points: { OCCUPIED: { kind: "reading", name: { en: "Car at the barrier" }, unit: "none" } },
  screen: { summary: ["OCCUPIED"] },
};

async function start() {
  const site = aSite();
  site.types = [equipmentType.parse(barrier)];
  const at = { location: "T/g", edge: "T-GW" };
  site.devices.push(
    aDevice("ENERGYMETER", "T-EM", ["activePowerTotal"], at),
    aDevice("ENVIRONMENT", "T-P", ["OCCUPANCY"], at),
    aDevice("PARKING", "T-B", ["OCCUPIED"], at),
    aDevice("PARKING", "T-B2", ["OCCUPIED"], { ...at, location: "T/f1" }),
    aDevice("BARRIER", "T-B3", ["OCCUPIED"], { ...at, location: "T/f1" }),
  );
  const app = await startTestApp({ now: NOW, sites: [site] });
  const admin = await app.as("administrator");
  return {
    app,
    admin,
    bring: (edge: string, device: string, point: string, all: readonly number[], step = 1) =>
      app.send(edge, [{ device, point, values: values(all, step) }]),
    async preview(change: object, alarmSettings: object = {}) {
      const answer = await admin.post("/v1/campuses/configuration/preview", {
        configuration: { ...defaultConfiguration, ...change },
        alarmSettings: { ...defaultAlarmSettings, ...alarmSettings },
      });
      return answer.json<ReplyOf<typeof previewConfiguration>>();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("counts each time that a sensor was out of its limit for the delay, once until it is back by the deadband", async () => {
  await using bench = await start();
  await bench.bring("T-S1", "T-S1", "TEMPERATURE", [
    ...times(12, 24),
    // Once, with a value between the limit and the deadband in it.
    27.5,
    27.5,
    26.7,
    27.5,
    ...times(6, 24),
    // A single value above does not last five minutes at a delay of ten.
    27.5,
    ...times(6, 24),
    ...times(4, 19),
    ...times(6, 24),
  ]);
  await closed(bench.app);
  const limits = { temperature: { min: 20, max: 27 } };
  const now = await bench.preview(limits);
  expect(now.kinds).toEqual([{ kind: "temperature", present: 1, proposed: 3 }]);
  expect(now.from).toBe("2026-01-04T10:00:00.000Z");
  const slow = { temperature: { deadband: 0.5, on_delay_seconds: 600, off_delay_seconds: 60 } };
  expect((await bench.preview(limits, slow)).kinds).toEqual([
    { kind: "temperature", present: 1, proposed: 2 },
  ]);
});

test("an alarm continues until its value has been normal for the off-delay", async () => {
  await using bench = await start();
  const away = times(3, 27.5);
  const all = [
    ...times(12, 24),
    ...away,
    ...times(2, 24),
    ...away,
    ...times(3, 24),
    ...away,
    ...times(6, 24),
  ];
  await bench.bring("T-S1", "T-S1", "TEMPERATURE", all);
  await closed(bench.app);
  const temperature = { deadband: 0.5, on_delay_seconds: 600, off_delay_seconds: 900 };
  expect((await bench.preview({ temperature: { min: 20, max: 27 } }, { temperature })).kinds).toEqual([
    { kind: "temperature", present: 0, proposed: 2 },
  ]);
});

test("a deck with its own parking time keeps it, and other types of devices have none", async () => {
  await using bench = await start();
  for (const device of ["T-B", "T-B2", "T-B3"])
    await bench.bring("T-GW", device, "OCCUPIED", [...times(12, 0), ...times(30, 1), ...times(3, 0)]);
  await closed(bench.app);
  const { rows } = await bench.app.query("select id from locations where key = 'T/g'");
  await bench.admin.post(`/v1/gl_zone/${String(rows[0]?.["id"])}/configuration`, {
    overParked: { overParked: 600 },
  });
  expect((await bench.preview({ overParked: { overParked: 60 } })).kinds).toEqual([
    { kind: "overParked", present: 0, proposed: 1 },
  ]);
});

test("limits and alarm settings are saved together, or neither", async () => {
  await using bench = await start();
  const url = "/v1/campuses/configuration/limits";
  const body = {
    configuration: { ...defaultConfiguration, co2: { max: 800 } },
    alarmSettings: { ...defaultAlarmSettings, overParked: { off_delay_seconds: 45 } },
  };
  await bench.app.query("alter table alarm_settings add constraint t check (off_delay_seconds <> 45)");
  expect((await bench.admin.post(url, body)).statusCode).toBe(500);
  expect((await bench.admin.get("/v1/campuses/configuration")).json()).toEqual(defaultConfiguration);
  await bench.app.query("alter table alarm_settings drop constraint t");
  expect((await bench.admin.post(url, body)).json()).toEqual(body);
});

test("a zone with its own limit keeps it, and unchanged limits are not counted", async () => {
  await using bench = await start();
  await bench.bring("T-S1", "T-S1", "TEMPERATURE", [...times(12, 24), ...times(12, 27.5), ...times(12, 24)]);
  await closed(bench.app);
  const { rows } = await bench.app.query("select id from locations where key = 'T/g/z1'");
  await bench.admin.post(`/v1/gl_zone/${String(rows[0]?.["id"])}/configuration`, {
    temperature: { min: 10, max: 40 },
  });
  expect((await bench.preview({ temperature: { min: 20, max: 27 } })).kinds).toEqual([
    { kind: "temperature", present: 0, proposed: 0 },
  ]);
  expect(await bench.preview({})).toEqual({ from: null, kinds: [] });
});

test("counts long parked cars and the load of empty floors; a limit of 0 raises no alarm", async () => {
  await using bench = await start();
  await bench.bring("T-GW", "T-B", "OCCUPIED", [
    ...times(12, 0),
    ...times(30, 1),
    ...times(3, 0),
    ...times(12, 1),
  ]);
  await bench.bring("T-GW", "T-EM", "activePowerTotal", times(60, 4_000));
  await bench.bring("T-GW", "T-P", "OCCUPANCY", [...times(20, 0), ...times(10, 3), ...times(30, 0)]);
  await closed(bench.app);
  const kinds = async (overParked: number, wastage: number) =>
    (await bench.preview({ overParked: { overParked }, wastage: { wastage } })).kinds;
  expect(await kinds(120, 5_000)).toEqual([
    { kind: "overParked", present: 0, proposed: 1 },
    { kind: "wastage", present: 2, proposed: 0 },
  ]);
  expect(await kinds(30, 0)).toEqual([
    { kind: "overParked", present: 0, proposed: 2 },
    { kind: "wastage", present: 2, proposed: 0 },
  ]);
});

test("a value counts until the next one, at most 15 minutes", async () => {
  await using bench = await start();
  const quarters = [...times(4, 0), ...times(6, 1), ...times(2, 0), 1, 0];
  await bench.bring("T-GW", "T-B", "OCCUPIED", quarters, 3);
  await bench.bring("T-GW", "T-B2", "OCCUPIED", quarters, 4);
  await bench.bring("T-GW", "T-EM", "activePowerTotal", [...times(3, 4_000), 0, 4_000, 0], 3);
  await bench.bring("T-GW", "T-P", "OCCUPANCY", times(40, 0));
  await closed(bench.app);
  const kinds = async (overParked: number, seconds: number) => {
    const wastage = { deadband: 0, on_delay_seconds: seconds, off_delay_seconds: 0 };
    const change = { overParked: { overParked }, wastage: { wastage: 3_000 } };
    return (await bench.preview(change, { wastage })).kinds.map(({ proposed }) => proposed);
  };
  // Six values of T-B are one time of 90 minutes, and those of T-B2 six of 15 minutes.
  expect(await kinds(90, 2_700)).toEqual([1, 1]);
  expect(await kinds(91, 2_701)).toEqual([0, 0]);
  expect(await kinds(15, 900)).toEqual([9, 2]);
  expect(await kinds(16, 901)).toEqual([1, 1]);
});

test("wrong limits are refused with their fields, and only administrators may call it", async () => {
  await using bench = await start();
  const wrong = await bench.admin.post("/v1/campuses/configuration/preview", {
    configuration: { ...defaultConfiguration, temperature: { min: 30, max: 20 }, lux: { min: null, max: 5 } },
    alarmSettings: {
      ...defaultAlarmSettings,
      wastage: { deadband: -1, on_delay_seconds: 1.5, off_delay_seconds: 0 },
    },
  });
  expect(wrong.statusCode).toBe(400);
  expect(Object.keys(wrong.json().fields)).toEqual(
    expect.arrayContaining([
      "configuration.temperature.max",
      "configuration.lux.min",
      "alarmSettings.wastage.deadband",
      "alarmSettings.wastage.on_delay_seconds",
    ]),
  );
  const body = { configuration: defaultConfiguration, alarmSettings: defaultAlarmSettings };
  const operator = await bench.app.as("operator");
  expect((await operator.post("/v1/campuses/configuration/preview", body)).statusCode).toBe(403);
});
