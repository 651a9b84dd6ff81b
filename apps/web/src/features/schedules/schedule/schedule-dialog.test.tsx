import { notifications } from "@mantine/notifications";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import {
  createHvacSchedule,
  deleteHvacSchedule,
  editHvacSchedule,
  listHvacSchedules,
} from "@verandah/contract/schedules/schedules.ts";
import { expect, test, vi } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import {
  dialogNamed,
  party,
  SCHEDULER_NOW,
  showScheduler as show,
  stopSchedulerClock,
} from "../../../testing/show-scheduler.tsx";

stopSchedulerClock();

const openEvent = async (user: UserEvent, title: string) =>
  user.click((await screen.findAllByRole("button", { name: new RegExp(title) }))[0] ?? document.body);

async function fillIn(user: UserEvent, title: string) {
  const dialog = await dialogNamed("New schedule");
  await user.type(dialog.getByLabelText("Title"), title);
  await user.click(dialog.getByRole("combobox", { name: "Floor" }));
  await user.click(await screen.findByRole("option", { name: "First" }));
  await user.click(dialog.getByRole("combobox", { name: "Zones" }));
  await user.click(await screen.findByRole("option", { name: "Zone 2" }));
  return dialog;
}

test("New makes a schedule of the next hour, in the form that the call takes", async () => {
  let bodies: unknown[] = [];
  const { user } = show({ served: () => ({ bodies } = serve(createHvacSchedule, party)) });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  expect(dialog.getByLabelText("Start")).toHaveDisplayValue("5 Jan 2026, 12:30");
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
        repeat: null,
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
  let bodies: unknown[] = [];
  const { user } = show({
    served: () => ({ bodies } = serve(createHvacSchedule, party)),
  });
  await user.click(await screen.findByRole("button", { name: "New" }));
  let dialog = await fillIn(user, "Evening");
  await user.click(dialog.getByRole("radio", { name: "Off" }));
  expect(dialog.queryByRole("slider")).not.toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies[0]).toMatchObject({ data: { action: 0, intensity: 0 } }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "New" }));
  dialog = await fillIn(user, "Evening2");
  dialog.getByRole("slider", { name: "Intensity" }).focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(dialog.getByText("Intensity: 80 %")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies[1]).toMatchObject({ data: { action: 2, intensity: 80 } }));
});

test("a schedule of whole days, from midnight to midnight, may repeat", async () => {
  let bodies: unknown[] = [];
  const { user } = show({ served: () => ({ bodies } = serve(createHvacSchedule, party)) });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "All-day");
  const setTime = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  setTime("Start", "2026-01-06T00:00");
  await user.click(dialog.getByRole("checkbox", { name: "Repeat every week" }));
  setTime("End", "2026-01-07T00:15");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("A repeating schedule lasts at most a day")).toBeVisible();
  setTime("End", "2026-01-07T00:00");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const times = { start: "2026-01-05T18:30:00.000Z", end: "2026-01-06T18:30:00.000Z" };
  await waitFor(() => expect(bodies).toMatchObject([{ data: { ...times, repeat: { weekdays: [2] } } }]));
});

test("shows errors in the specification's words and sends nothing", async () => {
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

test("rejects a start in an impossible year", async () => {
  let bodies: unknown[] = [];
  const { user } = show({ served: () => ({ bodies } = serve(createHvacSchedule, party)) });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "0002-01-05T09:00" } });
  fireEvent.blur(dialog.getByLabelText("Start"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Choose a date and a time")).toBeVisible();
  expect(bodies).toEqual([]);
});

test("a start within three minutes is refused before it is sent", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2026-01-05T12:15" } });
  vi.setSystemTime("2026-01-05T06:43:00Z");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule is about to start / running / already over")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2026-01-05T11:45" } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("You can create schedule for future time only.")).toBeVisible();
});

test("shows the error of a start between the calendar's steps at its field", async () => {
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Evening");
  fireEvent.change(dialog.getByLabelText("Start"), { target: { value: "2026-01-05T20:07" } });
  fireEvent.change(dialog.getByLabelText("End"), { target: { value: "2026-01-05T21:00" } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Times are in steps of 15 minutes")).toBeVisible();
});

test("a taken name has the specification's error", async () => {
  const { user } = show({ served: () => refuse(createHvacSchedule, "schedule-name-taken") });
  await user.click(await screen.findByRole("button", { name: "New" }));
  const dialog = await fillIn(user, "Lobby-AM");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Schedule with this name already exists!!")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Save" })).toBeVisible();
});

test("confirms a change when the calendar shows it", async () => {
  let title = "Lobby-AM";
  let isReloading = false;
  const reload = Promise.withResolvers<void>();
  const { user } = show({
    served: () => {
      serve(listHvacSchedules, async () => {
        isReloading = title === "Lobby-PM";
        if (isReloading) await reload.promise;
        return { schedules: [{ ...party, title }] };
      });
      serve(editHvacSchedule, () => ({ ...party, title: (title = "Lobby-PM") }));
    },
  });
  await openEvent(user, "Lobby-AM");
  await user.click((await dialogNamed("Lobby-AM")).getByRole("button", { name: "Edit" }));
  await user.click((await dialogNamed("Edit schedule")).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(isReloading).toBe(true));
  expect(screen.queryByText("Schedule successfully updated.")).not.toBeInTheDocument();
  reload.resolve();
  await screen.findByText("Schedule successfully updated.");
  expect(screen.getAllByRole("button", { name: /Lobby-PM/, hidden: true })).not.toHaveLength(0);
});

test("the dialog of a schedule that someone else has deleted closes, and the schedule is gone", async () => {
  let isDeleted = false;
  const { user } = show({
    served: () => {
      serve(listHvacSchedules, () => ({ schedules: isDeleted ? [] : [party] }));
      refuse(editHvacSchedule, "not-found");
    },
  });
  await openEvent(user, "Lobby-AM");
  await user.click((await dialogNamed("Lobby-AM")).getByRole("button", { name: "Edit" }));
  const dialog = await dialogNamed("Edit schedule");
  isDeleted = true;
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This no longer exists: someone else has deleted it.")).toBeVisible();
  expect(screen.queryByText("Not found.")).not.toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByRole("button", { name: /Lobby-AM/ })).not.toBeInTheDocument());
});

test("a schedule is opened, edited and deleted, with the specification's question", async () => {
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
  expect(dialog.getByRole("button", { name: "Yes" })).toHaveFocus();
  await user.keyboard("{Enter}");
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
  vi.setSystemTime(new Date(SCHEDULER_NOW));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  const message = await screen.findByText(mayDelete ? "Are you sure you want to delete schedule?" : late);
  expect(message).toBeVisible();
});
