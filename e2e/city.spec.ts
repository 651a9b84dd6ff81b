import { expect, test } from "./fixtures.ts";

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
