import { screen, waitFor, within } from "@testing-library/react";
import {
  addScheduleDay,
  deleteScheduleDay,
  listScheduleDays,
} from "@verandah/contract/schedules/schedule-days.ts";
import { listHvacSchedules } from "@verandah/contract/schedules/schedules.ts";
import { expect, onTestFinished, test, vi } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import {
  aHoliday,
  anOccurrence,
  dialogNamed,
  showScheduler as show,
  stopSchedulerClock,
} from "../../testing/show-scheduler.tsx";

stopSchedulerClock();

test("a viewer sees neither calendar nor Change Default", async () => {
  show({ role: 3 });
  expect(await screen.findByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change Default" })).not.toBeInTheDocument();
});

test("shows the current week first; the address has any other view", async () => {
  const { app, user } = show({ view: "no such view" });
  await screen.findAllByRole("button", { name: /Lobby-AM/ });
  expect(screen.getAllByRole("tab", { name: "Switch to the week" })[0]).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(screen.getByText("4 Jan 2026 – 10 Jan 2026")).toBeVisible();
  expect(screen.getAllByText("Default").length).toBeGreaterThan(1);
  await user.click(screen.getAllByRole("tab", { name: "Switch to the month" })[0] ?? document.body);
  await waitFor(() => expect(app.router.state.location.search).toEqual({ view: "month" }));
});

test("a month marks today on the campus's clock, which may be tomorrow in the browser, and Today leads to it", async () => {
  vi.setSystemTime("2026-01-05T20:00:00.000Z");
  const { app, user } = show({ view: "month&date=2025-12-01" });
  await user.click((await screen.findAllByRole("button", { name: "Today" }))[0] ?? document.body);
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ date: "2026-01-06" }));
  const days = await screen.findAllByRole("button", { current: "date" });
  expect(days.map((day) => day.getAttribute("aria-label"))).toEqual(["January 6, 2026", "January 6, 2026"]);
  for (const day of days) expect(day).toHaveAttribute("data-today");
  expect(app.container.querySelectorAll(".mantine-MonthView-monthView [data-today]")).toHaveLength(1);
});

const aRect = (top: number, height: number) => new DOMRect(0, top, 500, height);

test("a month begins with today in the middle of its frame, and another month at its top", async () => {
  // The frame is from 100 to 600, today from 700 to 800 at first.
  const rects = vi.spyOn(Element.prototype, "getBoundingClientRect");
  onTestFinished(() => rects.mockRestore());
  rects.mockImplementation(function rectOf(this: Element) {
    if (this.matches(".mantine-MonthView-monthViewScrollArea *") && this.matches("[aria-current=date]"))
      return aRect(700, 100);
    return aRect(100, 500);
  });
  const { app, user } = show({ view: "month" });
  await screen.findByRole("button", { name: "New" });
  const scrolled = () => {
    const day = app.container.querySelector(
      ".mantine-MonthView-monthViewScrollArea .mantine-MonthView-monthViewDay",
    );
    return day?.closest("[data-scrollarea-viewport]")?.scrollTop;
  };
  await waitFor(() => expect(scrolled()).toBe(400));
  await user.click(screen.getAllByRole("button", { name: "Next" })[0] ?? document.body);
  await waitFor(() => expect(scrolled()).toBe(0));
  await user.click(screen.getAllByRole("button", { name: "Today" })[0] ?? document.body);
  await waitFor(() => expect(scrolled()).toBe(400));
});

test.each([
  [
    '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}',
    /^None\. The default applies on Monday, Tuesday, Wednesday, Thursday, Friday\./,
  ],
  [
    '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[0,1,2,3,4,5,6]}',
    /^None\. The default applies every day\./,
  ],
  ['{"timeData":[],"weekData":[]}', /^None\. There is no default\.$/],
])("without holidays the list names the days of the default %s", async (data, text) => {
  show({ data });
  expect(await screen.findByText(text)).toBeVisible();
});

test.each(["9999-12-31", "0001-01-01", "2026-02-31", "1970-01-01"])(
  "instead of %s today is shown",
  async (date) => {
    let asked: string[] = [];
    show({ view: `month&date=${date}`, served: () => ({ urls: asked } = serve(listScheduleDays, [])) });
    // The calendar's month with the week before it, and the list of days to come.
    await waitFor(() =>
      expect(asked.map((url) => new URL(url).search).toSorted()).toEqual([
        "?from=2025-12-25&to=2026-02-14",
        "?from=2026-01-05",
      ]),
    );
  },
);

