import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";
import { suspectUnfollowed } from "./reconcile.service.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";

/** Units that are on by a default until 18:00 and report it. */
async function startRunning() {
  const bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  bench.show("T-AHU", 10);
  bench.show("T-AHU2", 10);
  await bench.goTo("2026-01-05T06:40:00Z");
  expect(await bench.restore()).toEqual([]);
  return bench;
}

/** The default switched off at 18:00 while T-AHU did not answer, and the occurrence's grace period has ended. */
async function missSwitchOff() {
  const bench = await startRunning();
  await bench.goTo("2026-01-05T12:30:00Z", ["T-AHU"]);
  expect(await bench.follow()).toEqual(["T-AHU2=0"]);
  bench.show("T-AHU2", 0);
  await bench.goTo("2026-01-05T12:41:00Z", ["T-AHU"]);
  await bench.run();
  expect(await bench.restore()).toEqual([]);
  return bench;
}

test("a unit that was offline at switch-off is switched off after it is back", async () => {
  await using bench = await missSwitchOff();
  expect(await bench.occurrences()).toContain("01-05T12:30 off default failed units-failed");
  await bench.goTo("2026-01-05T13:00:00Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T13:00:59.999Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T13:01:00Z");
  expect(await bench.restore()).toEqual(["T-AHU=0"]);
  expect(bench.sent.at(-1)).toMatchObject({ point: "ahu_on_off_sp", priority: 16 });
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T13:10:00Z");
  expect(await bench.restore()).toEqual([]);
});

test("restores a unit whose controller lost its values, and ignores a reading from before the settle time", async () => {
  await using bench = await startRunning();
  await bench.goTo("2026-01-05T08:00:00Z");
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T08:00:05Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T08:01:04Z");
  bench.app.advance(2_000);
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T08:01:07Z");
  expect(await bench.restore()).toEqual(["T-AHU=10"]);
});

test("commands a unit that does not follow with growing delays", async () => {
  await using bench = await startRunning();
  bench.show("T-AHU", 0);
  const start = Date.parse("2026-01-05T07:00:00Z");
  const commandedAt: number[] = [];
  for (let second = 0; second <= 3_000; second += 60) {
    await bench.goTo(new Date(start + second * 1_000).toISOString());
    if ((await bench.restore()).length > 0) commandedAt.push(second);
  }
  expect(commandedAt).toEqual([60, 120, 240, 480, 960, 1_860, 2_760]);
});

test("four concurrent servers command a unit once", async () => {
  await using bench = await missSwitchOff();
  await bench.goTo("2026-01-05T13:00:00Z");
  await bench.restore();
  await bench.goTo("2026-01-05T13:02:00Z");
  await Promise.all([bench.reconcile(), bench.reconcile(), bench.reconcile(), bench.reconcile()]);
  await bench.reconcile();
  await bench.dispatch();
  expect(bench.newCommands()).toEqual(["T-AHU=0"]);
  const ordered = await bench.app.query("select value from commands where created_at = $1", [
    bench.app.now(),
  ]);
  expect(ordered.rows).toEqual([{ value: 0 }]);
});

test("does not command a unit that a user overrides until the release", async () => {
  await using bench = await startRunning();
  await bench.operator.post("/v1/commands", {
    writes: [{ ssid: "T-AHU", param_id: "ahu_on_off_sp", value: 0 }],
  });
  await bench.verifyAll();
  bench.show("T-AHU", 0);
  bench.newCommands();
  for (const at of ["07:00:00", "07:30:00", "08:00:00"]) {
    await bench.goTo(`2026-01-05T${at}Z`);
    expect(await bench.restore()).toEqual([]);
  }
  await bench.operator.post("/v1/overrides/release", { ssid: "T-AHU", param_id: "ahu_on_off_sp" });
  await bench.verifyAll();
  expect(bench.newCommands()).toEqual(["T-AHU=null"]);
  await bench.restore();
  await bench.goTo("2026-01-05T08:02:00Z");
  expect(await bench.restore()).toEqual(["T-AHU=10"]);
});

