import { expect, test } from "./fixtures.ts";

test("the network shows a device that does not answer, and why", async ({ page, loginAs, field }) => {
  await loginAs("viewer", { at: "/admin/networkDiagram" });
  await page.getByLabel("Find a device or gateway").fill("VAV F2.2");
  const box = page.getByRole("treeitem", { name: /^VAV F2\.2 / });
  await expect(box).toHaveAccessibleName("VAV F2.2 Online", { timeout: 45_000 });
  await field.fault({ kind: "device-silent", target: "VAV-BLR-A-F2-2" });
  await expect(box).toHaveAccessibleName("VAV F2.2 Offline", { timeout: 60_000 });
  await box.getByText("VAV F2.2").click();
  // Its values are missing at once; its gateway reports the reason with the next report of its devices.
  await expect(page.getByRole("region", { name: "Details" })).toContainText("No answer", { timeout: 45_000 });
  await field.clear();
});
