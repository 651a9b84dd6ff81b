import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const grid = (page: Page, name: string) => page.getByRole("table", { name, exact: true });

/** The row of an alarm that is active now; there may be older ones of the same device. */
const activeRow = (page: Page, table: string, device: string) =>
  grid(page, table)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: device, exact: true }) })
    .filter({ hasText: /Active|Acknowledged/ })
    .first();

test("an alarm appears by itself, its acknowledgement is undone and then stays, and it shows its details", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator", { at: "/admin/eventsviewer" });
  await expect(page.getByText("Live")).toBeVisible();
  await field.fault({ kind: "mains-failed", target: "blr/a" });

  const row = activeRow(page, "Critical Alarms", "Tower A");
  await expect(row).toContainText("Active", { timeout: 20_000 });
  await row.getByRole("button", { name: "Ack", exact: true }).click();
  await expect(row.getByRole("button", { name: "Acknowledged" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  await page.getByRole("link", { name: "Building Dashboard" }).click();
  const waiting = page.getByRole("region", { name: "Needs you now" }).getByRole("listitem");
  const own = waiting.filter({ hasText: /Tower A/ }).filter({ hasText: "Active" });
  await own.getByRole("button", { name: "Ack" }).click();
  await expect(own).toBeHidden();
  await page.getByRole("link", { name: "Alarms", exact: true }).click();
  await expect(row.getByRole("button", { name: "Acknowledged" })).toBeVisible();
  await page.reload();
  await expect(row.getByRole("button", { name: "Acknowledged" })).toBeVisible();

  await expect(activeRow(page, "Critical Alarms", "UPS1")).toBeHidden();
  await row.getByRole("link", { name: "Tower A", exact: true }).click();
  await expect(page).toHaveURL(/\?alarm=\d+$/);
  await page.reload();
  const details = page.getByRole("dialog", { name: "Alarm details" });
  await expect(details.getByText("Check the main incoming breaker", { exact: false })).toBeVisible();
  await expect(details.getByText("Acknowledged by operator")).toHaveCount(2);
  await expect(details.getByText("Acknowledgement undone by operator")).toBeVisible();
  // An earlier mains failure that is not acknowledged is listed beside them.
  await expect(details.getByRole("heading", { name: /^Related alarms \([23]\)$/ })).toBeVisible();
  await expect(details.getByRole("link", { name: /^UPS[12]$/ })).toHaveCount(2, { timeout: 20_000 });
  await details.getByRole("link", { name: "UPS1" }).click();
  await expect(details.getByText("Check its input breaker", { exact: false })).toBeVisible();
  await expect(details.getByRole("img", { name: /Half an hour before and after/ })).toBeVisible();
  await details.getByRole("button", { name: "Close" }).click();
  await expect(details).toBeHidden();
});

test("a low alarm is shelved with a reason and an end, is listed as shelved, and is unshelved; a viewer cannot", async ({
  page,
  browser,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  const sensors: { ssid: string; name: string }[] = await (
    await page.request.get(`/v1/gl_analytics/${buildingId}/devicemap?type=ENVIRONMENT`)
  ).json();
  const { ssid, name } = sensors[0] ?? { ssid: "", name: "" };
  await page.goto("/admin/eventsviewer");
  await field.fault({ kind: "value-forced", target: ssid, param_id: "TEMPERATURE", value: 40 });
  const row = activeRow(page, "NonCritical Alarms", name);
  await expect(row).toContainText("Temperature high", { timeout: 40_000 });
  await row.getByRole("button", { name: "Ignore", exact: true }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Sensor fault" }).click();
  await form.getByText("1 h", { exact: true }).click();
  await form.getByRole("button", { name: "Ignore alarm" }).click();
  const ignored = grid(page, "NonCritical Alarms").getByRole("button", { name: "Ignored" });
  await expect(ignored).toBeVisible();
  await expect(ignored).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.getByText(/^Ignored \([1-9]/).click();
  await expect(page).toHaveURL(/only=ignored/);
  const shelved = grid(page, "NonCritical Alarms").getByRole("row").filter({ hasText: name }).first();
  await expect(shelved).toContainText(/Shelved by operator until .*: Sensor fault/);

  const viewer = await (await browser.newContext()).newPage();
  await loginAs("viewer", { on: viewer, at: "/admin/eventsviewer?only=ignored" });
  const seen = grid(viewer, "NonCritical Alarms").getByRole("link", { name, exact: true });
  await expect(seen.first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: /^(Ack|Acknowledged|Ignore|Ignored)$/ })).toHaveCount(0);
  const refused = await viewer.request.post("/v1/gl_alerts/deleteAlarm", { data: { id: 1 } });
  expect(refused.status()).toBe(403);
  await viewer.context().close();

  // The viewer is another user, so the operator stays logged in.
  await shelved.getByRole("button", { name: "Unshelve" }).click();
  await page.getByText(/^Ignored \(/).click();
  await expect(row).toContainText("Active", { timeout: 20_000 });

  await row.getByRole("link", { name, exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const details = page.getByRole("dialog", { name: "Alarm details" });
  await details.getByRole("button", { name: "Ignore", exact: true }).click();
  await page.getByRole("button", { name: "Ignore alarm", exact: true }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  // The details end above the message.
  const bottomOf = async () => {
    const box = await details.boundingBox();
    return box && box.y + box.height;
  };
  const message = page.getByRole("status").filter({ has: undo });
  await expect.poll(bottomOf).toBeLessThanOrEqual((await message.boundingBox())?.y ?? 0);
  await undo.click();
  await expect(details.getByRole("button", { name: "Ignore", exact: true })).toBeVisible();
});
