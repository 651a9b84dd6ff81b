import { expect, test } from "./fixtures.ts";

const SSID = "UPS-BLR-A-1";
const BUILDING = "blr/a";

test("a UPS in a mains failure shows its battery as the source and has an alarm, until the mains are back", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator", { at: "/admin/glLandingUps" });
  const card = page.getByRole("article", { name: "UPS1", exact: true });
  await expect(card.getByText("Normal", { exact: true })).toBeVisible();
  await card.getByRole("link", { name: "UPS1" }).click();
  await page.waitForURL(/\/admin\/glUps\?device=UPS-BLR-A-1$/);
  const way = (words: string) => page.getByRole("img", { name: `UPS1. Power flows: ${words}` });
  await expect(way("Mains → Rectifier → Load")).toBeVisible();
  const phases = page.getByRole("table", { name: "Phases" });
  const input = phases.getByRole("row", { name: /^Input voltage/ }).getByRole("cell");
  await expect(input.first()).toHaveText(/^2\d\d\.\d\d\sV/);

  await field.fault({ kind: "mains-failed", target: BUILDING });
  await expect(way("Battery → Load")).toBeVisible({ timeout: 30_000 });
  await expect(input.first()).toHaveText(/^0\.00\sV/);
  expect((await field.truth(SSID)).shown["ups_Status"]).toBe(5);
  await expect(page.getByText("Mains failure: UPS on battery").first()).toBeVisible({ timeout: 30_000 });

  await field.clear();
  await expect(way("Mains → Rectifier → Load")).toBeVisible({ timeout: 30_000 });
  expect((await field.truth(SSID)).shown["ups_Status"]).toBe(3);

  await page.reload();
  const transfers = page.getByRole("region", { name: "Transfers" }).first();
  await expect(transfers.getByRole("row", { name: /Normal On battery/ }).first()).toBeVisible();
  await expect(transfers.getByRole("row", { name: /On battery Normal/ }).first()).toBeVisible();
});
