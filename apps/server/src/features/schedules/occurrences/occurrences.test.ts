import { expect, test } from "vitest";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";
import { extendPlans } from "../schedule-plan.service.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
/** Exceptions may start at any minute. */
const fiveMinutes = {
  day: "2026-01-05",
  kind: "exception",
  name: "Short",
  timeData: [{ ON: "13:00", OFF: "13:05" }],
} as const;

test("the default switches every unit on the minute at the schedules' priority, and is done after verification", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();

  await bench.goTo("2026-01-05T07:29:59.999Z");
  expect(await bench.follow()).toEqual([]);
  await bench.goTo("2026-01-05T07:30:00Z");
  await bench.run();
  await bench.dispatch();
  expect(bench.newCommands()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  expect(bench.sent.at(-1)).toMatchObject({ point: "ahu_on_off_sp", priority: 16 });
  expect(bench.sent.at(-1)).not.toHaveProperty("until");
  expect(await bench.occurrences()).toContain("01-05T07:30 on default running");
});

test("is done when every unit is verified", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  await bench.goTo("2026-01-05T12:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  expect(await bench.occurrences()).toEqual([
    "01-05T06:30 change default done",
    "01-05T07:30 on default done",
    "01-05T12:30 off default done",
    "01-06T07:30 on default planned",
    "01-06T12:30 off default planned",
  ]);
});

test("four concurrent servers and a later run command each unit once", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z");
  await Promise.all([bench.run(), bench.run(), bench.run(), bench.run()]);
  await bench.run();
  await bench.dispatch();
  expect(bench.newCommands()).toEqual(["T-AHU2=10", "T-AHU=10"]);
});

test.each([
  ["exactly ten minutes", "2026-01-05T07:40:00Z", ["T-AHU2=10", "T-AHU=10"], "done"],
  ["a millisecond more than ten minutes", "2026-01-05T07:40:00.001Z", [], "skipped late"],
])("an occurrence missed by %s has the right state", async (_, now, commanded, state) => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo(now);
  expect(await bench.follow()).toEqual(commanded);
  expect(await bench.occurrences()).toContain(`01-05T07:30 on default ${state}`);
});

test("on and off that were missed together keep their order, also with several servers", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.addDay(fiveMinutes);
  await bench.follow();
  await bench.goTo("2026-01-05T07:38:00Z");
  await Promise.all([bench.run(), bench.run(), bench.run()]);
  await bench.run();
  await bench.verifyAll();
  // The later command superseded the earlier one before either was sent.
  expect(bench.newCommands()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  await bench.goTo("2026-01-05T07:38:02Z");
  await bench.run();
  expect(await bench.occurrences()).toEqual(
    expect.arrayContaining(["01-05T07:30 on Short skipped replaced", "01-05T07:35 off Short done"]),
  );
  const on = (await bench.list()).find(({ reason }) => reason === "replaced");
  expect(on).toMatchObject({
    detail: "Short",
    failed: [],
    replaced: [
      { name: "Unit T-AHU", by: "Short" },
      { name: "Unit T-AHU2", by: "Short" },
    ],
  });
});

// At once, before a retry is due, and until the occurrence ends.
test.each(["07:30:10", "07:39:59"])("commands an offline unit when it is back at %s", async (back) => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z", ["T-AHU2"]);
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  expect(await bench.occurrences()).toContain("01-05T07:30 on default running");
  // Nothing has failed during the grace period.
  expect((await bench.list()).filter(({ failed }) => failed.length > 0)).toEqual([]);
  await bench.goTo(`2026-01-05T${back}Z`);
  expect(await bench.follow()).toEqual(["T-AHU2=10"]);
  expect(await bench.occurrences()).toContain("01-05T07:30 on default done");
});

test("a unit that stays offline is a failure with its name and reason", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z", ["T-AHU2"]);
  await bench.follow();
  await bench.goTo("2026-01-05T07:40:00.001Z", ["T-AHU2"]);
  await bench.run();
  const failed = (await bench.list()).find((one) => one.state === "failed");
  expect(failed).toMatchObject({
    at: "2026-01-05T07:30:00.000Z",
    reason: "units-failed",
    units: 2,
    failed: [{ name: "Unit T-AHU2", why: "device-unreachable" }],
    detail: "Unit T-AHU2: device-unreachable",
  });
  expect(
    await bench.app.query("select distinct detail from occurrences where state = 'failed'"),
  ).toMatchObject({
    rows: [{ detail: "" }],
  });
  await bench.goTo("2026-01-05T07:41:00Z");
  expect(await bench.follow()).toEqual([]);
});

