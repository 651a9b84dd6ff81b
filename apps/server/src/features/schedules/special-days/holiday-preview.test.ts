import { previewHoliday } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test } from "vitest";

import { startPreparedRoom } from "../../../testing/benches/prepared-room-bench.ts";
import { startSchedules } from "../../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";
const nothing = { unitsOff: 0, unscheduledOff: 0, overridden: [], rooms: 0, pausedLighting: [] };

const hours = (from: string, to: string) => ({
  start: `${TUESDAY}T${from}:00Z`,
  end: `${TUESDAY}T${to}:00Z`,
});

async function begin() {
  const bench = await startSchedules(MONDAY_NOON);
  const preview = async (day = TUESDAY) =>
    previewHoliday.reply.parse(
      (await bench.operator.get(`/v1/schedule_days/holiday_preview?day=${day}`)).json(),
    );
  return { ...bench, preview };
}

test("counts the units that the default would switch on, on its weekdays only", async () => {
  await using bench = await begin();
  await bench.setDefault("08:00", "18:00", [2]);
  expect(await bench.preview()).toEqual({ ...nothing, unitsOff: 2 });
  expect(await bench.preview("2026-01-07")).toEqual(nothing);
});

test("counts the units without a default, because the holiday switches them off at once", async () => {
  await using bench = await begin();
  expect(await bench.preview()).toEqual({ ...nothing, unscheduledOff: 2 });
  expect(await bench.preview(MONDAY)).toEqual({ ...nothing, unscheduledOff: 2 });
  bench.newCommands();
  await bench.addDay({ day: MONDAY, kind: "holiday", name: "Pongal" });
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
});

test("counts the units of a schedule that switches on, and names those without effect", async () => {
  await using bench = await begin();
  await bench.create(bench.data({ ...hours("04:00", "05:00"), title: "Early" }));
  expect(await bench.preview()).toEqual({
    ...nothing,
    unitsOff: 1,
    unscheduledOff: 1,
    overridden: ["Early"],
  });
  await bench.create(bench.data({ ...hours("06:00", "07:00"), title: "Closed", action: 0 }));
  expect(await bench.preview()).toEqual({
    ...nothing,
    unitsOff: 1,
    unscheduledOff: 1,
    overridden: ["Closed", "Early"],
  });
  // The day of the building ends at 18:30 UTC.
  await bench.create(bench.data({ ...hours("19:00", "20:00"), title: "Next-day" }));
  expect((await bench.preview()).overridden).toEqual(["Closed", "Early"]);
});

test("counts only the rest of the present day", async () => {
  await using bench = await begin();
  await bench.setDefault("08:00", "12:15", [1]);
  const between = { start: "2026-01-05T07:00:00Z", end: "2026-01-05T08:00:00Z" };
  const repeat = { weekdays: [1], until: "2026-01-20" };
  await bench.create(bench.data({ ...between, title: "Lunch" }));
  await bench.create(
    bench.data({ ...between, title: "Weekly", repeat, action: 2, intensity: 60 }),
    "/v1/schedules",
  );
  const lunch = { ...nothing, overridden: ["Lunch"], pausedLighting: ["Weekly"] };
  expect(await bench.preview(MONDAY)).toEqual({ ...lunch, unitsOff: 2 });
  await bench.goTo("2026-01-05T06:45:00Z");
  expect(await bench.preview(MONDAY)).toEqual({ ...lunch, unitsOff: 1 });
  await bench.goTo("2026-01-05T08:00:00Z");
  expect(await bench.preview(MONDAY)).toEqual(nothing);
  // The next Monday is previewed from its begin.
  expect((await bench.preview("2026-01-12")).unitsOff).toBe(2);
});

test("counts each booked room once", async () => {
  await using bench = await startPreparedRoom();
  const book = (space: number, hour: number) =>
    bench.operator.post("/v1/gl_zone_booking/booking", {
      spaces: [space],
      from: `2026-01-05T${hour}:00:00Z`,
      to: `2026-01-05T${hour + 1}:00:00Z`,
    });
  const rooms = async () => {
    await bench.prepare();
    const preview = await bench.operator.get(`/v1/schedule_days/holiday_preview?day=${MONDAY}`);
    return previewHoliday.reply.parse(preview.json()).rooms;
  };
  expect((await book(bench.room, 13)).statusCode).toBe(200);
  expect(await rooms()).toBe(1);
  expect((await book(bench.other, 15)).statusCode).toBe(200);
  expect(await rooms()).toBe(2);
});

test("lighting is unchanged, but repeating schedules pause", async () => {
  await using bench = await begin();
  await bench.setDefault("08:00", "18:00", [0]);
  const lights = { action: 2, intensity: 60 } as const;
  await bench.create(
    bench.data({ ...hours("04:00", "05:00"), title: "Once-only", ...lights }),
    "/v1/schedules",
  );
  expect(await bench.preview()).toEqual(nothing);
  const repeat = { weekdays: [2], until: "2026-01-20" };
  await bench.create(
    bench.data({ ...hours("06:00", "07:00"), title: "Weekly", repeat, ...lights }),
    "/v1/schedules",
  );
  expect(await bench.preview()).toEqual({ ...nothing, pausedLighting: ["Weekly"] });
  expect(await bench.preview("2026-01-07")).toEqual(nothing);
});

test("the preview is what happens: the units of the default are off on the holiday", async () => {
  await using bench = await begin();
  await bench.setDefault("08:00", "18:00");
  expect((await bench.preview()).unitsOff).toBe(2);
  await bench.addDay({ day: TUESDAY, kind: "holiday", name: "Pongal" });
  const switched = (await bench.occurrences()).filter(
    (one) => one.startsWith("01-06") && one.includes(" on "),
  );
  expect(switched.every((one) => one.includes("overruled"))).toBe(true);
  // A second holiday on the day would change as much as the first.
  expect((await bench.preview()).unitsOff).toBe(2);
});
