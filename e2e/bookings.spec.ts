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

test("a member books the seat beside a colleague with three clicks, and the same seat for another day with one", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("member", { at: "/admin/seat-booking?view=plan" });
  // The next workday, 09:00 to 18:00 in India.
  const from = page.getByLabel("From", { exact: true });
  await expect(from).toHaveValue(/T09:00$/);
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(/T18:00$/);
  const day = (await from.inputValue()).slice(0, 10);
  const range = { from: `${day}T03:30:00Z`, to: `${day}T12:30:00Z` };

  const context = await browser.newContext();
  const other = await context.newPage();
  await loginAs("operator", { on: other });
  const query = new URLSearchParams(range).toString();
  const answer = await other.request.get(`/v1/gl_zone_booking/2/seat/searchBookable?${query}`);
  const seats: { id: number; name: string }[] = await answer.json();
  const spaces = seats.flatMap(({ id, name }) => (name === "Seat F1.2.1" ? [id] : []));
  const made = await other.request.post("/v1/gl_zone_booking/booking", { data: { spaces, ...range } });
  expect(made.status()).toBe(200);
  const show = (isNameShown: boolean) =>
    other.request.post("/v1/bookings/colleagues/own_name", { data: { isNameShown } });
  const colleague = page.getByRole("combobox", { name: "Near a colleague" });
  await expect(colleague).toBeDisabled();
  expect((await show(true)).status()).toBe(200);

  await colleague.click({ timeout: 20_000 });
  await page.getByRole("option", { name: "operator, Seat F1.2.1, First" }).click();
  await expect(page.getByRole("button", { name: "Seat F1.2.1, taken by operator" })).toBeVisible();
  await expect(page.getByText("Selected: Seat F1.2.2")).toBeVisible();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  const booked = page.getByRole("row", { name: /Seat F1\.2\.2/ });
  await expect(booked).toHaveCount(1);

  const later = new Date(Date.parse(range.from) + 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/admin/seat-booking?day=${later}`);
  await page.getByRole("button", { name: "The same as last time: book Seat F1.2.2" }).click();
  await expect(booked).toHaveCount(2);
  await show(false);
  await context.close();
});
