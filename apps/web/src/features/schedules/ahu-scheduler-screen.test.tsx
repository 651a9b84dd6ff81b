import { screen, waitFor, within } from "@testing-library/react";
import { getRecurringSchedule, updateRecurringSchedule } from "@verandah/contract/recurring-schedules.ts";
import {
  addScheduleDay,
  deleteScheduleDay,
  listScheduleDays,
  type Occurrence,
  type ScheduleDay,
} from "@verandah/contract/schedule-days.ts";
import { listHvacSchedules } from "@verandah/contract/schedules.ts";
import { expect, test, vi } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { dialogNamed, showScheduler as show, stopSchedulerClock } from "../../testing/show-scheduler.tsx";

stopSchedulerClock();

const anOccurrence = (change: Partial<Occurrence>): Occurrence => ({
  id: "00000000-0000-4000-8000-000000000001",
  at: "2026-01-05T12:30:00.000Z",
  kind: "default",
  name: "",
  action: "off",
  state: "planned",
  reason: null,
  detail: "",
  endedAt: null,
  units: 0,
  failed: [],
  ...change,
});

test("a viewer sees neither calendar nor Change Default", async () => {
  show({ role: 3 });
  expect(await screen.findByRole("heading", { name: "You may not see this page" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change Default" })).not.toBeInTheDocument();
});

test("the week of today is shown at first, and another view stands in the address", async () => {
  const { app, user } = show({ view: "no such view" });
  await screen.findAllByRole("button", { name: /Lobby-AM/ });
  expect(screen.getAllByRole("tab", { name: "Switch to the week" })[0]).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(screen.getAllByText("Default").length).toBeGreaterThan(1);
  await user.click(screen.getAllByRole("tab", { name: "Switch to the month" })[0] ?? document.body);
  await waitFor(() => expect(app.router.state.location.search).toEqual({ view: "month" }));
});

test.each(["9999-12-31", "0001-01-01", "2026-02-31", "1970-01-01"])(
  "instead of %s today is shown",
  async (date) => {
    let asked: string[] = [];
    show({ view: `month&date=${date}`, served: () => ({ urls: asked } = serve(listScheduleDays, [])) });
    // The calendar's month with the week before it, and the list of days to come.
    await waitFor(() =>
      expect(asked.map((url) => new URL(url).search).toSorted()).toEqual([
        "?from=2025-12-25",
        "?from=2026-01-05",
      ]),
    );
  },
);

test("the default is drawn from today on, as nobody knows what it was before", async () => {
  const { app } = show({ schedules: [], view: "week&date=2026-01-02" });
  expect(await screen.findByText("Asia/Kolkata")).toBeVisible();
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
])("the week of %s has number %s, whichever of its days is asked for", async (date, number) => {
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

test("a slot of the past says so, and one of the future opens the form with it", async () => {
  const { user } = show({ view: "week" });
  await user.click(await screen.findByRole("button", { name: /^Time slot 2026-01-05 11:45/ }));
  expect(await screen.findByText("You can create schedule for future time only.")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /^Time slot 2026-01-05 23:45/ }));
  const dialog = await dialogNamed("New schedule");
  expect(dialog.getByLabelText("Start")).toHaveDisplayValue("2026-01-05T23:45");
  expect(dialog.getByLabelText("End")).toHaveDisplayValue("2026-01-05T23:59");
});

test("Change Default sends times and weekdays, and is locked for four seconds after each attempt", async () => {
  let bodies: unknown[] = [];
  const { user } = show({
    served: () => ({ bodies } = serve(updateRecurringSchedule, { message: "Accepted" })),
  });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const dialog = await dialogNamed("Change Default");
  await user.clear(dialog.getByRole("spinbutton", { name: "From: minutes" }));
  await user.type(dialog.getByRole("spinbutton", { name: "From: minutes" }), "37");
  await user.click(dialog.getByRole("combobox", { name: "Weekdays" }));
  await user.click(await screen.findByRole("option", { name: "Sunday" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Default Schedule successfully updated.")).toBeVisible();
  expect(bodies).toEqual([
    {
      timeData: [{ ON: "09:30", OFF: "18:00" }],
      weekData: [1, 2, 3, 4, 5, 0],
      openedOn: '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}',
    },
  ]);
  expect(open).toBeDisabled();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(open).toBeEnabled());
});

test("of several times the wrong pair is named, and its error stands at the field", async () => {
  const { user } = show({
    data: '{"timeData":[{"ON":"07:00","OFF":"08:00"},{"ON":"10:00","OFF":"11:00"},{"ON":"12:00","OFF":"13:00"}],"weekData":[1]}',
  });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const dialog = await dialogNamed("Change Default");
  const type = async (name: string, row: number, hours: string) => {
    const field = dialog.getAllByRole("spinbutton", { name })[row - 1] ?? document.body;
    await user.clear(field);
    await user.type(field, hours);
  };
  await type("To: hours", 2, "09");
  await type("From: hours", 3, "07");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const wrong = (name: string) =>
    dialog
      .getAllByRole("spinbutton", { name })
      .map((field) => [
        field.getAttribute("aria-invalid"),
        document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent,
      ]);
  const none = [null, undefined];
  expect(wrong("To: hours")).toEqual([
    none,
    ["true", "Row 2, To: End date should be greater than start date"],
    none,
  ]);
  expect(wrong("From: minutes")).toEqual([
    none,
    ["true", "Row 2, From: Times must not overlap"],
    ["true", "Row 3, From: Times must not overlap"],
  ]);
  await user.click(dialog.getByRole("button", { name: "Remove 07:00 to 13:00" }));
  expect(dialog.queryByText(/^Row/)).not.toBeInTheDocument();
});

test("whoever is late with a default is told so, sees what stands, and saves over that", async () => {
  const theirs = '{"timeData":[{"ON":"07:15","OFF":"17:00"}],"weekData":[6]}';
  const { user } = show({ served: () => refuse(updateRecurringSchedule, "default-schedule-changed") });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const dialog = await dialogNamed("Change Default");
  serve(getRecurringSchedule, [{ id: 2, data: theirs }]);
  const save = dialog.getByRole("button", { name: "Save" });
  await user.click(save);
  expect(await dialog.findByText("Somebody else has changed the default schedule meanwhile.")).toBeVisible();
  await waitFor(() =>
    expect(dialog.getByRole("spinbutton", { name: "From: minutes" })).toHaveDisplayValue("15"),
  );
  const { bodies } = serve(updateRecurringSchedule, { message: "Accepted" });
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await waitFor(() => expect(bodies).toMatchObject([{ weekData: [6], openedOn: theirs }]));
});

test("a default that is refused says why in the server's words, and Save comes back after four seconds", async () => {
  const { user } = show({ served: () => refuse(updateRecurringSchedule, "unavailable") });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const dialog = await dialogNamed("Change Default");
  const save = dialog.getByRole("button", { name: "Save" });
  await user.click(save);
  expect(save).toBeDisabled();
  expect(await screen.findByText("The service is not available right now. Please try again.")).toBeVisible();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(save).toBeEnabled());
});

test("what schedules do is listed with its state and why, and what they did under a heading of its own", async () => {
  show({
    occurrences: [
      anOccurrence({
        at: "2026-01-05T03:30:00.000Z",
        action: "on",
        state: "failed",
        reason: "units-failed",
        units: 14,
        failed: [{ name: "AHU F3.1", why: "please connect to network" }],
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
  const textsOf = async (name: string) => {
    const list = within(await screen.findByRole("region", { name }));
    return (await list.findAllByRole("listitem")).map((row) => row.textContent);
  };
  expect(await textsOf("Last 24 hours")).toEqual([
    "11:30Default: off14 unitsDone",
    "09:00Default: onAHU F3.1: please connect to networkFailed",
  ]);
  expect(await textsOf("Next 48 hours")).toEqual([
    "18:00Default: offNo server ran at that time, nor in the ten minutes after it.Skipped",
    "6 Jan 09:00Default: onOverruled by PongalSkipped",
    "6 Jan 18:00Lobby-AM endsPlanned",
  ]);
});

test("holidays are listed, marked in the calendar, added and deleted", async () => {
  const pongal: ScheduleDay = { id: 9, day: "2026-01-06", kind: "holiday", name: "Pongal", timeData: [] };
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
  await user.click(screen.getByRole("button", { name: "Add a day" }));
  const dialog = await dialogNamed("Add a day");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByText("Name Cannot be Empty!")).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Half day");
  await user.click(dialog.getByRole("radio", { name: "Exception" }));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("Half day was added.")).toBeVisible();
  expect(added).toEqual([
    { kind: "exception", day: "2026-01-05", name: "Half day", timeData: [{ ON: "09:00", OFF: "13:00" }] },
  ]);
  await user.click(screen.getByRole("button", { name: "Delete Pongal, Tue, 6 Jan, 2026" }));
  expect(deleted).toEqual([]);
  const asked = within(screen.getByRole("group", { name: "Delete Pongal, Tue, 6 Jan, 2026" }));
  await user.click(asked.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test("without a server the screen says so and keeps its shape", async () => {
  show({ served: () => refuse(listHvacSchedules, "unavailable") });
  expect(await screen.findByRole("alert", undefined, { timeout: 9_000 })).toHaveTextContent(
    "The service is not available right now.",
  );
});
