import type { Locator, Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const SSID = "AHU-BLR-A-F1-1";
const RESTARTED = "AHU-BLR-A-F1-2";
const ON_OFF = "ahu_on_off_sp";
/** Index of a schedule's priority, counted from 0. */
const SCHEDULE_SLOT = 15;
const MINUTE_MS = 60_000;

/** The time on the campus's clock after some minutes. */
const clockIn = (minutes: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" }).format(
    Date.now() + minutes * MINUTE_MS,
  );

async function setDefault(page: Page, timeData: { ON: string; OFF: string }[], weekData: number[]) {
  const list: { id: number }[] = await (
    await page.request.get("/v1/hvac_recuuring_schedule/getSchedule")
  ).json();
  const path = `/v1/hvac_recuuring_schedule/${list[0]?.id}/updateschedule`;
  const answer = await page.request.post(path, { data: { timeData, weekData } });
  expect(await answer.json()).toEqual({ message: "Accepted" });
}

/** Minutes to the begin of an exception: the next minute, or midnight when the rest of the day is too short. */
function minutesToBegin(): number {
  const [hours = 0, minutes = 0] = clockIn(1).split(":").map(Number);
  const rest = 24 * 60 - (hours * 60 + minutes);
  return rest <= 5 ? 1 + rest : 1;
}

/** Sets special hours of half an hour that begin after some minutes. An exception has any minute; its day has no minute after 23:59. */
async function addException(page: Page, inMinutes: number): Promise<{ id: number }> {
  const beginMs = Date.now() + inMinutes * MINUTE_MS;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(beginMs);
  const [ON, end] = [clockIn(inMinutes), clockIn(inMinutes + 30)];
  const times = { ON, OFF: end > ON ? end : "23:59" };
  const answer = await page.request.post("/v1/schedule_days", {
    data: { day, kind: "exception", name: "Early shift", timeData: [times] },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Adds a group that keeps a unit on, or off, at any time of the day. A unit in setback is on outside its hours too. */
async function addGroup(page: Page, ssid: string, isOn: boolean): Promise<{ id: number }> {
  const listed: { units: { id: number; ssid: string }[] } = await (
    await page.request.get("/v1/unit_groups")
  ).json();
  const isMorning = Number(clockIn(0).slice(0, 2)) < 12;
  const answer = await page.request.post("/v1/unit_groups", {
    data: {
      name: "Restarted",
      units: listed.units.filter((unit) => unit.ssid === ssid).map(({ id }) => id),
      timeData: [isMorning ? { ON: "22:00", OFF: "23:00" } : { ON: "01:00", OFF: "02:00" }],
      weekData: [0, 1, 2, 3, 4, 5, 6],
      setbackCelsius: isOn ? 28 : null,
    },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** The state of a unit's fan, as the product shows it. */
async function fanStatus(page: Page): Promise<number | null> {
  const ahu: { current: { param_id: string; param_value: number | null }[] } = await (
    await page.request.get(`/v1/gl_analytics/${SSID}/ahu`)
  ).json();
  return ahu.current.find((point) => point.param_id === "Supply Fan Status")?.param_value ?? null;
}

/** Opens a multi-select: its input is a dot within the visible field. */
const openList = (field: Locator) => field.click({ force: true });

/** Sets the hours of a time picker; its minutes become 00. */
async function setTime(page: Page, label: string, hours: string) {
  const dialog = page.getByRole("dialog", { name: "Change Default" });
  await dialog.getByRole("spinbutton", { name: `${label}: hours` }).fill(hours);
  await dialog.getByRole("spinbutton", { name: `${label}: minutes` }).fill("00");
  // Leaves the field, because its list of times covers the controls below.
  await dialog.getByRole("heading", { name: "Change Default" }).click();
}

// The first journey with schedules: the unit has followed its own program since the start.
test("an operator sees a controller restart, lose its schedule's value and get it back", async ({
  page,
  loginAs,
  field,
}) => {
  await loginAs("operator", { at: `/admin/glAhu?device=${RESTARTED}` });
  await setDefault(page, [], []);
  const toggle = page.getByRole("switch", { name: "AHU On/Off" });
  const slotOf = async () => (await field.truth(RESTARTED)).slots?.[ON_OFF]?.[SCHEDULE_SLOT];
  const shownOf = async () => (await field.truth(RESTARTED)).shown[ON_OFF];
  await expect.poll(slotOf, { timeout: 30_000 }).toBeNull();
  // The schedule switches to the opposite of the controller's own program.
  const isOn = (await shownOf()) === 0;
  const group = await addGroup(page, RESTARTED, isOn);
  await expect.poll(slotOf, { timeout: 60_000 }).toBe(isOn ? 1 : 0);
  await expect.poll(shownOf, { timeout: 30_000 }).toBe(isOn ? 10 : 0);
  await expect(toggle).toBeChecked({ checked: isOn, timeout: 30_000 });

  await field.fault({ kind: "device-restarted", target: RESTARTED });
  // None of it lasts: the schedule comes back some seconds later.
  await Promise.all([
    expect.poll(slotOf, { timeout: 30_000 }).toBeNull(),
    expect.poll(shownOf, { timeout: 30_000 }).toBe(isOn ? 0 : 10),
    expect(toggle).toBeChecked({ checked: !isOn, timeout: 30_000 }),
  ]);
  await expect.poll(slotOf, { timeout: 40_000 }).toBe(isOn ? 1 : 0);
  await expect.poll(shownOf).toBe(isOn ? 10 : 0);
  await expect(toggle).toBeChecked({ checked: isOn, timeout: 30_000 });

  await page.request.post(`/v1/unit_groups/${group.id}/delete`, { data: {} });
  await expect.poll(slotOf, { timeout: 60_000 }).toBeNull();
});

test("an operator's default switches units off at once, and an exception on at the next minute; their fans follow", async ({
  page,
  loginAs,
  field,
}) => {
  test.setTimeout(120_000);
  await loginAs("operator");
  await setDefault(page, [], []);
  await page.goto("/admin/Glschedule");
  await page.getByRole("button", { name: "Change Default" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Default" });
  // Some hour that is not now.
  const isMorning = Number(clockIn(0).slice(0, 2)) < 12;
  await setTime(page, "To", isMorning ? "23" : "02");
  await setTime(page, "From", isMorning ? "22" : "01");
  await openList(dialog.getByRole("combobox", { name: "Weekdays" }));
  for (const day of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    await page.getByRole("option", { name: day }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Save" }).click();
  // Neither is shown for long.
  await Promise.all([
    expect(page.getByText("Default Schedule successfully updated.")).toBeVisible(),
    expect(page.getByRole("button", { name: "Change Default" })).toBeDisabled(),
  ]);
  await expect(page.getByRole("button", { name: "Change Default" })).toBeEnabled();

  const held = async () => (await field.truth(SSID)).slots?.[ON_OFF]?.[SCHEDULE_SLOT];
  await expect.poll(held, { timeout: 30_000 }).toBe(0);
  await expect.poll(() => fanStatus(page), { timeout: 90_000 }).toBe(0);
  const list = page.getByRole("region", { name: "Last 24 hours" });
  await expect(
    list.getByRole("listitem").filter({ hasText: "Default schedule changed" }).first(),
  ).toContainText("Done", {
    timeout: 30_000,
  });

  // At the end of a minute its time could have come before the server has it.
  await expect.poll(() => new Date().getSeconds()).toBeLessThan(55);
  const inMinutes = minutesToBegin();
  const toMidnightMs = (inMinutes - 1) * MINUTE_MS;
  test.setTimeout(120_000 + toMidnightMs);
  const exception = await addException(page, inMinutes);
  // The unit's object is a binary one.
  await expect.poll(held, { timeout: 90_000 + toMidnightMs }).toBe(1);
  await expect.poll(() => fanStatus(page), { timeout: 60_000 }).toBe(1);
  await expect(list.getByRole("listitem").filter({ hasText: "Early shift: on" }).first()).toContainText(
    "Done",
    {
      timeout: 30_000,
    },
  );
  await page.goto("/admin/reportsviewer?report=ahu-schedule-activity");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const hourAgo = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
  const reported = await page.request.get("/v1/reports/ahu-schedule-activity", {
    params: { from: hourAgo, to: new Date().toISOString(), "filter.Key": "Schedule: on" },
  });
  const { rows } = await reported.json();
  expect(rows[0]).toMatchObject({ DeviceName: "Early shift", State: "Done" });

  await page.request.post(`/v1/schedule_days/${exception.id}/delete`, { data: {} });
  await setDefault(page, [], []);
  await expect.poll(held, { timeout: 30_000 }).toBeNull();
});

test("an operator makes, changes and deletes a schedule; a viewer sees no calendar", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("operator", { at: "/admin/Glschedule?view=day" });
  const title = `E2e-${String(Date.now()).slice(-5)}`;
  const tomorrow = new Date(Date.now() + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
  for (const text of ["Schedule successfully created.", "Schedule with this name already exists!!"]) {
    await page.getByRole("button", { name: "New", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New schedule" });
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("combobox", { name: "Floor" }).click();
    await page.getByRole("option", { name: "Second", exact: true }).click();
    await openList(dialog.getByRole("combobox", { name: "Zones" }));
    await page.getByRole("option", { name: "Zone 1", exact: true }).click();
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Start").fill(`${tomorrow}T10:00`);
    await dialog.getByLabel("End").fill(`${tomorrow}T12:00`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await page.goto(`/admin/Glschedule?view=day&date=${tomorrow}`);
  // An hour is as high as its quarters.
  const hour = await page.getByText("11:00", { exact: true }).first().boundingBox();
  const quarter = await page
    .getByRole("button", { name: /11:00:00 - 11:15:00$/ })
    .first()
    .boundingBox();
  expect(Math.abs((hour?.y ?? 0) - (quarter?.y ?? 0))).toBeLessThan(20);
  const event = page.getByRole("button", { name: new RegExp(title) }).filter({ visible: true });
  await event.first().click();
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit schedule" });
  await edit.getByLabel("End").fill(`${tomorrow}T13:00`);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Schedule successfully updated.")).toBeVisible();
  await event.first().click();
  const details = page.getByRole("dialog", { name: title });
  await expect(details).toContainText("13:00");
  await details.getByRole("button", { name: "Delete" }).click();
  await expect(details.getByText("Are you sure you want to delete schedule?")).toBeVisible();
  await details.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Schedule details successfully deleted.")).toBeVisible();
  await expect(event).toHaveCount(0);

  const viewer = await (await browser.newContext()).newPage();
  await loginAs("viewer", { on: viewer, at: "/admin/Glschedule" });
  await expect(viewer.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Change Default" })).toHaveCount(0);
  expect((await viewer.request.get("/v1/hvac_schedules/hvac_fetch")).status()).toBe(403);
  await viewer.context().close();
});

test("an operator makes a day a holiday, sees it in the calendar, and takes it back", async ({
  page,
  loginAs,
}) => {
  const month = new Date();
  month.setUTCMonth(month.getUTCMonth() + 2, 15);
  const day = month.toISOString().slice(0, 10);
  await loginAs("operator", { at: `/admin/Glschedule?view=month&date=${day}` });
  const dayName = month.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  await page.getByRole("button", { name: dayName, exact: true }).first().click();
  await page.getByRole("dialog", { name: "New schedule" }).getByRole("radio", { name: "Holiday" }).check();
  const dialog = page.getByRole("dialog", { name: "Holiday" });
  const name = `E2e ${String(Date.now()).slice(-5)}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add holiday" }).click();
  const event = page.getByRole("button", { name: `Holiday: ${name}` }).filter({ visible: true });
  await expect(event.first()).toBeVisible();
  const days = async () =>
    JSON.stringify(await (await page.request.get(`/v1/schedule_days?from=${day}&to=${day}`)).json());
  expect(await days()).toContain(name);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(event).toHaveCount(0);
  expect(await days()).not.toContain(name);
});
