import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.ts";

test("the energy of the building is that of its file, floor and tariff", async ({ page, loginAs }) => {
  await loginAs("admin", { at: "/admin/energy" });
  const totals = page.locator("dl").first();

  // The history of a new demo is still being imported, also between the file and the screen.
  await expect(async () => {
    await expect(totals).toContainText(/[\d,]+\skWh/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export to Csv" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n")
      .slice(1);
    const energies = lines.map((line) => Number(line.split(",")[3]));
    const sum = energies.reduce((total, one) => total + one, 0);
    await page.reload();
    const shown = Number((await totals.locator("dd").first().textContent())?.replaceAll(/[^\d]/g, ""));
    // The meters continue to count between the file and the screen.
    expect(shown).toBeGreaterThanOrEqual(Math.floor(sum));
    expect(shown - sum).toBeLessThan(10);
  }).toPass({ timeout: 45_000 });

  const cost = totals.locator("div", { hasText: "Cost" }).locator("dd").first();
  const before = (await cost.textContent()) ?? "";
  await page.getByRole("button", { name: "Tariff" }).click();
  const dialog = page.getByRole("dialog", { name: "Tariff and contract" });
  const price = dialog.getByLabel("₹ per kWh").first();
  await expect(price).toHaveValue("6.5");
  await price.fill("66.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(cost).not.toHaveText(before);
  await page.getByRole("button", { name: "Tariff" }).click();
  await dialog.getByLabel("₹ per kWh").first().fill("6.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: "Ground", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Energy of Ground" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Energy", exact: true })).toBeVisible();
});

test("whole days are compared with those before them at the same weather", async ({ page, loginAs }) => {
  await loginAs("viewer", { at: "/admin/energy" });
  await expect(page.getByRole("button", { name: "Tariff" })).toBeHidden();
  const savings = page.getByRole("region", { name: "Savings" });
  await page.getByLabel("Time range").selectOption("7 days");
  // The history of a new demo is still being imported.
  await expect(async () => {
    await page.reload();
    await expect(savings).toContainText(/kWh (less|more) than expected \(±\s[\d,]+\skWh\)/);
  }).toPass({ timeout: 110_000 });
  await expect(savings).toContainText("IPMVP option C");
});
