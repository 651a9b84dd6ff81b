import type { Locator, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const DAY_MS = 86_400_000;

interface StoredSchedule {
  id: number;
  title: string;
  type: number;
  intensity: number;
  repeat: { weekdays: number[]; until: string } | null;
}

/** Opens a multi-select: its input is a dot within the visible field. */
const openList = (field: Locator) => field.click({ force: true });

async function stored(page: Page, title: string): Promise<StoredSchedule | undefined> {
  const answer: { schedules: StoredSchedule[] } = await (
    await page.request.get("/v1/schedules/fetch")
  ).json();
  return answer.schedules.find((one) => one.title === title);
}

/** A day in the future, on the campus's clock. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + days * DAY_MS);

const eventOf = (page: Page, title: string) =>
  page
    .getByRole("button", { name: new RegExp(title) })
    .filter({ visible: true })
    .first();

test("an operator schedules lights every week, reads the effects, changes and deletes the schedule", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  const [day, weekLater] = [dayIn(2), dayIn(9)];
  await page.goto(`/admin/schedule?view=day&date=${day}`);
  const backgroundOf = (isSelected: boolean) =>
    page
      .getByRole("tab", { selected: isSelected })
      .first()
      .evaluate((tab) => getComputedStyle(tab).backgroundColor);
  expect(await backgroundOf(true)).not.toBe(await backgroundOf(false));
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Title Cannot be Empty!")).toBeVisible();
  await expect(dialog.getByText("Floor Cannot be Empty!")).toBeVisible();
  await dialog.getByLabel("Title").fill("Cleaners");
  await dialog.getByRole("combobox", { name: "Floor" }).click();
  await page.getByRole("option", { name: "First" }).click();
  await openList(dialog.getByRole("combobox", { name: "Zones" }));
  await page.getByRole("option", { name: "Zone 1" }).click();
  await dialog.getByLabel("Start").fill(`${day}T06:00`);
  await dialog.getByLabel("End").fill(`${day}T07:00`);
  await dialog.getByRole("slider", { name: "Intensity" }).focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("checkbox", { name: "Repeat every week" }).press("Space");
  await expect(dialog.getByText(/2 devices will change/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Schedule successfully created.")).toBeVisible();
  await expect(eventOf(page, "Cleaners")).toBeVisible();
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  expect(await stored(page, "Cleaners")).toMatchObject({
    type: 0,
    intensity: 60,
    repeat: { weekdays: [weekday] },
  });

  // A week later it occurs again, and opens as the same schedule.
  await page.goto(`/admin/schedule?view=day&date=${weekLater}`);
  const strip = page.getByRole("main").getByRole("figure");
  await expect(strip.getByRole("listitem").filter({ hasText: "06:00–07:00 Cleaners: 60 %" })).toBeVisible();
  await eventOf(page, "Cleaners").click();
  const details = page.getByRole("dialog", { name: "Cleaners" });
  await expect(details.getByText("On at 60 %")).toBeVisible();
  await expect(details.getByText("Lighting control")).toBeVisible();
  await details.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit schedule" });
  await expect(edit.getByRole("radio", { name: "Personal cooling" })).toBeDisabled();
  await edit.getByLabel("Title").fill("Cleaners-2");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Schedule successfully updated.")).toBeVisible();

  await eventOf(page, "Cleaners-2").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Are you sure you want to delete schedule?")).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Schedule details successfully deleted.")).toBeVisible();
  await expect(eventOf(page, "Cleaners-2")).toHaveCount(0);
  expect(await stored(page, "Cleaners-2")).toBeUndefined();
});

test("two schedules of one name are refused in the specification's words, and nothing typed is lost", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator");
  await page.goto("/admin/schedule");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  const fill = async () => {
    await dialog.getByLabel("Title").fill("Twice-1");
    await dialog.getByRole("combobox", { name: "Floor" }).click();
    await page.getByRole("option", { name: "Second" }).click();
    await openList(dialog.getByRole("combobox", { name: "Zones" }));
    await page.getByRole("option", { name: "Zone 2" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await fill();
  await expect(page.getByText("Schedule successfully created.")).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await fill();
  await expect(page.getByText("Schedule with this name already exists!!")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Twice-1");
  const twice = await stored(page, "Twice-1");
  expect((await page.request.post(`/v1/schedules/${twice?.id}`, { data: {} })).status()).toBe(200);
});

test("the calendar is hidden from viewers", async ({ page, loginAs }) => {
  await loginAs("viewer");
  await page.goto("/admin/schedule");
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
});
