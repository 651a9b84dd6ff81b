import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import {
  anOccurrence,
  party,
  showScheduler as show,
  stopSchedulerClock,
} from "../../testing/show-scheduler.tsx";

stopSchedulerClock();

test("the air and the light of a booked room have different signs and words, and people change the booking instead", async () => {
  const prepared = {
    ...party,
    action: 1 as const,
    intensity: 100,
    title: "B-ABC234",
    preparedRoom: "Room 1",
  };
  const { user } = show({
    screen: "schedule",
    schedules: [prepared, { ...prepared, id: 5, type: 0, start: "2026-01-06T04:00:00.000Z" }],
    occurrences: ([1, 0] as const).map((type) =>
      anOccurrence({
        id: `00000000-0000-4000-8000-00000000000${type}`,
        kind: "schedule",
        preparedRoom: "Room 1",
        name: "B-ABC234",
        action: "on",
        type,
      }),
    ),
  });
  const names = await screen.findAllByText("Room 1: on");
  expect(names.map((name) => name.closest("li")?.textContent)).toEqual([
    expect.stringContaining("Personal cooling"),
    expect.stringContaining("Lighting control"),
  ]);
  expect(await screen.findByRole("button", { name: /Personal cooling: Room 1/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Lighting control: Room 1/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "B-ABC234" }));
  expect(dialog.getByText("Lighting control")).toBeVisible();
  expect(dialog.getByText("Room 1")).toBeVisible();
  expect(dialog.getByText(/To change it, change the booking/)).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});
