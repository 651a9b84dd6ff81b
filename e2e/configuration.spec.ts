import { expect, test } from "./fixtures.ts";

test("new limits show the alarms that they would have raised, and are in effect at once", async ({
  page,
  loginAs,
}) => {
  await loginAs("admin", { at: "/admin/configuration" });
  const light = page.getByRole("group", { name: "Light", exact: true });
  const most = light.getByLabel("Max (lx)");
  await expect(most).toHaveValue("1000");
  await most.fill("900");
  const dialog = page.getByRole("dialog", { name: "Save the limits?" });
  // The history of a new demo is still being imported.
  await expect(async () => {
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Check and save" }).click();
    await expect(dialog.getByRole("row", { name: /^Light \d+ \d+$/ })).toBeVisible();
  }).toPass({ timeout: 110_000 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(most).toHaveValue("900");
});
