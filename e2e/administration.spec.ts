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
  await most.fill("1000");
  await page.getByRole("button", { name: "Check and save" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
});

test("the network shows a device that does not answer, and why", async ({ page, loginAs, field }) => {
  test.setTimeout(150_000);
  await loginAs("viewer", { at: "/admin/networkDiagram" });
  await page.getByLabel("Find a device or gateway").fill("VAV F6.12");
  const box = page.getByRole("treeitem", { name: /^VAV F6\.12 / });
  await expect(box).toHaveAccessibleName("VAV F6.12 Online", { timeout: 45_000 });
  await field.fault({ kind: "device-silent", target: "VAV-BLR-A-F6-12" });
  await expect(box).toHaveAccessibleName("VAV F6.12 Offline", { timeout: 60_000 });
  await box.getByText("VAV F6.12").click();
  // Its values are missing at once; its gateway reports the reason with the next report of its devices.
  await expect(page.getByRole("region", { name: "Details" })).toContainText("No answer", { timeout: 45_000 });
  await field.clear();
});
