import { expect, test } from "./fixtures.ts";

test("HVAC Controls shows the floor of the clicked tile, its alarms, its heat and its VAVs, live", async ({
  page,
  loginAs,
  field,
  shortenDelays,
}) => {
  test.setTimeout(120_000);
  await shortenDelays();
  await loginAs("operator");
  await page.getByTestId("tile-Third").click();
  await page.getByRole("link", { name: "HVAC Controls" }).click();
  // A clicked tile sets the map to temperature.
  await expect(page.getByRole("group", { name: "Floor plan, Third: Temperature" })).toBeVisible();
  const zone = page.getByRole("img", { name: /^Zone 2: \d/ });
  await expect(zone).toBeVisible();
  for (const sensor of ["ENV-BLR-A-F3-Z2-1", "ENV-BLR-A-F3-Z2-2"])
    await field.fault({ kind: "value-forced", target: sensor, param_id: "TEMPERATURE", value: 41 });
  // Above its limit, and at the end of the scale.
  await expect(zone).toHaveAccessibleName(/^Zone 2: 41\.0\s°C ▲$/, { timeout: 30_000 });
  await expect(zone.locator("polygon")).toHaveCSS("fill", "rgb(240, 249, 33)");

  await page.getByText("Controllers", { exact: true }).click();
  const tiles = page.getByRole("list", { name: "Alarms of the floor" });
  await expect(tiles.getByRole("link")).toHaveText([/AHU/, /AHU/]);
  await expect(tiles.getByRole("listitem").filter({ hasText: "Low" })).toContainText(/[1-9]/, {
    timeout: 40_000,
  });

  const { shown } = await field.truth("AHU-BLR-A-F3-1");
  const valve = page.getByRole("figure", { name: "ChW Valve" }).getByRole("link").first();
  await expect(valve).toHaveAccessibleName(/actual \d+\s%\s?, expected \d+\s%$/);
  expect(shown["Chilled Water Valve Feedback"]).toBeGreaterThanOrEqual(0);

  await page.getByRole("button", { name: /^VAV F3\.4: / }).click();
  const details = page.getByRole("dialog", { name: "VAV F3.4" });
  const vav = (await field.truth("VAV-BLR-A-F3-4")).shown;
  await expect(details.getByText("Design air flow").locator("xpath=..")).toContainText(
    Math.round(vav["Design CFM"] ?? 0).toLocaleString("en-IN"),
  );
  await field.fault({
    kind: "value-forced",
    target: "VAV-BLR-A-F3-4",
    param_id: "Zone Temperature",
    value: 33,
  });
  await expect(details.getByText("Zone temperature").locator("xpath=..")).toContainText("33.0", {
    timeout: 30_000,
  });
  await details.getByRole("button", { name: "Close" }).click();

  await page
    .getByRole("group", { name: "Floor plan, Third: Controllers" })
    .getByRole("button", { name: /^AHU/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/glAhu\?device=AHU-BLR-A-F3-\d$/);
});
