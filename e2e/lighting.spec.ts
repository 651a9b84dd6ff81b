import type { APIRequestContext, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

/** A command ends at its deadline, and a controller is offline three intervals after its last values. */
const ENDED = { timeout: 30_000 };
const DALIS = ["50d0f201", "50d0f202"];
const [STAYS, LEAVES] = ["50ac0f201", "50ac0f202"] as const;

/** The id of the floor; the operator is in its zones. */
async function openZones(page: Page, floor = "Second"): Promise<number> {
  const buildingId = await page.evaluate(() => localStorage.getItem("buildingID"));
  const floors: { id: number; name: string }[] = await (
    await page.request.get(`/v1/gl_zone/${buildingId}`)
  ).json();
  const id = floors.find(({ name }) => name === floor)?.id ?? 0;
  await page.goto(`/admin/floor/${id}/temperature/zones`);
  return id;
}

async function latest(request: APIRequestContext, ssid: string, paramId: string): Promise<number | null> {
  const [device]: { values: { param_id: string; param_value: number | null }[] }[] = await (
    await request.get(`/v1/telemetry/latest?devices=${ssid}`)
  ).json();
  return device?.values.find(({ param_id: id }) => id === paramId)?.param_value ?? null;
}

async function stateOf(request: APIRequestContext, ssid: string): Promise<string> {
  return (await (await request.get(`/v1/gl_analytics/${ssid}/device`)).json()).state;
}

test("an operator sets a zone to 60 % with the keyboard, the lights follow, Auto takes it back, and its undo gives it again", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator");
  await openZones(page);
  const card = page.getByRole("article", { name: "Zone 1" });
  for (const ssid of DALIS) await expect.poll(async () => stateOf(page.request, ssid), ENDED).toBe("online");
  const ring = card.getByRole("slider", { name: "Intensity of Zone 1" });
  await expect(ring).toBeEnabled(ENDED);
  // Home alone changes nothing of lights that are out, and their next value would count.
  for (const key of ["End", "Home"]) await ring.press(key);
  for (let step = 0; step < 12; step += 1) await ring.press("ArrowRight");
  await ring.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Set to 60 %" }).click();
  await expect(page.getByText("Device Zone 1 successfully set to intensity 60")).toBeVisible(ENDED);
  for (const ssid of DALIS) {
    await expect.poll(async () => latest(page.request, ssid, "light_level"), ENDED).toBe(60);
    expect((await field.truth(ssid)).shown["light_level"]).toBe(60);
  }
  await expect(card.getByText("60 %")).toBeVisible(ENDED);
  await expect(card.getByText("Manual")).toBeVisible();

  async function setAuto(): Promise<void> {
    await card.getByRole("button", { name: "Auto: Zone 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Set to Auto" }).click();
    await expect(page.getByText("Device Zone 1 successfully switched to Auto mode")).toBeVisible(ENDED);
  }
  await setAuto();
  const done = page.getByRole("status").filter({ hasText: "switched to Auto mode" });
  await done.getByRole("button", { name: "Undo" }).click();
  for (const ssid of DALIS) {
    await expect.poll(async () => latest(page.request, ssid, "light_mode"), ENDED).toBe(0);
    await expect.poll(async () => latest(page.request, ssid, "light_level"), ENDED).toBe(60);
  }
  await setAuto();
  for (const ssid of DALIS)
    await expect.poll(async () => latest(page.request, ssid, "light_mode"), ENDED).toBe(1);
});