test("commands a unit that acknowledges but does not follow again, and then reports a failure", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z", ["T-AHU2"]);
  await bench.run();
  await bench.dispatch();
  // No answer within the deadline of a command.
  await bench.goTo("2026-01-05T07:30:41Z", ["T-AHU2"]);
  await bench.dispatch();
  await bench.run();
  await bench.dispatch();
  expect(bench.newCommands()).toEqual(["T-AHU=10", "T-AHU=10"]);
  // An attempt ends after 40 s. The delays after the later ones are 60 s, 120 s and 240 s.
  const triedAt: string[] = [];
  for (let second = 42; second < 600; second += 10) {
    await bench.goTo(new Date(Date.parse("2026-01-05T07:30:00Z") + second * 1_000).toISOString(), ["T-AHU2"]);
    await bench.dispatch();
    await bench.run();
    await bench.dispatch();
    if (bench.newCommands().length > 0) triedAt.push(bench.app.now().toISOString().slice(14, 19));
  }
  expect(triedAt).toEqual(["31:22", "32:22", "34:22", "38:22"]);
  await bench.goTo("2026-01-05T07:41:00Z", ["T-AHU2"]);
  await bench.dispatch();
  await bench.run();
  expect((await bench.list()).find((one) => one.state === "failed")?.failed).toEqual([
    { name: "Unit T-AHU", why: "expired" },
    { name: "Unit T-AHU2", why: "device-unreachable" },
  ]);
});

test("does not switch a unit on late when its switch-off is already due", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.addDay(fiveMinutes);
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z", ["T-AHU2"]);
  await bench.follow();
  await bench.goTo("2026-01-05T07:34:58Z", ["T-AHU2"]);
  expect(await bench.follow()).toEqual([]);
  await bench.goTo("2026-01-05T07:35:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  await bench.goTo("2026-01-05T07:35:30Z");
  expect(await bench.follow()).toEqual([]);
  expect(await bench.occurrences()).toContain("01-05T07:30 on Short failed units-failed");
});

test("an occurrence that fails delays no other and is retried", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  // Simulates any fault of one occurrence, beside a good one of another building.
  await bench.app.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no such luck'; end $$`);
  await bench.app.query("create trigger refuse before insert on occurrence_units execute function refuse()");
  await bench.app
    .query(`insert into occurrences (campus_id, building_id, type, kind, source_id, name, action, at, state, next_look_at)
    select campus_id, id, 1, 'default', 0, 'Other', 'on', '2026-01-05T07:30:00Z', 'planned', '2026-01-05T07:30:00Z'
    from locations where name = 'Ground'`);
  await bench.goTo("2026-01-05T07:30:00Z");
  await expect(bench.run()).rejects.toThrow(/no such luck|Not found/);
  const { rows } = await bench.app.query(
    "select count(*)::int as count from occurrences where state = 'planned' and next_look_at = '2026-01-05T07:30:15Z'",
  );
  expect(rows).toEqual([{ count: 2 }]);
  await bench.app.query("drop trigger refuse on occurrence_units");
  await bench.goTo("2026-01-05T07:30:15Z");
  await expect(bench.follow()).rejects.toThrow("Not found.");
  await bench.verifyAll();
  expect(bench.newCommands()).toEqual(["T-AHU2=10", "T-AHU=10"]);
});

test("plans always reach 48 hours ahead, and occurrences during a downtime are stored as skipped", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  // No server for five days.
  await bench.goTo("2026-01-10T06:30:00Z");
  await extendPlans(bench.app.ctx);
  await extendPlans(bench.app.ctx);
  expect(await bench.follow()).toEqual([]);
  const { rows } = await bench.app.query(
    "select state, count(*)::int as count from occurrences where action <> 'change' group by state order by state",
  );
  expect(rows).toEqual([
    { state: "planned", count: 4 },
    { state: "skipped", count: 10 },
  ]);
});

test("a clock that is set back repeats nothing", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T07:30:00Z");
  await bench.follow();
  bench.app.advance(-3_600_000);
  await extendPlans(bench.app.ctx);
  await bench.run();
  bench.app.advance(3_600_000);
  expect(await bench.follow()).toEqual([]);
});

test("in Berlin a repeated hour switches only the first time", async () => {
  await using bench = await startSchedules("2026-10-24T12:00:00Z", "Europe/Berlin");
  await bench.setDefault("01:30", "02:30");
  await bench.follow();
  await bench.goTo("2026-10-24T23:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  await bench.goTo("2026-10-25T00:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  await bench.goTo("2026-10-25T01:30:00Z");
  expect(await bench.follow()).toEqual([]);
});

test("lists occurrences of the same instant by name", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  const names = ["Golf-1", "Alfa-1", "Echo-1", "Delta-1", "Bravo-1", "Foxtr-1", "Charl-1"];
  for (const title of names)
    await bench.create(bench.data({ title, start: "2026-01-05T07:00:00Z", end: "2026-01-05T09:00:00Z" }));
  const listed = (await bench.list()).map((one) => one.name);
  expect(listed).toEqual([...names.toSorted(), ...names.toSorted()]);
});