test("the default is drawn from today on, because its earlier values are not kept", async () => {
  const { app } = show({ schedules: [], view: "week&date=2026-01-02" });
  expect(await screen.findByText("Time zone: Asia/Kolkata")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Change Default" })).toBeEnabled());
  const inWeek = () => app.container.querySelectorAll(".mantine-WeekView-weekView [data-background]").length;
  expect(inWeek()).toBe(0);
  await app.router.navigate({ to: ".", search: { view: "week", date: "2026-01-08" } });
  await waitFor(() => expect(inWeek()).toBe(5));
});

test.each([
  ["2026-01-11", "3"],
  ["2026-01-12", "3"],
  ["2026-01-17", "3"],
  ["2027-01-03", "1"],
])("the week of %s has number %s, for any of its days", async (date, number) => {
  const { app } = show({ view: `week&date=${date}` });
  await screen.findByRole("button", { name: "New" });
  expect(app.container.querySelector(".mantine-WeekView-weekViewWeekNumber")).toHaveTextContent(
    new RegExp(`^${number}$`),
  );
});

/** The part for phones; which one is seen is up to the style sheet. */
function phonePart(container: HTMLElement) {
  const part = container.querySelector<HTMLElement>(".mantine-MobileMonthView-mobileMonthView");
  if (!part) throw new Error("no part for phones");
  return within(part);
}

test("a phone has the months before and after, and the week and the day", async () => {
  const { app, user } = show({ view: "month&date=2026-01-31" });
  await screen.findByRole("button", { name: "New" });
  const phone = phonePart(app.container);
  expect(phone.getByText("January 2026")).toBeVisible();
  await user.click(phone.getByRole("button", { name: "Next" }));
  expect(await phone.findByText("February 2026")).toBeVisible();
  await user.click(phone.getByRole("button", { name: "Previous" }));
  await user.click(phone.getByRole("button", { name: "Previous" }));
  await waitFor(() =>
    expect(app.router.state.location.search).toEqual({ view: "month", date: "2025-12-01" }),
  );
  await user.click(phone.getByRole("button", { name: "Today" }));
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ date: "2026-01-05" }));
  await user.click(phone.getByRole("tab", { name: "Switch to the week" }));
  expect(await screen.findByText("All day")).toBeVisible();
  expect(app.container.querySelector(".mantine-MobileMonthView-mobileMonthView")).toBeNull();
  expect(app.container.querySelector('[data-layout="responsive"]')).toBeNull();
});

test("a month keeps the height of 500, also on a phone", async () => {
  const { app } = show({ view: "month" });
  await screen.findByRole("button", { name: "New" });
  const heightOf = (part: string) => {
    const { style } = app.container.querySelector<HTMLElement>(`.mantine-${part}`) ?? document.body;
    return Number(/^calc\(([\d.]+)rem/.exec(style.height)?.[1]) * 16;
  };
  expect(heightOf("MonthView-monthViewScrollArea")).toBe(500);
  // With the header, which is above the height of the other views.
  expect(heightOf("MobileMonthView-mobileMonthView")).toBe(569);
});

test("a past slot shows an error, and a future one opens the form with its time", async () => {
  const { user } = show({ view: "week" });
  await user.click(await screen.findByRole("button", { name: /^Time slot 2026-01-05 11:45/ }));
  expect(await screen.findByText("You can create schedule for future time only.")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /^Time slot 2026-01-05 23:45/ }));
  const dialog = await dialogNamed("New schedule");
  expect(dialog.getByLabelText("Start")).toHaveDisplayValue("5 Jan 2026, 23:45");
  expect(dialog.getByLabelText("End")).toHaveDisplayValue("5 Jan 2026, 23:59");
});

test.each([
  ["Glschedule", "special-day-dialog", "Add holiday or exception"],
  ["schedule", "schedule", "New schedule"],
] as const)("a link to %s opens the form %s once", async (path, form, name) => {
  const { app, user } = show({ screen: path, view: `month&new=${form}` });
  const dialog = await dialogNamed(name);
  expect(app.router.state.location.search).toEqual({ view: "month" });
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a day's slot without a time opens the form with that day", async () => {
  const { user } = show({ view: "day" });
  await user.click(await screen.findByRole("button", { name: "Next" }));
  await user.click(await screen.findByRole("button", { name: "Time slot All day" }));
  const dialog = await dialogNamed("New schedule");
  expect(dialog.getByLabelText("Start")).toHaveDisplayValue("6 Jan 2026, 09:00");
  expect(dialog.getByLabelText("End")).toHaveDisplayValue("6 Jan 2026, 10:00");
});

async function textsOf(name: string) {
  const list = within(await screen.findByRole("region", { name }));
  return (await list.findAllByRole("listitem")).map((row) => row.textContent);
}

