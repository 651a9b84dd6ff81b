import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listBookings, listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { getUtilisation } from "@verandah/contract/bookings/utilisation.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const room = {
  floor: "First",
  name: "Kaveri",
  spaces: 1,
  bookedHours: 12.5,
  usedHours: 9,
  released: 2,
  cancelled: 1,
  savedHours: 1.5,
  savedKilowattHours: 4.2,
  bookedPercent: 27.8,
  usedPercent: 20,
};

test("staff see how much each room was booked and used, for the days of the address", async () => {
  const { router } = renderScreen(
    "/admin/room-booking/0?tab=utilisation",
    aSession({ role: { id: 3 } }),
    () => {
      serve(listBookings, []);
      serve(getUtilisation, [
        room,
        { ...room, name: "Tunga", bookedPercent: null, usedPercent: null, savedKilowattHours: null },
        { ...room, name: "Bhima", savedHours: null, savedKilowattHours: null },
      ]);
    },
  );
  const rows = await within(await screen.findByRole("table", { name: "Utilisation" })).findAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    "FirstKaveri12.5 h28 %9.0 h20 %211.5 h4.2 kWh",
    "FirstTunga12.5 h–9.0 h–211.5 hUnknown",
    "FirstBhima12.5 h28 %9.0 h20 %21UnknownUnknown",
  ]);
  await userEvent.selectOptions(screen.getByLabelText("Time range"), "Today");
  expect(router.state.location.search).toEqual({ tab: "utilisation", range: "today" });
});

test("members have no such report", async () => {
  renderScreen("/admin/seat-booking?tab=utilisation", aSession({ role: { id: 5 } }), () => {
    serve(listOwnBookings, []);
  });
  expect(await screen.findByRole("tab", { name: "Book Seat", selected: true })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Utilisation" })).toBeNull();
});
