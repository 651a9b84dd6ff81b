import type { APIRequestContext, Locator, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

interface Place {
  id: number;
  name: string;
}

/** A drawing with everything that could be harmful. */
const hostile = `<?xml version="1.0"?><?xml-stylesheet href="http://evil.example/a.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 420 590" onload="alert(1)">
  <style>@import url(http://evil.example/b.css); .wall { fill: none; stroke: #123456; background: url(http://evil.example/c.png) }</style>
  <script>alert(2)</script>
  <foreignObject width="400" height="400"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="http://evil.example/d"/></body></foreignObject>
  <image xlink:href="http://evil.example/e.png" width="9" height="9"/>
  <use href="http://evil.example/f.svg#x"/>
  <a xlink:href="javascript:alert(3)"><rect class="wall" x="10" y="10" width="400" height="570" onclick="alert(4)"/></a>
</svg>`;

/** A floor of the user's building. */
async function floorNamed(page: Page, name: string): Promise<number> {
  const buildingId = await page.evaluate(() => localStorage.getItem("buildingID"));
  const floors: Place[] = await (await page.request.get(`/v1/gl_zone/${buildingId}`)).json();
  return floors.find((floor) => floor.name === name)?.id ?? 0;
}

/** Position of a point of the plan on the screen. */
async function onScreen(map: Locator, [x, y]: readonly [number, number]): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox();
  if (!box) throw new Error("The map is not in sight");
  return { x: box.x + (x / 420) * box.width, y: box.y + (y / 590) * box.height };
}

async function resetPlan(request: APIRequestContext, floorId: number): Promise<void> {
  const { version } = await (await request.get(`/v1/floor_plans/${floorId}`)).json();
  if (version > 0) await request.post(`/v1/floor_plans/${floorId}/reset`, { data: { version } });
}

test("an administrator uploads a drawing, draws a zone and places a device; an operator sees them, and nothing of it runs", async ({
  page,
  browser,
  loginAs,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  await loginAs("admin");
  const floorId = await floorNamed(page, "First");
  await resetPlan(page.request, floorId);
  await page.goto(`/admin/devicemap?floor=${floorId}`);
  await page.getByRole("link", { name: "Edit plan" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/floorplan\\?floor=${floorId}$`));

  await page.locator('input[type="file"]').setInputFiles({
    name: "first.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(hostile),
  });
  await expect(page.getByText("New: first.svg")).toBeVisible();
  await page.getByRole("button", { name: "Redraw: Zone 1" }).click();
  const map = page.getByRole("group", { name: "Plan of First, to edit" });
  await map.scrollIntoViewIfNeeded();
  for (const corner of [
    [30, 40],
    [150, 40],
    [150, 130],
    [30, 130],
  ] as const) {
    const { x, y } = await onScreen(map, corner);
    await page.mouse.click(x, y);
  }
  await expect(page.getByRole("status").filter({ hasText: "Corners: 4" })).toBeVisible();
  await map.getByRole("button", { name: "Close the zone" }).click();

  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Energy meters" }).click();
  const place = page.getByRole("button", { name: /^Place EMS .* on the plan$/ }).first();
  const meter = ((await place.getAttribute("aria-label")) ?? "").replace(/^Place (.*) on the plan$/, "$1");
  await place.click();
  const handle = map.getByRole("button", { name: new RegExp(`^${meter.replaceAll(".", "\\.")} at `) });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await onScreen(map, [210, 295]), await onScreen(map, [300, 500])];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(handle).toHaveAccessibleName(/ at (29[89]|30[0-2]), (49[89]|50[0-2])$/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Floor plan saved.")).toBeVisible();

  const drawing = await page.request.get(`/v1/floor_plans/${floorId}/drawing`);
  expect(await drawing.text()).not.toMatch(/evil|alert|script|foreign/);
  expect(await drawing.text()).toContain("stroke:#123456");
  // A separate page: in a sandbox the browser also reports each script of the test.
  const alone = await page.context().newPage();
  alone.on("dialog", (dialog) => void elsewhere.push(dialog.message()));
  alone.on("request", (request) => {
    if (request.url().includes("evil.example")) elsewhere.push(request.url());
  });
  await alone.goto(`/v1/floor_plans/${floorId}/drawing`);
  await expect(alone.locator("rect")).toHaveCount(1);
  await alone.close();

  const operator = await (await browser.newContext()).newPage();
  await loginAs("operator", { on: operator, at: `/admin/devicemap?floor=${floorId}&type=energymeter` });
  const seen = operator.getByRole("group", { name: "Floor plan, First: Energy meters" });
  const marker = seen.getByRole("button", { name: new RegExp(`^${meter.replaceAll(".", "\\.")}`) });
  await expect(marker).toBeVisible();
  const zone = seen.getByRole("img", { name: "Zone 1" }).locator("polygon");
  await expect(zone).toHaveAttribute("points", /^(2[89]|3[0-2]),(3[89]|4[0-2]) (14[89]|15[0-2]),/);
  await expect(seen.locator("image")).toHaveAttribute("href", /drawing\?version=\d+$/);
  await expect(operator.getByRole("link", { name: "Edit plan" })).toHaveCount(0);
  await marker.click();
  await expect(operator.getByRole("heading", { level: 1, name: meter })).toBeVisible();
  await expect(operator).toHaveURL(/\/admin\/glEnergyMeter\?device=/);
  await operator.context().close();

  await page.goto(`/admin/floorplan?floor=${floorId}`);
  await page.getByRole("button", { name: "Restore original plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
  await expect(page.getByText("The plan matches the site file.")).toBeVisible();
  expect(elsewhere).toEqual([]);
});

test("a viewer sees a plan without the way to edit it", async ({ page, loginAs }) => {
  await loginAs("viewer");
  const floorId = await floorNamed(page, "Second");
  await page.goto(`/admin/glAhu?floor=${floorId}`);
  await expect(page.getByRole("group", { name: "Floor plan, Second: Controllers" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit plan" })).toHaveCount(0);
});
