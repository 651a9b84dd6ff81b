import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

test("a member books a free seat, which is then taken for others, and cancels it", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("member", { at: "/admin/seat-booking?view=list" });
  const seat = page
    .getByRole("group", { name: "Seats", exact: true })
    .getByRole("button", { name: /^Seat F1\.1\.1,/ });
  await page.getByRole("combobox", { name: "Floor" }).click();
  await page.getByRole("option", { name: "First" }).click();
  // Far enough ahead for a cancellation, and on the next day in any zone.
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("From", { exact: true }).fill(`${day}T10:00`);
  await page.getByLabel("To", { exact: true }).fill(`${day}T11:30`);
  await expect(seat).toHaveAccessibleName("Seat F1.1.1, free");
  await seat.click();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByText(/^Booked\. Your reference: [A-Z2-9]{6}$/)).toBeVisible();
  const row = page.getByRole("row", { name: /Seat F1\.1\.1/ }).first();
  await expect(row).toContainText("Booked");

  const context = await browser.newContext();
  const other = await context.newPage();
  await loginAs("operator", { on: other, at: "/admin/seat-booking?view=list" });
  await other.getByRole("combobox", { name: "Floor" }).click();
  await other.getByRole("option", { name: "First" }).click();
  await other.getByLabel("From", { exact: true }).fill(`${day}T11:00`);
  await other.getByLabel("To", { exact: true }).fill(`${day}T12:00`);
  const same = other
    .getByRole("group", { name: "Seats", exact: true })
    .getByRole("button", { name: /^Seat F1\.1\.1,/ });
  await expect(same).toHaveAccessibleName("Seat F1.1.1, taken");
  await expect(same).toBeDisabled();

  await row.getByRole("button", { name: /^Cancel the booking / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the booking" }).click();
  await expect(row).toContainText("Cancelled");
  await expect(same).toHaveAccessibleName("Seat F1.1.1, free", { timeout: 20_000 });
  await context.close();
});

/** Cancels the seats that a user has booked in a time. */
async function cancelSeats({ request }: Page, range: { from: string; to: string }): Promise<void> {
  const query = new URLSearchParams({ kind: "seat", ...range }).toString();
  const answer = await request.get(`/v1/bookings/own?${query}`);
  const bookings: { id: number; status: string }[] = await answer.json();
  for (const { id, status } of bookings) {
    if (status !== "booked") continue;
    const made = await request.post("/v1/coworking/hot_desking/cancel_booking", { data: { id } });
    expect(made.status()).toBe(200);
  }
}

test("a member books the seat beside a colleague with two clicks, and the same seat for another day with one", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("member");
  // Far enough ahead of the bookings of other journeys.
  const workdays: string[] = await (await page.request.get("/v1/buildings/2/workdays")).json();
  const [day = "", next = ""] = workdays.slice(3);
  const range = { from: `${day}T03:30:00Z`, to: `${day}T12:30:00Z` };
  const both = { from: range.from, to: `${next}T12:30:00Z` };
  const context = await browser.newContext();
  const other = await context.newPage();
  await loginAs("operator", { on: other });
  const show = (isNameShown: boolean) =>
    other.request.post("/v1/bookings/colleagues/own_name", { data: { isNameShown } });
  async function clear(): Promise<void> {
    await show(false);
    await cancelSeats(page, both);
    await cancelSeats(other, both);
  }
  // A journey that ended too early left its bookings.
  await clear();
  try {
    await page.goto(`/admin/seat-booking?view=plan&day=${day}`);
    // 09:00 to 18:00 in India.
    const shown = (time: string) => new RegExp(`^${Number(day.slice(8))} .+ ${day.slice(0, 4)}, ${time}$`);
    await expect(page.getByLabel("From", { exact: true })).toHaveValue(shown("09:00"));
    await expect(page.getByLabel("To", { exact: true })).toHaveValue(shown("18:00"));
    const query = new URLSearchParams(range).toString();
    const answer = await other.request.get(`/v1/gl_zone_booking/2/seat/searchBookable?${query}`);
    const seats: { id: number; name: string }[] = await answer.json();
    const spaces = seats.flatMap(({ id, name }) => (name === "Seat F1.2.1" ? [id] : []));
    const made = await other.request.post("/v1/gl_zone_booking/booking", { data: { spaces, ...range } });
    expect(made.status()).toBe(200);
    await expect(page.getByText("No colleague shows their name at this time")).toBeVisible();
    expect((await show(true)).status()).toBe(200);

    await page.getByRole("button", { name: "operator, Seat F1.2.1, First" }).click({ timeout: 20_000 });
    await expect(page.getByRole("button", { name: "Seat F1.2.1, taken by operator" })).toBeVisible();
    await expect(page.getByText("Selected: Seat F1.2.2")).toBeVisible();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    const booked = page
      .getByRole("row", { name: /Seat F1\.2\.2/ })
      .filter({ has: page.getByText("Booked", { exact: true }) });
    await expect(booked).toHaveCount(1);

    await page.goto(`/admin/seat-booking?day=${next}`);
    await page.getByRole("button", { name: "The same as last time: book Seat F1.2.2" }).click();
    await expect(booked).toHaveCount(2);
  } finally {
    await clear();
    await context.close();
  }
});
