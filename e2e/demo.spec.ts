import { expect, test } from "./demo.ts";

test("the demo has a tower of nine floors with values, and all of its systems are well", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  const floors = page.getByRole("region", { name: "Floors" });
  await expect(floors.getByRole("listitem").first()).toContainText("All Floor");
  const names = await floors.getByTestId(/^tile-/).allTextContents();
  expect(names).toEqual([
    "Fifth",
    "First",
    "Fourth",
    "Ground",
    "Parking 1",
    "Parking 2",
    "Second",
    "Sixth",
    "Third",
  ]);
  await expect(floors.getByRole("listitem").filter({ hasText: "Fifth" })).toContainText(/\d+\.\d\s°C/);
  await expect(floors.getByRole("listitem").filter({ hasText: "Parking 1" })).toContainText("No data");
  for (const name of ["HVAC", "Chiller", "Lighting", "UPS", "Energy"])
    await expect(page.getByRole("article", { name })).toHaveAttribute("data-state", "fine", {
      timeout: 60_000,
    });
});

test("a mains failure in the demo is one alarm with its four UPSs, until the mains are back", async ({
  page,
  loginAs,
  field,
}) => {
  test.setTimeout(120_000);
  await loginAs("operator", { at: "/admin/eventsviewer" });
  await expect(page.getByText("Live")).toBeVisible();
  await field.fault({ kind: "mains-failed", target: "blr/a" });
  const alarms = page.getByRole("table", { name: "Critical Alarms", exact: true });
  const own = page.getByRole("link", { name: "Tower A", exact: true });
  const row = alarms.getByRole("row").filter({ has: own }).filter({ hasText: "Active" }).first();
  await expect(row).toBeVisible({ timeout: 40_000 });
  await row.getByRole("link", { name: "Tower A", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Alarm details" });
  await expect(details.getByRole("link", { name: /^UPS[1-4]$/ })).toHaveCount(4, { timeout: 20_000 });
  await field.clear();
  await expect(details).toContainText("Returned", { timeout: 60_000 });
});

test("a viewer opens another building from the city map, and it stays after a reload", async ({
  page,
  loginAs,
}) => {
  await loginAs("viewer");
  await page.goto("/admin/home");
  await expect(page.getByText("Your account has no campus here.")).toBeVisible();
  await page.getByRole("link", { name: "Bengaluru", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/city\?city=Bengaluru/);
  await page.getByRole("button", { name: "Open Pump fields" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pump fields" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: /Verandah Bengaluru · Pump fields/ }).click();
  await page.getByRole("link", { name: "Bengaluru", exact: true }).click();
  const pumps = page.getByRole("article", { name: "Pump fields" });
  await expect(pumps.getByText("Your building")).toBeVisible();
  await page.getByRole("button", { name: "Open Tower A" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tower A" })).toBeVisible();
});
