import type { Page } from "@playwright/test";

import { expect, PASSWORD, test } from "./fixtures.ts";

/** A value is stale after three intervals of 10 s; the state follows within a second or two. */
const STALE_MS = 45_000;

test("the overview shows every floor by name with values, and the systems' state", async ({
  page,
  loginAs,
}) => {
  await loginAs("viewer");
  const floors = page.getByRole("region", { name: "Floors" }).getByRole("listitem");
  await expect(floors.first()).toContainText("All Floor");
  const names = await page
    .getByRole("region", { name: "Floors" })
    .getByTestId(/^tile-/)
    .allTextContents();
  expect(names).toEqual([
    "Fifth",
    "First",
    "Fourth",
    "Ground",
    "Parking 1",
    "Parking 2",
    "Second",
    "Sixth",
    "Third",
  ]);
  await expect(floors.filter({ hasText: "Fifth" })).toContainText(/\d+\.\d\s°C/);
  await expect(floors.filter({ hasText: "Parking 1" })).toContainText("No data");
});

test("a floor's tile leads to the floor's selector and is remembered; back returns", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Third").click();
  await expect(page).toHaveURL(/\/admin\/selector\?floor=\d+$/);
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ context: "floor", floorName: "Third", mapSubType: "temperature" });
  expect(Number(stored["floorID"])).toBeGreaterThan(0);
  await page.goBack();
  await expect(page.getByTestId("tile-Third")).toBeVisible();
});

test("cards by context: a floor's zones, and a clear message for a missing card", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.getByTestId("tile-Third").click();
  const floorId = await page.evaluate(() => localStorage.getItem("floorID"));
  await page.goto(`/admin/floor/${floorId}/dashboard`);
  await expect(page.getByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  await expect(page.getByText("Zone 6", { exact: true })).toBeVisible();
  await page.goto("/admin/floor/999999/dashboard");
  await expect(page.getByRole("alert")).toBeVisible();
});

/** At the end of a day without air handling some zones are warm, and in the morning full zones have much carbon dioxide. */
const anyHour = { temperature: { min: 10, max: 35 }, co2: { max: 3_000 } };

/** Sets the building's own limits, or removes them. */
async function setLimits(page: Page, limits: Partial<typeof anyHour>): Promise<void> {
  const login = { credentials: { username: "admin", password: PASSWORD }, force: true };
  const session = await (await page.request.post("/v1/auth/login", { data: login })).json();
  const answer = await page.request.post(`/v1/gl_zone/${session.building.id}/configuration`, {
    data: limits,
  });
  expect(await answer.json()).toMatchObject({ own: limits });
}

test("two concurrent faults appear at their places without a reload, and disappear when they end", async ({
  page,
  loginAs,
  field,
  shortenDelays,
}) => {
  test.setTimeout(180_000);
  await shortenDelays();
  await setLimits(page, anyHour);
  await loginAs("operator");
  const [warm, silent] = [page.getByTestId("tile-Fifth"), page.getByTestId("tile-Fourth")];
  const card = page.getByRole("article", { name: "HVAC" });
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  for (const tile of [warm, silent]) await expect(tile).toHaveAttribute("data-state", "fine");

  for (const sensor of ["ENV-BLR-A-F5-Z2-1", "ENV-BLR-A-F5-Z2-2"])
    await field.fault({ kind: "value-forced", target: sensor, param_id: "TEMPERATURE", value: 38 });
  await field.fault({ kind: "device-silent", target: "AHU-BLR-A-F4-1" });

  // A zone outside its limits is an issue at once, and an alarm after its delay.
  const row = page.getByRole("region", { name: "Floors" }).getByRole("listitem").filter({ hasText: "Fifth" });
  await expect(row).toContainText("1 zone", { timeout: 20_000 });
  await expect(warm).toHaveAttribute("data-state", "low", { timeout: 45_000 });
  // A silent unit turns its card and its floor red.
  await expect(card).toHaveAttribute("data-state", "critical", { timeout: STALE_MS + 15_000 });
  await expect(silent).toHaveAttribute("data-state", "critical", { timeout: 10_000 });

  await field.clear();
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  for (const tile of [silent, warm])
    await expect(tile).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  await setLimits(page, {});
});

test("a gateway that is cut off is a network warning and one alarm; its measurements arrive afterwards", async ({
  page,
  loginAs,
  field,
  shortenDelays,
}) => {
  test.setTimeout(180_000);
  await shortenDelays();
  await setLimits(page, anyHour);
  await loginAs("operator");
  const card = page.getByRole("article", { name: "HVAC" });
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  const from = new Date();
  await field.fault({ kind: "gateway-cut-off", target: "GW-BLR-A" });
  await expect(card.getByRole("definition").first()).toContainText("1", { timeout: 30_000 });
  // The state of its devices is unknown: no floor of it may look normal. The parking decks report for themselves.
  await expect(page.getByTestId("tile-Third")).not.toHaveAttribute("data-state", "fine");
  await expect(page.getByTestId("tile-Parking 1")).toHaveAttribute("data-state", "fine");
  await expect(page.getByText("All is well.")).toHaveCount(0);
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  await expect
    .poll(
      async () => {
        const lists = await (await page.request.get(`/v1/alerts/${buildingId}/alerts`)).json();
        return lists.system.map((alert: { alarm_code: number }) => alert.alarm_code);
      },
      { timeout: 40_000 },
    )
    .toEqual([101]);
  const to = new Date();
  await expect(card).toHaveAttribute("data-state", "critical");
  await expect(card.getByRole("link", { name: /^Gateway Tower A: / })).toBeVisible();
  await field.clear();
  await expect(card).toHaveAttribute("data-state", "fine", { timeout: 60_000 });
  await expect(page.getByTestId("tile-Third")).not.toHaveAttribute("data-state", "unknown", {
    timeout: 60_000,
  });
  await expect
    .poll(
      async () => {
        const query = new URLSearchParams({
          param_id: "Return Air Temperature",
          from: from.toISOString(),
          to: to.toISOString(),
          buckets: "2000",
        });
        const trend = await (await page.request.get(`/v1/telemetry/AHU-BLR-A-F2-1/trend?${query}`)).json();
        return trend.buckets.reduce((sum: number, bucket: { count: number }) => sum + bucket.count, 0);
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(Math.floor((to.getTime() - from.getTime()) / 10_000));
  await setLimits(page, {});
});