test("releases a unit that missed the end of a schedule when it is back", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  bench.show("T-AHU", 10);
  await bench.create(bench.data({ start: "2026-01-05T07:00:00Z", end: "2026-01-05T09:00:00Z" }));
  await bench.goTo("2026-01-05T07:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.goTo("2026-01-05T09:00:00Z", ["T-AHU"]);
  await bench.follow();
  await bench.goTo("2026-01-05T09:11:00Z", ["T-AHU"]);
  await bench.follow();
  await bench.goTo("2026-01-05T09:30:00Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T09:31:00Z");
  expect(await bench.restore()).toEqual(["T-AHU=null"]);
  await bench.goTo("2026-01-05T10:00:00Z");
  expect(await bench.restore()).toEqual([]);
});

test("skips occurrences during a downtime and restores the state", async () => {
  await using bench = await startRunning();
  await bench.goTo("2026-01-05T12:45:00Z");
  await bench.run();
  expect(await bench.occurrences()).toContain("01-05T12:30 off default skipped late");
  await bench.restore();
  await bench.goTo("2026-01-05T12:46:00Z");
  expect(await bench.restore()).toEqual(["T-AHU2=0", "T-AHU=0"].toSorted());
});

test("a due occurrence sends its commands first", async () => {
  await using bench = await startRunning();
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T12:29:30Z");
  await bench.restore();
  for (const at of ["12:30:30", "12:31:31"]) {
    await bench.goTo(`2026-01-05T${at}Z`);
    expect(await bench.restore()).toEqual([]);
  }
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"].toSorted());
});

/** Active alarms of the schedule rules, as code and message. */
async function alarms(bench: Awaited<ReturnType<typeof startSchedules>>) {
  await evaluateAlarms(bench.app.ctx, [suspectUnfollowed]);
  const { rows } = await bench.app.query(
    "select code, message, source_name from alarms where code in (226, 227) and restored_at is null",
  );
  return rows.map((row) => `${String(row["code"])} ${String(row["source_name"])}: ${String(row["message"])}`);
}

test("a unit that does not follow its schedule beyond the grace period has an alarm until it follows", async () => {
  await using bench = await missSwitchOff();
  expect(await alarms(bench)).toEqual([]);
  await bench.goTo("2026-01-05T13:00:00Z");
  await bench.restore();
  await bench.goTo("2026-01-05T13:10:00Z");
  await bench.restore();
  expect(await alarms(bench)).toEqual([]);
  await bench.goTo("2026-01-05T13:10:00.001Z");
  expect(await alarms(bench)).toEqual(["226 Unit T-AHU: Schedule not followed: unit is on, schedule: off"]);
  // None of the campuses of another process.
  expect(await suspectUnfollowed(bench.app.ctx, () => true, [], [])).toEqual([]);
  // A unit that stops sending keeps its alarm.
  await bench.goTo("2026-01-05T13:20:00Z", ["T-AHU"]);
  await bench.restore();
  expect(await alarms(bench)).toHaveLength(1);
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T13:21:00Z");
  await bench.restore();
  expect(await alarms(bench)).toEqual([]);
});

test("an override ends the alarm", async () => {
  await using bench = await startRunning();
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T07:00:00Z");
  await bench.restore();
  await bench.goTo("2026-01-05T07:11:00Z");
  await bench.restore();
  expect(await alarms(bench)).toEqual(["227 Unit T-AHU: Schedule not followed: unit is off, schedule: on"]);
  await bench.operator.post("/v1/commands", {
    writes: [{ ssid: "T-AHU", param_id: "ahu_on_off_sp", value: 0 }],
  });
  await bench.verifyAll();
  await bench.restore();
  expect(await alarms(bench)).toEqual([]);
});