test("lights of an offline controller are named, and only they are commanded again", async ({
  page,
  loginAs,
  field,
}) => {
  const level = async (ssid: string) => (await field.truth(ssid)).shown["light_level_1"];
  await loginAs("operator");
  await openZones(page);
  const card = page.getByRole("article", { name: "Zone 2" });
  for (const ssid of [STAYS, LEAVES])
    await expect.poll(async () => stateOf(page.request, ssid), ENDED).toBe("online");
  await field.fault({ kind: "sim-dead", target: LEAVES });
  await expect(card.getByText("2 of 4 confirmed, 2 offline")).toBeVisible(ENDED);
  const ring = card.getByRole("slider", { name: "Intensity of Zone 2" });
  await ring.press("End");
  const dialog = page.getByRole("dialog", { name: "Change the lights of Zone 2?" });
  await expect(dialog.getByText("1 of 2 devices will change. The others:")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText("offline");
  await dialog.getByRole("button", { name: "Set to 100 %" }).click();
  await expect(page.getByText("Failed to control the device Zone 2")).toBeVisible(ENDED);
  await expect(card.getByText("2 lights did not follow")).toBeVisible();
  await expect.poll(async () => level(STAYS), ENDED).toBe(100);
  // Its own level changes with the daylight and the hour; the command did not reach it.
  const { slots } = await field.truth(LEAVES);
  expect(new Set(slots?.["light_level_sp_1"])).toEqual(new Set([null]));

  // No light of this area answers.
  const controls = page.getByRole("article", { name: "Area 3" });
  await page.getByRole("link", { name: "Zone 2" }).click();
  await expect(controls.getByText("0 of 2 confirmed, 2 offline")).toBeVisible();
  await controls.getByRole("button", { name: "Auto: Area 3" }).click();
  await expect(page.getByText("Please connect to a network!!!")).toBeVisible(ENDED);

  await field.clear();
  await expect.poll(async () => stateOf(page.request, LEAVES), ENDED).toBe("online");
  await controls.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Device Area 3 successfully switched to Auto mode")).toBeVisible(ENDED);
  await expect.poll(async () => latest(page.request, LEAVES, "light_mode_1"), ENDED).toBe(1);
  expect(await level(STAYS)).toBe(100);
  await page.getByRole("button", { name: "Auto: Area 1" }).click();
  await expect(page.getByText("Device Area 1 successfully switched to Auto mode")).toBeVisible(ENDED);
});

test("a floor's tile leads to the selector, its lights and down to one lamp; back and reload keep the place", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Second").click();
  await expect(page).toHaveURL(/\/admin\/selector\?floor=\d+$/);
  await expect(page.getByRole("radio", { name: "HVAC" })).toBeChecked();
  await expect(page.getByRole("button", { name: /AHU F2\.1/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Lights off" }).click();
  const question = page.getByRole("dialog", { name: "Change the lights of Second?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("radio", { name: "LMS" })).toBeChecked();
  await page.getByRole("article", { name: "Zone 1" }).getByRole("link", { name: "Zone 1" }).click();
  await expect(page).toHaveURL(/\/admin\/zone\/\d+\/areas$/);
  const area = page.getByRole("article", { name: "Area 1" });
  await expect(area.getByText(/^Last seen \d+ s ago$/)).toBeVisible();
  await area.getByRole("link", { name: "Area 1" }).click();
  await expect(page).toHaveURL(/\/admin\/areadetail\?area=\d+$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Area 1" })).toBeVisible();
  const lamp = page.getByRole("article", { name: "DALI F2.01" });
  await expect(lamp.getByText(/^Last seen \d+ s ago$/)).toBeVisible();
  await lamp.getByRole("link", { name: "DALI F2.01" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "DALI F2.01" })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Zone 1" })).toBeVisible();
  await page.goto("/admin/zone/999999/areas");
  await expect(page.getByText("No Data Found!!!!!")).toBeVisible();
});

test("a failed lamp is listed with its place, and leads to its device", async ({ page, loginAs, field }) => {
  await loginAs("operator");
  const floorId = await openZones(page, "First");
  await field.fault({ kind: "lamp-failed", target: "50d0f102" });
  await page.goto(`/admin/floors?floor=${floorId}`);
  const row = page.getByRole("row", { name: /^DALI F1\.02 Zone 1 Area 3 \d\d:\d\d$/ });
  await expect(row).toBeVisible({ timeout: 40_000 });
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "DALI F1.02" })).toBeVisible();
});
