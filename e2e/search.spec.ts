import { expect, test } from "./fixtures.ts";
import { violations } from "./violations.ts";

test("an operator switches the lights of a floor off by keyboard: search, Enter, confirm", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  await expect(page.getByTestId("tile-First")).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search" });
  await search.fill("first");
  await expect(page.getByRole("option", { name: "First Tower A", exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await search.fill("holiday");
  await expect(page.getByRole("option").first()).toHaveText("Add holiday");
  await search.fill("turn off lights first");
  await expect(page.getByRole("option")).toHaveText(["Lights off: First"]);
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Change the lights of First?" });
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/floors\?floor=\d+$/);
  await question.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Device First successfully switched OFF")).toBeVisible({ timeout: 30_000 });
  const levels = async () => (await field.truth("50d0f101")).shown["light_level"];
  expect(await levels()).toBe(0);

  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a viewer opens a building on a wall: an alarm appears without the menu, and it knows when it is cut off", async ({
  page,
  context,
  loginAs,
  field,
}) => {
  await loginAs("viewer");
  await page.getByRole("link", { name: "Wall screen" }).click();
  const alarms = page.getByRole("region", { name: "Alarms" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("rowheader", { name: /^First: / })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await field.fault({ kind: "mains-failed", target: "blr/a" });
  await expect(alarms.getByText(/^Mains failure/)).toBeVisible({ timeout: 60_000 });
  await field.clear();
  await expect(alarms.getByText(/^Mains failure/)).toHaveCount(0, { timeout: 60_000 });
  await page.reload();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^No live values\. Last data /)).toBeVisible({ timeout: 60_000 });
  await context.setOffline(false);
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
});
