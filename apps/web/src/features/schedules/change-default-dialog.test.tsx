import { fireEvent, screen, waitFor } from "@testing-library/react";
import {
  getRecurringSchedule,
  updateRecurringSchedule,
} from "@verandah/contract/schedules/recurring-schedules.ts";
import { expect, test, vi } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { dialogNamed, showScheduler as show, stopSchedulerClock } from "../../testing/show-scheduler.tsx";

stopSchedulerClock();

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
      weekData: [0, 1, 2, 3, 4, 5],
      setbackCelsius: null,
      openedOn: '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}',
    },
  ]);
  expect(open).toBeDisabled();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(open).toBeEnabled());
});

test("a save that is answered late stays locked until four seconds after the answer", async () => {
  const { promise: reply, resolve: answer } = Promise.withResolvers<{ message: "Accepted" }>();
  const { user } = show({ served: () => serve(updateRecurringSchedule, () => reply) });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const save = (await dialogNamed("Change Default")).getByRole("button", { name: "Save" });
  await user.click(save);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(save).toBeDisabled();
  answer({ message: "Accepted" });
  expect(await screen.findByText("Default Schedule successfully updated.")).toBeVisible();
  expect(open).toBeDisabled();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(open).toBeEnabled());
});

test("a click on minutes that have the focus already leaves them selected, so that typing replaces them", async () => {
  const { user } = show();
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const minutes = (await dialogNamed("Change Default")).getByRole("spinbutton", { name: "From: minutes" });
  expect(fireEvent.mouseDown(minutes)).toBe(true);
  minutes.focus();
  expect(fireEvent.mouseDown(minutes)).toBe(false);
});

test("names the wrong pair of several times, with its error at the field", async () => {
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

test("after another person's change of the default the user sees the new one and can save over it", async () => {
  const theirs = '{"timeData":[{"ON":"07:15","OFF":"17:00"}],"weekData":[6]}';
  const { user } = show({ served: () => refuse(updateRecurringSchedule, "default-schedule-changed") });
  const open = await screen.findByRole("button", { name: "Change Default" });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const dialog = await dialogNamed("Change Default");
  serve(getRecurringSchedule, [{ id: 2, data: theirs }]);
  const save = dialog.getByRole("button", { name: "Save" });
  await user.click(save);
  expect(await dialog.findByText("Someone else has changed the default schedule.")).toBeVisible();
  await waitFor(() =>
    expect(dialog.getByRole("spinbutton", { name: "From: minutes" })).toHaveDisplayValue("15"),
  );
  const { bodies } = serve(updateRecurringSchedule, { message: "Accepted" });
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await waitFor(() => expect(bodies).toMatchObject([{ weekData: [6], openedOn: theirs }]));
});

test("shows the server's reason of a refused default, and enables Save after four seconds", async () => {
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

test("the default may hold a setback outside its hours, and the day's strip shows it", async () => {
  let bodies: unknown[] = [];
  const { user } = show({
    data: '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1],"setbackCelsius":28}',
    served: () => ({ bodies } = serve(updateRecurringSchedule, { message: "Accepted" })),
  });
  expect(await screen.findByText(/Default 09:00–18:00, setback 28 °C/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Change Default" }));
  const dialog = await dialogNamed("Change Default");
  expect(dialog.getByRole("textbox", { name: "Setback setpoint, °C" })).toHaveValue("28");
  await user.click(dialog.getByRole("radio", { name: "Off" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies).toMatchObject([{ setbackCelsius: null }]));
});
