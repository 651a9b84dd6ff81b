import { expect, test } from "./fixtures.ts";

const SSID = "ENV-BLR-A-F0-Z2-1";

test("an administrator removes a sensor, which is gone everywhere, and brings it back with its history", async ({
  page,
  loginAs,
}) => {
  await loginAs("admin", { at: `/admin/device?find=${SSID}` });
  const tree = page.getByRole("tree", { name: "Places and devices" });
  const sensor = tree.getByRole("treeitem", { name: /^Sensor/ }).first();
  await sensor.click();
  const heading = page.getByRole("region", { name: "Details" }).getByRole("heading");
  // Until the choice is in the address it is that of the campus.
  await expect(heading).not.toHaveText(/^Verandah/);
  const name = await heading.innerText();
  const found = tree.getByRole("treeitem", { name });

  const reply = (url: string) => page.evaluate(async (path) => (await fetch(path)).text(), url);
  const latest = () => reply(`/v1/telemetry/latest?devices=${SSID}`);
  const search = () => reply(`/v1/search?text=${SSID}`);
  const history = () => {
    const [from, to] = [new Date(Date.now() - 3_600_000), new Date()].map((at) => at.toISOString());
    return reply(`/v1/telemetry/${SSID}/trend?param_id=TEMPERATURE&from=${from}&to=${to}`);
  };
  await expect.poll(latest).toContain(SSID);
  await expect.poll(history).toContain('"avg":');

  const remove = async () => {
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Remove ${name}` });
    await expect(dialog.getByText("1 device is removed")).toBeVisible();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText(`${name} is removed.`)).toBeVisible();
    await expect(found).toBeHidden();
  };
  await remove();
  expect(await latest()).not.toContain(SSID);
  expect(await search()).not.toContain(SSID);
  expect(await history()).toContain('"avg":');
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(found).toBeVisible();

  await found.click();
  await expect(heading).toHaveText(name);
  await remove();
  await page.getByRole("button", { name: "Removed items" }).click();
  const removed = page.getByRole("dialog", { name: "Removed items" });
  await removed.getByRole("button", { name: `Bring back ${name}` }).click();
  await expect(page.getByText(`${name} is back.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(found).toBeVisible();
  await expect.poll(latest).toContain(SSID);
  expect(await history()).toContain('"avg":');
});
