import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  endBookingFeed,
  getBookingFeed,
  renewBookingFeed,
} from "@verandah/contract/bookings/booking-feed.ts";
import { listOwnBookings } from "@verandah/contract/bookings/bookings.ts";
import { expect, test } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

test("a member makes the address of the calendar feed, which is shown once, and ends it", async () => {
  renderScreen("/admin/seat-booking", aSession({ role: { id: 5 } }), () => {
    serve(listOwnBookings, []);
    serve(getBookingFeed, { createdAt: null });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Calendar feed" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Calendar feed" }));
  serve(renewBookingFeed, { path: "/v1/booking_feed/secret" });
  serve(getBookingFeed, { createdAt: "2026-01-05T08:00:00.000Z" });
  await userEvent.click(await dialog.findByRole("button", { name: "Make an address" }));
  expect(await dialog.findByText(/\/v1\/booking_feed\/secret$/)).toBeVisible();
  serve(endBookingFeed, { createdAt: null });
  serve(getBookingFeed, { createdAt: null });
  await userEvent.click(dialog.getByRole("button", { name: "End the feed" }));
  expect(await dialog.findByRole("button", { name: "Make an address" })).toBeVisible();
  expect(dialog.queryByText(/secret/)).toBeNull();
});

test("an address that was made before is not shown again", async () => {
  renderScreen("/admin/seat-booking", aSession({ role: { id: 5 } }), () => {
    serve(listOwnBookings, []);
    serve(getBookingFeed, { createdAt: "2026-01-05T08:00:00.000Z" });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Calendar feed" }));
  expect(await screen.findByText(/It is not shown again\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Make a new address" })).toBeVisible();
});
