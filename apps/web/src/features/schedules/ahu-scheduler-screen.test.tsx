import { notifications } from "@mantine/notifications";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getRecurringSchedule, updateRecurringSchedule } from "@verandah/contract/recurring-schedules.ts";
import {
  addScheduleDay,
  deleteScheduleDay,
  listOccurrences,
  listScheduleDays,
  type Occurrence,
  type ScheduleDay,
} from "@verandah/contract/schedule-days.ts";
import {
  createHvacSchedule,
  deleteHvacSchedule,
  editHvacSchedule,
  listHvacSchedules,
  type Schedule,
} from "@verandah/contract/schedules.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aFloor, aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

// A week of quarters of an hour is many buttons.
vi.setConfig({ testTimeout: 30_000 });

// Monday, 12:00 in Kolkata.
const NOW = "2026-01-05T06:30:00.000Z";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(NOW) });
});
afterEach(() => {
  notifications.clean();
  vi.useRealTimers();
});

const party: Schedule = {
  id: 4,
  title: "Lobby-AM",
  floor: { id: 11, name: "First" },
  zones: [{ id: 31, name: "Zone 1" }],
  action: 2,
  type: 1,
  channel: 0,
  intensity: 50,
  intensityFlag: true,
  hexColor: "#9acd32",
  start: "2026-01-06T03:30:00.000Z",
  end: "2026-01-06T05:30:00.000Z",
};

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

interface Shown {
  schedules?: Schedule[];
  days?: ScheduleDay[];
  occurrences?: Occurrence[];
  data?: string;
  role?: 1 | 2 | 3;
  view?: "month" | "week";
  served?: () => void;
}

const office = '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}';

function show({
  schedules = [party],
  days = [],
  occurrences = [],
  data = office,
  role = 1,
  view = "month",
  served,
}: Shown = {}) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const app = renderApp(`/admin/Glschedule?view=${view}`, aSession({ role: { id: role } }), () => {
    serve(listHvacSchedules, { schedules });
    serve(getRecurringSchedule, [{ id: 2, data }]);
    serve(listScheduleDays, days);
    serve(listOccurrences, occurrences);
    serve(listLocationMetrics, (url) =>
      url.pathname.endsWith("/2")
        ? [aFloor(), aFloor({ id: 20, name: "Parking 1", floor_type: "parking" })]
        : [aFloor({ id: 31, name: "Zone 1" }), aFloor({ id: 32, name: "Zone 2" })],
    );
    served?.();
  });
  return { app, user };
}

const dialogNamed = async (name: string) => within(await screen.findByRole("dialog", { name }));
const openEvent = async (user: ReturnType<typeof userEvent.setup>, title: string) =>
  user.click((await screen.findAllByRole("button", { name: new RegExp(title) }))[0] ?? document.body);

async function fillIn(user: ReturnType<typeof userEvent.setup>, title: string) {
  const dialog = await dialogNamed("New schedule");
  await user.type(dialog.getByLabelText("Title"), title);
  await user.click(dialog.getByRole("combobox", { name: "Floor" }));
  await user.click(await screen.findByRole("option", { name: "First" }));
  await user.click(dialog.getByRole("combobox", { name: "Zones" }));
  await user.click(await screen.findByRole("option", { name: "Zone 2" }));
  return dialog;
}

