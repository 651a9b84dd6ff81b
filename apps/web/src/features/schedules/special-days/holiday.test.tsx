import { screen, waitFor, within } from "@testing-library/react";
import {
  addScheduleDay,
  deleteScheduleDay,
  listScheduleDays,
  previewHoliday,
  type ScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test, vi } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import {
  aHoliday,
  dialogNamed,
  holidayEffects,
  showScheduler as show,
  stopSchedulerClock,
} from "../../../testing/show-scheduler.tsx";

stopSchedulerClock();

const pongal = aHoliday({});

/** Clicks a day of the month, and Holiday. */
async function chooseHoliday(user: ReturnType<typeof show>["user"]) {
  await user.click((await screen.findAllByRole("button", { name: "January 7, 2026" }))[0] ?? document.body);
  const dialog = await dialogNamed("New schedule");
  await user.click(dialog.getByRole("radio", { name: "Holiday" }));
  return dialog;
}

test("three clicks make a day a holiday, after its effects in words, and the toast undoes it", async () => {
  let added: unknown[] = [];
  let deleted: string[] = [];
  let days: ScheduleDay[] = [];
  const { user } = show({
    served: () => {
      serve(listScheduleDays, () => days);
      added = serve(addScheduleDay, () => {
        days = [pongal];
        return pongal;
      }).bodies;
      deleted = serve(deleteScheduleDay, { id: 9 }).urls;
    },
  });
  const dialog = await chooseHoliday(user);
  expect(await dialog.findByText("14 AHUs off all day, lighting unchanged")).toBeVisible();
  expect(added).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Add holiday" }));
  await waitFor(() =>
    expect(added).toEqual([
      { kind: "holiday", day: "2026-01-07", name: "Holiday", timeData: [], isYearly: false },
    ]),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test("the effects name schedules without effect, rooms and lighting that pauses", async () => {
  const { user } = show({
    served: () =>
      serve(previewHoliday, holidayEffects({ overridden: ["Early"], rooms: 2, pausedLighting: ["Weekly"] })),
  });
  const dialog = await chooseHoliday(user);
  expect(await dialog.findByText("No AHU would be on, lighting schedules pause: Weekly")).toBeVisible();
  expect(dialog.getByText("Schedules without effect: Early")).toBeVisible();
  expect(dialog.getByText("The air of 2 booked rooms is not prepared")).toBeVisible();
});

test.each([
  [{ unscheduledOff: 1 }, "1 AHU without a schedule is switched off, lighting unchanged"],
  [
    { unitsOff: 14, unscheduledOff: 2 },
    "14 AHUs off all day, 2 AHUs without a schedule are switched off, lighting unchanged",
  ],
])("the effects name AHUs without a schedule: %o", async (effects, text) => {
  const { user } = show({ served: () => serve(previewHoliday, holidayEffects(effects)) });
  const dialog = await chooseHoliday(user);
  expect(await dialog.findByText(text)).toBeVisible();
});

test("a holiday of the present day switches AHUs off for its rest", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await dialogNamed("New schedule");
  await user.click(dialog.getByRole("radio", { name: "Holiday" }));
  expect(await dialog.findByText("14 AHUs off for the rest of the day, lighting unchanged")).toBeVisible();
});

test("without known effects no holiday is saved", async () => {
  const { user } = show({ served: () => refuse(previewHoliday, "not-allowed") });
  const dialog = await chooseHoliday(user);
  expect(await dialog.findByText("You are not allowed to do this.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Add holiday" })).toBeDisabled();
});

test("a holiday is deleted where it was made, and the toast restores it", async () => {
  let added: unknown[] = [];
  let deleted: string[] = [];
  let days = [pongal];
  const { user } = show({
    served: () => {
      serve(listScheduleDays, () => days);
      added = serve(addScheduleDay, pongal).bodies;
      deleted = serve(deleteScheduleDay, () => {
        days = [];
        return { id: 9 };
      }).urls;
    },
  });
  await screen.findAllByText("Holiday: Pongal");
  const dialog = await chooseHoliday(user);
  await user.click(await dialog.findByRole("button", { name: "Delete holiday" }));
  await waitFor(() => expect(deleted).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(added).toEqual([
      { building: 2, kind: "holiday", day: "2026-01-07", name: "Pongal", timeData: [], isYearly: false },
    ]),
  );
});

test("offers a holiday only after the days are known", async () => {
  const known = Promise.withResolvers<ScheduleDay[]>();
  const { user } = show({ served: () => serve(listScheduleDays, () => known.promise) });
  const dialog = await chooseHoliday(user);
  expect(dialog.queryByRole("button", { name: "Add holiday" })).toBeNull();
  known.resolve([pongal]);
  expect(await dialog.findByRole("button", { name: "Delete holiday" })).toBeVisible();
});

test("New finds the holiday of the present day when the calendar shows a later month", async () => {
  const today: ScheduleDay = { ...pongal, day: "2026-01-05" };
  const { user } = show({
    view: "month&date=2026-04-20",
    served: () =>
      serve(listScheduleDays, ({ searchParams }) =>
        (searchParams.get("from") ?? "") <= today.day ? [today] : [],
      ),
  });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await dialogNamed("New schedule");
  await user.click(dialog.getByRole("radio", { name: "Holiday" }));
  expect(await dialog.findByRole("button", { name: "Delete holiday" })).toBeVisible();
});

test("a past holiday is shown and cannot be deleted", async () => {
  const { user } = show({ days: [{ ...pongal, day: "2026-01-02" }] });
  await user.click((await screen.findAllByRole("button", { name: /Holiday: Pongal/ }))[0] ?? document.body);
  const dialog = await dialogNamed("Holiday");
  expect(dialog.getByText(/Fri, 2 Jan, 2026/)).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Delete holiday" })).toBeNull();
});

test("a click on a holiday in the calendar opens it", async () => {
  const { user } = show({ days: [pongal] });
  await user.click((await screen.findAllByRole("button", { name: /Holiday: Pongal/ }))[0] ?? document.body);
  const dialog = await dialogNamed("Holiday");
  expect(dialog.getByText(/Pongal · Wed, 7 Jan, 2026 · Nothing is switched on\./)).toBeVisible();
});

test.each([
  ["2026-01-05", [], "Mon, 5 Jan, 2026: Default 09:00–18:00"],
  ["2026-01-10", [], "Sat, 10 Jan, 2026: No default on this day"],
  ["2026-01-02", [], "Fri, 2 Jan, 2026: The default of past days is not kept"],
  ["2026-01-07", [pongal], "Wed, 7 Jan, 2026: Holiday: Pongal"],
] as const)("the strip shows the hours of %s", async (date, days, name) => {
  show({ view: `week&date=${date}`, days: [...days] });
  expect(await screen.findByRole("figure", { name })).toBeVisible();
});

test("the strip is on the scheduler of lighting too, and marks today by the campus's clock", async () => {
  // Already the 6th in Kolkata.
  vi.setSystemTime("2026-01-05T20:00:00.000Z");
  const { app, user } = show({
    screen: "schedule",
    view: "week&date=2026-01-20",
    served: () => serve(listScheduleDays, []),
  });
  const [today] = await screen.findAllByRole("button", { name: "Today" });
  await user.click(today ?? document.body);
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ date: "2026-01-06" }));
  const strip = within(await screen.findByRole("figure", { name: /^Tue, 6 Jan, 2026/ }));
  expect(strip.getByText(/\(Today\)/)).toBeVisible();
});