test("lists coming occurrences with state and reason, and past ones under their own heading", async () => {
  show({
    occurrences: [
      anOccurrence({
        id: "00000000-0000-4000-8000-000000000006",
        at: "2026-01-05T03:00:00.000Z",
        action: "change",
        state: "done",
        units: 14,
      }),
      anOccurrence({
        at: "2026-01-05T03:30:00.000Z",
        action: "on",
        state: "failed",
        reason: "units-failed",
        units: 14,
        failed: [{ name: "AHU F3.1", why: "device-unreachable" }],
      }),
      anOccurrence({
        id: "00000000-0000-4000-8000-000000000005",
        at: "2026-01-05T06:00:00.000Z",
        action: "off",
        state: "done",
        units: 14,
      }),
      anOccurrence({ id: "00000000-0000-4000-8000-000000000002", state: "skipped", reason: "late" }),
      anOccurrence({
        id: "00000000-0000-4000-8000-000000000003",
        at: "2026-01-06T03:30:00.000Z",
        action: "on",
        state: "skipped",
        reason: "overruled",
        detail: "Pongal",
      }),
      anOccurrence({
        id: "00000000-0000-4000-8000-000000000004",
        at: "2026-01-06T12:30:00.000Z",
        kind: "schedule",
        name: "Lobby-AM",
        action: "end",
      }),
    ],
  });
  expect(await textsOf("Last 24 hours")).toEqual([
    "11:30Default: off14 unitsDone",
    "09:00Default: onAHU F3.1: the device or its gateway is offlineFailed",
    "08:30Default schedule changed14 unitsDone",
  ]);
  expect(await textsOf("Next 48 hours")).toEqual([
    "18:00Default: offNo server ran at that time, nor in the ten minutes after it.Skipped",
    "6 Jan, 09:00Default: onOverridden by PongalSkipped",
    "6 Jan, 18:00Lobby-AM endsPlanned",
  ]);
});

test("a unit whose value is overridden is named in a run that is done", async () => {
  show({
    occurrences: [
      anOccurrence({
        at: "2026-01-05T03:30:00.000Z",
        action: "on",
        state: "done",
        units: 2,
        overridden: ["AHU 2"],
      }),
    ],
  });
  expect(await textsOf("Last 24 hours")).toEqual([
    "09:00Default: onAHU 2: without effect while it is overriddenDone",
  ]);
});

test("shows why a unit did not follow, and the replacement of a command", async () => {
  const past = { at: "2026-01-05T03:30:00.000Z", action: "on", units: 2 } as const;
  show({
    occurrences: [
      anOccurrence({
        ...past,
        state: "failed",
        reason: "units-failed",
        failed: [
          { name: "AHU 1", why: "not-verified" },
          { name: "AHU 2", why: "a newer code" },
        ],
        replaced: [{ name: "AHU 3", by: "Default schedule" }],
      }),
      anOccurrence({
        ...past,
        id: "00000000-0000-4000-8000-000000000002",
        state: "skipped",
        reason: "replaced",
        detail: "Lobby-AM",
        replaced: [{ name: "AHU 1", by: "Lobby-AM" }],
      }),
    ],
  });
  expect(await textsOf("Last 24 hours")).toEqual([
    "09:00Default: onReplaced by Lobby-AMSkipped",
    "09:00Default: onAHU 1: the device does not show the new value; AHU 2: unknown reason; AHU 3: replaced by Default scheduleFailed",
  ]);
});

test("holidays are listed, marked in the calendar, added and deleted", async () => {
  const pongal = aHoliday({ day: "2026-01-06" });
  let added: unknown[] = [];
  let deleted: string[] = [];
  const { user } = show({
    days: [pongal],
    served: () => {
      added = serve(addScheduleDay, pongal).bodies;
      deleted = serve(deleteScheduleDay, { id: 9 }).urls;
    },
  });
  expect((await screen.findAllByText("Holiday: Pongal")).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Add holiday or exception" }));
  const dialog = await dialogNamed("Add holiday or exception");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByText("Name Cannot be Empty!")).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Half day");
  await user.click(dialog.getByRole("radio", { name: "Exception" }));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("Half day was added.")).toBeVisible();
  expect(added).toEqual([
    {
      kind: "exception",
      day: "2026-01-05",
      name: "Half day",
      timeData: [{ ON: "09:00", OFF: "13:00" }],
      isYearly: false,
    },
  ]);
  await user.click(screen.getByRole("button", { name: "Delete Pongal, Tue, 6 Jan, 2026" }));
  expect(deleted).toEqual([]);
  const asked = within(screen.getByRole("group", { name: "Delete Pongal, Tue, 6 Jan, 2026" }));
  await user.click(asked.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test("without a server the screen shows an error and keeps its layout", async () => {
  show({ served: () => refuse(listHvacSchedules, "unavailable") });
  expect(await screen.findByRole("alert")).toHaveTextContent("The service is not available right now.");
});