test("a viewer sees neither calendar nor Change Default", async () => {
  show({ role: 3 });
  expect(await screen.findByRole("heading", { name: "You may not see this page" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change Default" })).not.toBeInTheDocument();
});

test("the week of today is shown at first, and another view stands in the address", async () => {
  const { app, user } = show({ view: "no such view" as "week" });
  await screen.findAllByRole("button", { name: /Lobby-AM/ });
  expect(screen.getAllByRole("tab", { name: "Switch to the week" })[0]).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(screen.getAllByText("Default").length).toBeGreaterThan(1);
  await user.click(screen.getAllByRole("tab", { name: "Switch to the month" })[0] ?? document.body);
  await waitFor(() => expect(app.router.state.location.search).toEqual({ view: "month" }));
});

test("New makes a schedule of the next hour, in the form that the call takes", async () => {
  let bodies: unknown[] = [];
  const { user } = show({ served: () => ({ bodies } = serve(createHvacSchedule, party)) });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  expect(dialog.getByLabelText("Start")).toHaveDisplayValue("2026-01-05T12:30");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule successfully created.")).toBeVisible();
  expect(bodies).toEqual([
    {
      data: {
        title: "Evening",
        floor: { id: 11 },
        zones: [{ id: 32 }],
        action: 1,
        type: 1,
        intensity: 100,
        start: "2026-01-05T07:00:00.000Z",
        end: "2026-01-05T08:00:00.000Z",
      },
      user: { id: 7, name: "asha" },
      running: false,
    },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("off is sent with intensity 0, and a chosen intensity with action 2", async () => {
  let bodies: { data: object }[] = [];
  const { user } = show({
    served: () => (bodies = serve(createHvacSchedule, party).bodies as { data: object }[]),
  });
  await user.click(await screen.findByRole("button", { name: "New" }));
  let dialog = await fillIn(user, "Evening");
  await user.click(dialog.getByRole("radio", { name: "Off" }));
  expect(dialog.queryByRole("slider")).not.toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies[0]?.data).toMatchObject({ action: 0, intensity: 0 }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "New" }));
  dialog = await fillIn(user, "Evening2");
  dialog.getByRole("slider", { name: "Intensity" }).focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(dialog.getByText("Intensity: 80 %")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies[1]?.data).toMatchObject({ action: 2, intensity: 80 }));
});

test("what is wrong is said in the specification's words, and nothing is sent", async () => {
  let bodies: unknown[] = [];
  const { user } = show({ served: () => ({ bodies } = serve(createHvacSchedule, party)) });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await dialogNamed("New schedule");
  fireEvent.change(dialog.getByLabelText("End"), { target: { value: "2026-01-05T12:30" } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Title Cannot be Empty!")).toBeVisible();
  expect(dialog.getByText("Floor Cannot be Empty!")).toBeVisible();
  expect(dialog.getByText("Zones Cannot be Empty!")).toBeVisible();
  expect(dialog.getByText("End date should be greater than start date")).toBeVisible();
  expect(dialog.getByLabelText("Title")).toHaveFocus();
  expect(dialog.getByLabelText("Title")).toHaveAttribute("maxlength", "10");
  await user.type(dialog.getByLabelText("Title"), "abcd");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Title should be of length 5 to 10 characters")).toBeVisible();
  await user.type(dialog.getByLabelText("Title"), "e f");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(
    dialog.getByText("Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet"),
  ).toBeVisible();
  expect(bodies).toEqual([]);
});

test("a start within three minutes is refused before it is sent", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2026-01-05T12:03" } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule is about to start / running / already over")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2026-01-05T11:45" } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("You can create schedule for future time only.")).toBeVisible();
});

test("a name that is taken is said in the specification's words", async () => {
  const { user } = show({ served: () => refuse(createHvacSchedule, "schedule-name-taken") });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Lobby-AM");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule with this name already exists!!")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save" })).toBeVisible();
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

test("a schedule is looked at, edited and deleted, with the specification's question", async () => {
  let edited: unknown[] = [];
  let deleted: unknown[] = [];
  const { user } = show({
    served: () => {
      edited = serve(editHvacSchedule, party).bodies;
      deleted = serve(deleteHvacSchedule, { id: 4 }).bodies;
    },
  });
  await openEvent(user, "Lobby-AM");
  let dialog = await dialogNamed("Lobby-AM");
  expect(dialog.getByText("On at 50 %")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Edit" }));
  dialog = await dialogNamed("Edit schedule");
  expect(dialog.getByRole("radio", { name: "On" })).toBeChecked();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule successfully updated.")).toBeVisible();
  expect(edited).toMatchObject([{ data: { title: "Lobby-AM", action: 2, intensity: 50 }, running: false }]);
  await openEvent(user, "Lobby-AM");
  dialog = await dialogNamed("Lobby-AM");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(dialog.getByText("Are you sure you want to delete schedule?")).toBeVisible();
  expect(deleted).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Schedule details successfully deleted.")).toBeVisible();
  expect(deleted).toEqual([{ user: { id: 7, name: "asha" }, running: false }]);
});

const late = "Schedule is about to start / running / already over";
test.each([
  ["about to start", "2026-01-05T06:33:00.000Z", "2026-01-05T09:00:00.000Z", false],
  ["running", "2026-01-05T06:00:00.000Z", "2026-01-05T06:33:00.001Z", true],
  ["about to end", "2026-01-05T06:00:00.000Z", "2026-01-05T06:32:00.000Z", false],
  ["over", "2026-01-05T03:00:00.000Z", "2026-01-05T04:00:00.000Z", false],
])("one that is %s cannot be edited, and may or may not be deleted", async (_, start, end, mayDelete) => {
  const { user } = show({ schedules: [{ ...party, start, end }] });
  await openEvent(user, "Lobby-AM");
  const dialog = await dialogNamed("Lobby-AM");
  await user.click(dialog.getByRole("button", { name: "Edit" }));
  await screen.findByText(late);
  notifications.clean();
  await waitFor(() => expect(screen.queryByText(late)).not.toBeInTheDocument());
  // The test itself takes time.
  vi.setSystemTime(new Date(NOW));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  const told = await screen.findByText(mayDelete ? "Are you sure you want to delete schedule?" : late);
  expect(told).toBeVisible();
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
  expect(bodies).toEqual([{ timeData: [{ ON: "09:30", OFF: "18:00" }], weekData: [1, 2, 3, 4, 5, 0] }]);
  expect(open).toBeDisabled();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(open).toBeEnabled());
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

test("what schedules do is listed with its state and why", async () => {
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
  const list = within((await screen.findAllByRole("region", { name: "Next 48 hours" }))[0] ?? document.body);
  const rows = await list.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "09:00Default: onAHU F3.1: please connect to networkFailed",
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
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test("without a server the screen says so and keeps its shape", async () => {
  show({ served: () => refuse(listHvacSchedules, "unavailable") });
  expect(await screen.findByRole("alert", undefined, { timeout: 9_000 })).toHaveTextContent(
    "The service is not available right now.",
  );
});
