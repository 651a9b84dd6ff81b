import { expect, test } from "./fixtures.ts";

test("an administrator renames a device, deactivates its zone, and commands are refused until it is activated", async ({
  page,
  loginAs,
}) => {
  await loginAs("admin", { at: "/admin/device" });
  const tree = page.getByRole("tree", { name: "Places and devices" });
  await page.getByLabel("Find a place or device").fill("VAV-BLR-A-F0-2");
  await tree.getByRole("treeitem", { name: /^VAV/ }).first().click();
  const heading = page.getByRole("region", { name: "Details" }).getByRole("heading");
  // Until the choice is in the address it is that of the campus.
  await expect(heading).toHaveText(/^VAV/);
  const before = await heading.innerText();

  const edit = async (change: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>) => {
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await change(dialog);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  };
  await edit((dialog) => dialog.getByLabel("Name").fill("Corner box"));
  await expect(tree.getByRole("treeitem", { name: /^Corner box/ })).toBeVisible();
  await page.reload();
  await expect(tree.getByRole("treeitem", { name: /^Corner box/ })).toBeVisible();

  await edit((dialog) => dialog.getByRole("switch", { name: /^Activated/ }).uncheck({ force: true }));
  await expect(tree.getByRole("treeitem", { name: /^Corner box Deactivated/ })).toBeVisible();
  const reply = await page.evaluate(async () => {
    const answer = await fetch("/v1/commands", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        writes: [{ ssid: "VAV-BLR-A-F0-2", param_id: "vav_temperature_sp", value: 23 }],
      }),
    });
    return answer.text();
  });
  expect(reply).toContain("device-deactivated");

  await edit(async (dialog) => {
    await dialog.getByLabel("Name").fill(before);
    await dialog.getByRole("switch", { name: /^Activated/ }).check({ force: true });
  });
  await expect(tree.getByRole("treeitem", { name: /Deactivated/ })).toBeHidden();
});
