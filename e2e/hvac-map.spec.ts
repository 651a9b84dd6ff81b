import { expect, test } from "./fixtures.ts";

test("HVAC Controls shows the floor of the clicked tile, its alarms, its heat and its VAVs, live", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-First").click();
  await page.getByRole("button", { name: "Equipment" }).click();
  await page.getByRole("link", { name: "HVAC Controls" }).click();
  // A clicked tile sets the map to temperature.
  await expect(page.getByRole("group", { name: "Floor plan, First: Temperature" })).toBeVisible();
  const zone = page.getByRole("button", { name: /^Zone 2: \d/ });
  await expect(zone).toBeVisible();
  await field.fault({
    kind: "value-forced",
    target: "ENV-BLR-A-F1-Z2-1",
    param_id: "TEMPERATURE",
    value: 48,
  });
  // Only above its limit it has a colour.
  await expect(zone).toHaveAccessibleName(/^Zone 2: 48\.0\s°C ▲$/, { timeout: 30_000 });
  await expect(zone.locator("polygon")).toHaveCSS("fill", "rgb(232, 89, 12)");

  await page.getByText("Controllers", { exact: true }).click();
  const tiles = page.getByRole("list", { name: "Alarms of the floor" });
  await expect(tiles.getByRole("link")).toHaveText([/AHU/, /AHU/]);
  await expect(tiles.getByRole("listitem").filter({ hasText: "Low" })).toContainText(/[1-9]/, {
    timeout: 40_000,
  });

  const { shown } = await field.truth("AHU-BLR-A-F1-1");
  const valve = page.getByRole("figure", { name: "ChW Valve" }).getByRole("link").first();
  await expect(valve).toHaveAccessibleName(/actual \d+\s%\s?, expected \d+\s%$/);
  expect(shown["Chilled Water Valve Feedback"]).toBeGreaterThanOrEqual(0);

  await page.getByRole("button", { name: /^VAV F1\.2: / }).click();
  const details = page.getByRole("dialog", { name: "VAV F1.2" });
  const vav = (await field.truth("VAV-BLR-A-F1-2")).shown;
  await expect(details.getByText("Design air flow").locator("xpath=..")).toContainText(
    Math.round(vav["Design CFM"] ?? 0).toLocaleString("en-IN"),
  );
  await field.fault({
    kind: "value-forced",
    target: "VAV-BLR-A-F1-2",
    param_id: "Zone Temperature",
    value: 33,
  });
  await expect(details.getByText("Zone temperature").locator("xpath=..")).toContainText("33.0", {
    timeout: 30_000,
  });
  await details.getByRole("button", { name: "Close" }).click();

  await page
    .getByRole("group", { name: "Floor plan, First: Controllers" })
    .getByRole("button", { name: /^AHU/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/glAhu\?device=AHU-BLR-A-F1-\d$/);
});
