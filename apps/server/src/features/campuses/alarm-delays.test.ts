import type { AlarmDelays } from "@verandah/contract/campuses/alarm-delays.ts";
import { delayedAlarms } from "@verandah/equipment/alarm-delays.ts";
import { equipmentType } from "@verandah/equipment/schema.ts";
import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "../alarms/evaluation/alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const path = "/v1/campuses/configuration/alarm-delays";
const fire = { alarm: "AHU/fire-alarm", on_delay_seconds: 20, off_delay_seconds: 0 };

/** Keeps the unit's fire contact in this state for some seconds. @returns whether its alarm is active at the end */
async function isBurning(app: App, contact: 0 | 1, seconds: number): Promise<boolean> {
  for (let second = 0; second <= seconds; second += 1) {
    await app.measure("T-GW", "T-AHU", { "Fire Alarm": contact });
    await evaluateAlarms(app.ctx);
    if (second < seconds) app.advance(1_000);
  }
  const active = await app.db
    .selectFrom("alarms")
    .select("id")
    .where("restoredAt", "is", null)
    .where("textName", "=", "fire-alarm")
    .execute();
  return active.length > 0;
}

test("the delays that a campus sets for an alarm of a type are in force, also for a running delay", async () => {
  await using app = await startTestApp();
  const administrator = await app.as("administrator");
  const saved = (await administrator.post(path, { delays: [fire] })).json<AlarmDelays[]>();
  expect(saved).toContainEqual({
    ...fire,
    type: "AHU",
    title: expect.objectContaining({ en: "Fire alarm" }),
    default: { on_delay_seconds: 0, off_delay_seconds: 5 },
  });
  expect((await administrator.get(path)).json()).toEqual(saved);
  expect(await isBurning(app, 1, 19)).toBe(false);
  app.advance(1_000);
  expect(await isBurning(app, 1, 0)).toBe(true);
  app.advance(1_000);
  expect(await isBurning(app, 0, 0)).toBe(false);
  expect(await isBurning(app, 1, 5)).toBe(false);
  await administrator.post(path, { delays: [{ ...fire, on_delay_seconds: 3 }] });
  expect(await isBurning(app, 1, 0)).toBe(true);
});

test("saved delays are audited, and the other alarms keep their delays", async () => {
  await using app = await startTestApp();
  const administrator = await app.as("administrator");
  await administrator.post(path, { delays: [fire] });
  const lamp = { alarm: "DALI/lamp-failed", on_delay_seconds: 60, off_delay_seconds: 30 };
  const all = (await administrator.post(path, { delays: [lamp] })).json<AlarmDelays[]>();
  expect(all).toContainEqual(expect.objectContaining(fire));
  expect(all).toContainEqual(expect.objectContaining(lamp));
  const { before, after } = await app.db
    .selectFrom("audit")
    .select(["before", "after"])
    .where("action", "=", "save-alarm-delays")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(before).toEqual({
    delays: [{ alarm: lamp.alarm, on_delay_seconds: 15, off_delay_seconds: 15 }],
  });
  expect(after).toEqual({ delays: [lamp] });
});

test("a delay that is not sent stays", async () => {
  await using app = await startTestApp();
  const administrator = await app.as("administrator");
  const lamp = { alarm: "DALI/lamp-failed" };
  await administrator.post(path, { delays: [{ ...lamp, on_delay_seconds: 86_400 }] });
  const all = await administrator.post(path, { delays: [{ ...lamp, off_delay_seconds: 30 }] });
  expect(all.json()).toContainEqual(
    expect.objectContaining({ ...lamp, on_delay_seconds: 86_400, off_delay_seconds: 30 }),
  );
});

test("a critical alarm of a site has the on-delay of its type at most", () => {
  const alarm = { title: { en: "Late" }, guidance: { en: "Look" }, when: { point: "X", above: 1 } };
  const type = equipmentType.parse({
    type: "PRESS",
    name: { en: "Press" },
    subsystem: "energy",
    icon: "IconBolt",
    points: { X: { kind: "reading", name: { en: "X" }, unit: "none" } },
    alarms: {
      slow: { ...alarm, code: 150, when: { ...alarm.when, onDelaySeconds: 7_200 } },
      quick: { ...alarm, code: 199 },
      low: { ...alarm, code: 200 },
    },
    screen: { summary: ["X"] },
  });
  expect(delayedAlarms([type]).map(({ onDelayMaxSeconds }) => onDelayMaxSeconds)).toEqual([
    7_200,
    60,
    undefined,
  ]);
});

test.each([
  ["an alarm that no type has", [{ ...fire, alarm: "AHU/none" }], "delays.0.alarm"],
  [
    "an alarm that follows a limit of the campus",
    [{ ...fire, alarm: "ENV/temperature-high" }],
    "delays.0.alarm",
  ],
  ["an alarm that is given twice", [fire, fire], "delays.1.alarm"],
  ["a delay below 0", [{ ...fire, on_delay_seconds: -1 }], "delays.0.on_delay_seconds"],
  ["a delay of more than a day", [{ ...fire, off_delay_seconds: 86_401 }], "delays.0.off_delay_seconds"],
  [
    "an on-delay of a critical alarm of more than a minute",
    [{ ...fire, on_delay_seconds: 61 }],
    "delays.0.on_delay_seconds",
  ],
  ["no number", [{ ...fire, off_delay_seconds: null }], "delays.0.off_delay_seconds"],
])("refuses %s, and saves nothing", async (_name, delays, field) => {
  await using app = await startTestApp();
  const administrator = await app.as("administrator");
  const refused = await administrator.post(path, { delays });
  expect(refused.statusCode).toBe(400);
  const { fields, rules } = refused.json<{ fields: object; rules: object }>();
  expect(Object.keys(fields)).toContain(field);
  expect(Object.keys(rules)).toContain(field);
  expect(await app.db.selectFrom("alarmDelays").selectAll().execute()).toEqual([]);
});
