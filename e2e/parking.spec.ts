import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const BAYS = Array.from({ length: 4 }, (_, at) => String(at + 1).padStart(2, "0"));

/** The id of the parking deck. */
async function deckOf(page: Page): Promise<number> {
  const floors: { id: number; name: string }[] = await (await page.request.get("/v1/gl_zone/2")).json();
  const deck = floors.find(({ name }) => name === "Parking 1");
  if (!deck) throw new Error("The site has no deck");
  return deck.id;
}

test("a car that arrives and leaves changes the counts and its bay on the plan; a charger opens its screen", async ({
  page,
  loginAs,
  field,
}) => {
  const show = (bay: string, value: number) =>
    field.fault({ kind: "value-forced", target: `BAY-P1-${bay}`, param_id: "OCCUPIED", value });
  for (const bay of BAYS) await show(bay, 0);
  await loginAs("operator");
  await page.goto(`/admin/floor/${await deckOf(page)}/dashboard`);
  const tiles = page.getByRole("list", { name: "Bays of the deck" }).getByRole("listitem");
  const plan = page.getByRole("group", { name: "Floor plan, Parking 1: Parking bays" });
  await expect(tiles.nth(0)).toHaveText(/Free4$/, { timeout: 30_000 });
  await expect(tiles.nth(1)).toHaveText(/Occupied0$/);
  await expect(plan.getByRole("button", { name: /^Bay P1\.02, Free/ })).toBeVisible();

  await show("02", 1);
  await expect(plan.getByRole("button", { name: /^Bay P1\.02, Occupied by a car, since/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(tiles.nth(0)).toHaveText(/Free3$/);
  await expect(tiles.nth(1)).toHaveText(/Occupied1$/);

  await show("02", 0);
  await expect(plan.getByRole("button", { name: /^Bay P1\.02, Free/ })).toBeVisible({ timeout: 30_000 });
  await expect(tiles.nth(0)).toHaveText(/Free4$/);

  await plan.getByRole("button", { name: /^Charger P1\.1, EV: EV charger, Normal/ }).click();
  await page.waitForURL(/\/admin\/device\?device=EV-P1-1$/);
  await expect(page.getByText(/EV charger · EV-P1-1 · .*via Parking gateway Parking 1/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText(/Available|Charging/);
});
