import { screen, waitFor, within } from "@testing-library/react";
import {
  createUnitGroup,
  deleteUnitGroup,
  editUnitGroup,
  listUnitGroups,
  type UnitGroup,
} from "@verandah/contract/schedules/unit-groups.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../../testing/serve.ts";
import { dialogNamed, showScheduler as show, stopSchedulerClock } from "../../../testing/show-scheduler.tsx";

stopSchedulerClock();

const night: UnitGroup = {
  id: 7,
  name: "Night",
  timeData: [{ ON: "20:00", OFF: "22:00" }],
  weekData: [0, 1, 2, 3, 4, 5, 6],
  setbackCelsius: 27.5,
  units: [{ id: 2, ssid: "AHU-2", name: "AHU 2" }],
};
const groupsPart = async () => within(await screen.findByRole("region", { name: "Groups of units" }));

test("makes a group of units with times and a setback; units of other groups cannot be chosen", async () => {
  let created: unknown[] = [];
  const { user } = show({
    groups: [night],
    served: () => {
      created = serve(createUnitGroup, { id: 8 }).bodies;
    },
  });
  const part = await groupsPart();
  expect(await part.findByText("2 units follow the default")).toBeVisible();
  await user.click(part.getByRole("button", { name: "New group" }));
  const dialog = await dialogNamed("New group");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Name Cannot be Empty!")).toBeVisible();
  expect(dialog.getByText("Choose a unit")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Labs");
  await user.click(dialog.getByRole("combobox", { name: "Units" }));
  expect(await screen.findByRole("option", { name: "AHU 2 (in Night)" })).toHaveAttribute(
    "data-combobox-disabled",
  );
  await user.click(screen.getByRole("option", { name: "AHU 1" }));
  await user.click(dialog.getByRole("radio", { name: "Setback" }));
  const setpoint = dialog.getByRole("textbox", { name: "Setback setpoint, °C" });
  await user.clear(setpoint);
  await user.type(setpoint, "40");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("15 to 35 in steps of 0.5")).toBeVisible();
  await user.clear(setpoint);
  await user.type(setpoint, "26.5");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(created).toEqual([
      {
        name: "Labs",
        timeData: [{ ON: "09:00", OFF: "18:00" }],
        weekData: [1, 2, 3, 4, 5],
        setbackCelsius: 26.5,
        units: [1],
      },
    ]),
  );
});

test("shows a group with its times and units, and says that a unit is already in another group", async () => {
  const { user } = show({ groups: [night], served: () => refuse(editUnitGroup, "unit-in-group") });
  const part = await groupsPart();
  expect(await part.findByText("Every day: 20:00–22:00, setback 27.5 °C")).toBeVisible();
  expect(part.getByText("AHU 2")).toBeVisible();
  await user.click(part.getByRole("button", { name: "Edit Night" }));
  await user.click((await dialogNamed("Edit group")).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("A unit is already in another group.")).toBeVisible();
});

test("after another person's change of a group the user sees it, and can save over it", async () => {
  const late = { ...night, name: "Late", timeData: [{ ON: "21:15", OFF: "23:00" }] };
  const { user } = show({ groups: [night], served: () => refuse(editUnitGroup, "unit-group-changed") });
  await user.click((await groupsPart()).getByRole("button", { name: "Edit Night" }));
  const dialog = await dialogNamed("Edit group");
  serve(listUnitGroups, { groups: [late], units: [] });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Someone else has changed this group of units.")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Late");
  expect(dialog.getByRole("spinbutton", { name: "From: minutes" })).toHaveDisplayValue("15");
  const { bodies } = serve(editUnitGroup, { id: 7 });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const { id: _, ...values } = { ...late, units: [2] };
  await waitFor(() => expect(bodies).toEqual([{ ...values, openedOn: values }]));
});

const shown = () => screen.getAllByText(/^(Default|Group: )/).map((one) => one.textContent);

test("the calendar shows the weekly times of chosen groups beside the default", async () => {
  const early = { ...night, id: 8, name: "Early", timeData: [{ ON: "08:00", OFF: "10:00" }] };
  const { app, user } = show({ groups: [night, early], view: "day&date=2026-01-06" });
  const choice = await screen.findByRole("combobox", { name: "Weekly times in the calendar" });
  await waitFor(() => expect(shown()).toContain("Default"));
  expect(shown().filter((text) => text.includes("Group"))).toEqual([]);
  await user.click(choice);
  await user.click(await screen.findByRole("option", { name: "Default and Early" }));
  await waitFor(() =>
    expect(shown()).toEqual(expect.arrayContaining(["Group: Early", "Default, Group: Early", "Default"])),
  );
  expect(app.router.state.location.href).toContain("group=8");
  await user.click(choice);
  await user.click(await screen.findByRole("option", { name: "Default and all groups" }));
  await waitFor(() => expect(shown()).toContain("Group: Night"));
});

test("asks before a group is deleted, and says what its units follow then", async () => {
  let deleted: unknown[] = [];
  const { user } = show({
    groups: [night],
    served: () => {
      deleted = serve(deleteUnitGroup, { id: 7 }).bodies;
    },
  });
  const part = await groupsPart();
  await user.click(await part.findByRole("button", { name: "Delete Night" }));
  expect(part.getByText("Its units follow the default again.")).toBeVisible();
  expect(deleted).toEqual([]);
  await user.click(part.getByRole("button", { name: "Delete" }));
  const { id: _, ...openedOn } = { ...night, units: [2] };
  await waitFor(() => expect(deleted).toEqual([{ openedOn }]));
});

test("the scheduler of all lights and units has no groups", async () => {
  show({ screen: "schedule" });
  expect(await screen.findByRole("region", { name: "Holidays and exceptions" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Groups of units" })).not.toBeInTheDocument();
});
