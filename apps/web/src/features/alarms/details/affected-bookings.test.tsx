import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getAlarm, listAlarmGrid, listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import {
  type AffectedBooking,
  listAlarmBookings,
  moveAlarmBookings,
} from "@verandah/contract/bookings/alarm-bookings.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { aBooking } from "../../../testing/bookings.ts";
import { alarmDetails, anAlarmRow, aPage, aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve, serveLatest } from "../../../testing/serve.ts";

const movable: AffectedBooking = {
  booking: aBooking({ id: 1 }),
  proposed: { id: 9, name: "Seat 40", zone: "Zone 2", floor: "First" },
  reason: null,
};
const begun: AffectedBooking = { booking: aBooking({ id: 2 }), proposed: null, reason: "begun" };
const arrived = { ...begun, booking: aBooking({ id: 3, status: "checkedIn" }) };

async function show(affected: AffectedBooking[], role: 1 | 3 = 1) {
  renderScreen("/admin/eventsviewer", aSession({ role: { id: role } }), () => {
    serve(listAlarmGrid, aPage([anAlarmRow({ Alarm_Id: 1, Device_name: "AHU 1-1" })]));
    serve(getAlarm, alarmDetails({}));
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serveLatest([]);
    serve(listAlarmBookings, affected);
  });
  const grid = within(await screen.findByRole("table", { name: "Critical Alarms" }));
  await userEvent.click(await grid.findByRole("link", { name: "AHU 1-1" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Alarm details" }));
  await drawer.findByText("What to do");
  return drawer;
}

test("lists the bookings at the place of an alarm, and moves those that have a free space", async () => {
  const drawer = await show([movable, begun, arrived]);
  expect(await drawer.findByText("Free then: Seat 40, Zone 2, First")).toBeVisible();
  expect(drawer.getByText("It has begun.")).toBeVisible();
  expect(drawer.getByText("The person has checked in.")).toBeVisible();
  expect(drawer.getByText("Inform the people of the bookings that stay here.")).toBeVisible();
  const { urls } = serve(moveAlarmBookings, { moved: [movable.booking], left: [begun] });
  serve(listAlarmBookings, [begun]);
  await userEvent.click(drawer.getByRole("button", { name: "Move 1 booking" }));
  expect(await screen.findByText("1 booking was moved. The person gets an e-mail.")).toBeVisible();
  expect(urls).toHaveLength(1);
  expect(drawer.queryByText("Free then: Seat 40, Zone 2, First")).toBeNull();
});

test("viewers and alarms without bookings have no such section", async () => {
  const drawer = await show([movable], 3);
  expect(drawer.queryByText("Bookings of the next 24 hours here")).toBeNull();
});
