import { readFileSync } from "node:fs";

import { expect, test } from "./fixtures.ts";

interface SiteFile {
  campus: { timeZone: string };
  buildings: { floors: { zones: { areas: { key: string; name: string }[] }[] }[] }[];
}

test("an administrator exports the model, sees errors and the difference of a changed file, and imports it", async ({
  page,
  loginAs,
}) => {
  await loginAs("admin", { at: "/admin/siteFile" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the site file" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  const site: SiteFile = JSON.parse(text);
  const areas = site.buildings[0]?.floors.at(-1)?.zones.at(-1)?.areas ?? [];
  const choose = (content: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "site.json", mimeType: "application/json", buffer: Buffer.from(content) });

  await choose(text.replace(site.campus.timeZone, "Asia/Bangalore"));
  const wrong = page.getByRole("row", { name: /campus\.timeZone.*Unknown time zone "Asia\/Bangalore"/ });
  await expect(wrong).toBeVisible();
  await choose(text);
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled();

  areas.push({ key: "journey/a9", name: "Journey area" });
  await choose(JSON.stringify(site));
  await expect(page.getByRole("row", { name: /Journey area Area journey\/a9/ })).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Added: 1. Changed: 0.")).toBeVisible();
  await page.goto("/admin/device?find=Journey");
  await expect(page.getByRole("treeitem", { name: /Journey area/ })).toBeVisible();

  // The next file has the area with another key: by choice it stays one area.
  areas.splice(-1, 1, { key: "journey/a10", name: "Journey area" });
  await page.goto("/admin/siteFile");
  await choose(JSON.stringify(site));
  await expect(page.getByRole("radio", { name: "The same place" })).toBeChecked();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Added: 0. Changed: 1.")).toBeVisible();
  await page.goto("/admin/device?find=Journey");
  await expect(page.getByRole("treeitem", { name: /Journey area/ })).toHaveCount(1);
});
