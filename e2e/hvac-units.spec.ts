import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const SSID = "AHU-BLR-A-F0-1";
const OTHER = "AHU-BLR-A-F0-2";
const RAT = "ahu_in_air_temperature_sp";

test("an operator sets the return air from the screen, and the unit's own reading changes", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator", { at: `/admin/glAhu?device=${SSID}` });
  await page.getByRole("textbox", { name: "RAT setpoint" }).fill("36");
  await page.getByRole("button", { name: "set RAT setpoint" }).click();
  await expect(page.getByText("RAT sp should be 15-35")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "RAT setpoint" })).toHaveValue("");

  const target = (await field.truth(SSID)).shown[RAT] === 21 ? 20 : 21;
  await page.getByRole("textbox", { name: "RAT setpoint" }).fill(String(target));
  await page.getByRole("button", { name: "set RAT setpoint" }).click();
  await expect(page.getByText(`Rat successfully setted ${target}`)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId("now-ahu_in_air_temperature_sp")).toContainText(`${target}.0`, {
    timeout: 30_000,
  });
  expect((await field.truth(SSID)).slots?.[RAT]?.[7]).toBe(target);

  const row = page.getByRole("listitem", { name: /: RAT setpoint$/ });
  await expect(row).toContainText("operator");
  await row.getByRole("button", { name: /^Release/ }).click();
  await expect(row).toHaveCount(0, { timeout: 30_000 });
  expect((await field.truth(SSID)).slots?.[RAT]?.[7]).toBeNull();
});

test("a unit that accepts a command and does nothing: the command fails, and the switch shows the unit's state", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  await field.fault({ kind: "writes-ignored", target: OTHER });
  await page.goto(`/admin/glAhu?device=${OTHER}`);
  const toggle = page.getByRole("switch", { name: "AHU On/Off" });
  const isOn = await toggle.isChecked();
  await toggle.click();
  await expect(page.getByText(/^Failed: the device still shows/).first()).toBeVisible({ timeout: 45_000 });
  await expect(toggle).toBeChecked({ checked: isOn });
});

test("viewers see the unit and its overrides, and may change nothing", async ({ page, loginAs }) => {
  await loginAs("viewer", { at: `/admin/glAhu?device=${SSID}` });
  await expect(page.getByText("Return Air Temperature", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
});

test("of two people at once the newest command wins, and the other person sees the winner", async ({
  page,
  browser,
  loginAs,
  field,
}) => {
  await loginAs("operator", { at: `/admin/glAhu?device=${SSID}` });
  await page.getByRole("textbox", { name: "SAT setpoint" }).fill("19");
  await page.getByRole("button", { name: "set SAT setpoint" }).click();
  await expect(page.getByText("Sat successfully setted 19")).toBeVisible({ timeout: 30_000 });

  const other = await (await browser.newContext()).newPage();
  await loginAs("admin", { on: other });
  const order = await other.request.post(`/v1/gl_analytics/${SSID}/setpoints`, {
    data: { param_id: "ahu_suply_air_temperature_sp", param_value: 20 },
  });
  expect(order.status()).toBe(200);
  await expect(page.getByText(/^admin changed .* after you\. Your command was replaced\.$/)).toBeVisible({
    timeout: 30_000,
  });
  await expect
    .poll(async () => (await field.truth(SSID)).shown["ahu_suply_air_temperature_sp"], { timeout: 30_000 })
    .toBe(20);
  await other.request.post("/v1/overrides/release", {
    data: { ssid: SSID, param_id: "ahu_suply_air_temperature_sp" },
  });
  await other.context().close();
});

test("no label of the drawing covers another or a part, with every value old as well", async ({
  page,
  loginAs,
  field,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await loginAs("operator");
  await field.fault({ kind: "device-silent", target: OTHER });
  await page.goto(`/admin/glAhu?device=${OTHER}`);
  const labels = page.locator("[data-point]");
  await expect(labels.first()).toBeVisible();
  expect(await coveredIn(page)).toEqual([]);
  await expect(page.locator('[data-point]:not([data-state="stale"])')).toHaveCount(0, { timeout: 60_000 });
  expect(await coveredIn(page)).toEqual([]);
});

interface Box {
  name: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxesIn(page: Page, attribute: string): Promise<Box[]> {
  return page.locator(`[${attribute}]`).evaluateAll(
    (elements, of) =>
      elements.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { name: element.getAttribute(of) ?? "", left, right, top, bottom };
      }),
    attribute,
  );
}

const isOver = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Labels of the schematic that cover other labels, or parts of the drawing. */
async function coveredIn(page: Page): Promise<string[]> {
  const [labels, parts] = [await boxesIn(page, "data-point"), await boxesIn(page, "data-part")];
  return labels.flatMap((label) =>
    [...labels, ...parts]
      .filter((other) => other !== label && isOver(label, other))
      .map((other) => `${label.name} covers ${other.name}`),
  );
}