const karnataka = { id: 3, name: "Karnataka", buildings: [{ id: 2, name: "Tower" }], days: 1 };

test("a holiday repeats yearly in all buildings of a calendar, and its undo removes all its dates", async () => {
  let added: unknown[] = [];
  let deleted: unknown[] = [];
  let previewed: string[] = [];
  const yearly = aHoliday({ isYearly: true, calendar: { id: 3, name: "Karnataka" } });
  const { user } = show({
    calendars: [karnataka],
    served: () => {
      previewed = serve(previewHoliday, holidayEffects({ unitsOff: 20 })).urls;
      added = serve(addScheduleDay, yearly).bodies;
      deleted = serve(deleteScheduleDay, { id: 9 }).bodies;
    },
  });
  const dialog = await chooseHoliday(user);
  await user.click(dialog.getByRole("checkbox", { name: "Every year on this date" }));
  expect(await dialog.findByText("Every year, first on Wed, 7 Jan, 2026")).toBeVisible();
  await user.click(await dialog.findByRole("combobox", { name: "Applies to" }));
  await user.click(await screen.findByRole("option", { name: "Karnataka (1 building)" }));
  await waitFor(() => expect(previewed.at(-1)).toContain("calendar=3"));
  await user.click(dialog.getByRole("button", { name: "Add holiday" }));
  await waitFor(() =>
    expect(added).toEqual([
      { kind: "holiday", day: "2026-01-07", name: "Holiday", timeData: [], isYearly: true, calendar: 3 },
    ]),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(deleted).toEqual([{ from: "2026-01-07" }]));
});

test("the list names the repetition and the calendar, and asks before it ends them", async () => {
  let deleted: unknown[] = [];
  const { user } = show({
    days: [aHoliday({ isYearly: true, until: "2028-01-06", calendar: { id: 3, name: "Karnataka" } })],
    calendars: [karnataka],
    served: () => {
      deleted = serve(deleteScheduleDay, { id: 9 }).bodies;
    },
  });
  const listed = "Wed, 7 Jan, 2026 · Every year until Thu, 6 Jan, 2028 · Karnataka · Holiday";
  expect(await screen.findByText(listed)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete Pongal, Wed, 7 Jan, 2026" }));
  expect(
    screen.getByText("Dates before this one stay. All buildings of Karnataka are affected."),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toEqual([{ from: "2026-01-07" }]));
});

test("a yearly holiday of 29 February says that it is in leap years only", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add holiday or exception" }));
  const dialog = await dialogNamed("Add holiday or exception");
  const date = dialog.getByRole("textbox", { name: "Date" });
  await user.clear(date);
  await user.type(date, "29/02/2028");
  expect(
    await dialog.findByText("Only leap years have 29 February. Other years do not have this day."),
  ).toBeVisible();
});
