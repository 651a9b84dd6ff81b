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
