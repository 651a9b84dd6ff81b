import { screen, waitFor, within } from "@testing-library/react";
import {
  createHolidayCalendar,
  deleteHolidayCalendar,
  editHolidayCalendar,
  listHolidayCalendars,
} from "@verandah/contract/schedules/holiday-calendars.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import { dialogNamed, showScheduler as show, stopSchedulerClock } from "../../../testing/show-scheduler.tsx";

stopSchedulerClock();

const karnataka = { id: 3, name: "Karnataka", buildings: [{ id: 2, name: "Tower" }], days: 1 };
const calendars = async () => within(await screen.findByRole("region", { name: "Holiday calendars" }));

test("makes a calendar for buildings", async () => {
  let created: unknown[] = [];
  const { user } = show({
    served: () => {
      created = serve(createHolidayCalendar, { id: 3 }).bodies;
    },
  });
  const part = await calendars();
  expect(
    await part.findByText("None. A calendar is a list of holidays that several buildings share."),
  ).toBeVisible();
  await user.click(part.getByRole("button", { name: "New calendar" }));
  const dialog = await dialogNamed("New calendar");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Name Cannot be Empty!")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Karnataka");
  await user.click(dialog.getByRole("combobox", { name: "Buildings" }));
  await user.click(await screen.findByRole("option", { name: "Tower" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(created).toEqual([{ name: "Karnataka", buildings: [2] }]));
});

test("changes a calendar, and says that a name is taken", async () => {
  const { user } = show({
    calendars: [karnataka],
    served: () => refuse(editHolidayCalendar, "calendar-name-taken"),
  });
  const part = await calendars();
  expect(await part.findByText("1 day to come · Tower")).toBeVisible();
  await user.click(part.getByRole("button", { name: "Edit Karnataka" }));
  const dialog = await dialogNamed("Edit calendar");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Another calendar has this name. Choose another name.")).toBeVisible();
});

const changedCalendar = { ...karnataka, name: "State", buildings: [] };

test("after another person's change of a calendar the user sees it, and can save over it", async () => {
  const { user } = show({
    calendars: [karnataka],
    served: () => refuse(editHolidayCalendar, "holiday-calendar-changed"),
  });
  await user.click(await (await calendars()).findByRole("button", { name: "Edit Karnataka" }));
  const dialog = await dialogNamed("Edit calendar");
  serve(listHolidayCalendars, { calendars: [changedCalendar], buildings: [] });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Someone else has changed this holiday calendar.")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("State");
  const { bodies } = serve(editHolidayCalendar, { id: 3 });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const values = { name: "State", buildings: [] };
  await waitFor(() => expect(bodies).toEqual([{ ...values, openedOn: values }]));
});

test("a deletion of a calendar that another person has changed is refused, and asked again", async () => {
  const { user } = show({
    calendars: [karnataka],
    served: () => refuse(deleteHolidayCalendar, "holiday-calendar-changed"),
  });
  const part = await calendars();
  await user.click(await part.findByRole("button", { name: "Delete Karnataka" }));
  await user.click(part.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Someone else has changed this holiday calendar.")).toBeVisible();
  const { bodies } = serve(deleteHolidayCalendar, { id: 3 });
  await user.click(await part.findByRole("button", { name: "Delete Karnataka" }));
  await user.click(part.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(bodies).toEqual([{ openedOn: { name: "Karnataka", buildings: [2] } }]));
});

test("asks before a calendar is deleted", async () => {
  let deleted: string[] = [];
  const { user } = show({
    calendars: [karnataka],
    served: () => {
      deleted = serve(deleteHolidayCalendar, { id: 3 }).urls;
    },
  });
  const part = await calendars();
  await user.click(await part.findByRole("button", { name: "Delete Karnataka" }));
  expect(part.getByText("Its days to come will be usual days. Past ones stay.")).toBeVisible();
  expect(deleted).toEqual([]);
  await user.click(part.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toHaveLength(1));
});
