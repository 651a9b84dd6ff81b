import path from "node:path";

import type { Browser, Page } from "@playwright/test";

import { expect, test } from "./demo.ts";

/** On-delay of room comfort alarms, with a minute for slow machines, ms. */
const COMFORT_ALARM_MAX_MS = 360_000;
const NEXT_VALUE_MAX_MS = 60_000;
/** The pumps of a new demo send their history first, ms. */
const HISTORY_MAX_MS = 120_000;
/** In India, each pump has pumped today from this hour on. */
const PUMPED_FROM_HOUR = 9;

const makePicture = (page: Page, name: string) =>
  page.screenshot({ path: path.join(import.meta.dirname, "../docs/pictures", `${name}.png`) });

async function openPhone(browser: Browser): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
  return context.newPage();
}

test("a zone with a wrong sensor, and the building with three faults", async ({ page, loginAs, field }) => {
  await field.fault({ kind: "device-silent", target: "AHU-BLR-A-F4-1" });
  await field.fault({ kind: "lamp-failed", target: "50d0f101" });
  const sensor = { target: "ENV-BLR-A-F5-Z2-1", param_id: "TEMPERATURE" };
  await field.fault({ kind: "value-forced", ...sensor, value: 38 });
  await loginAs("operator", { at: "/admin/selector" });
  await page.getByRole("button", { name: /^Zone 2/ }).click();
  const alarms = page.getByRole("region", { name: "Alarms", exact: true });
  const alarm = alarms.getByRole("link", { name: "Temperature high" });
  await expect(alarm).toBeVisible({ timeout: COMFORT_ALARM_MAX_MS });
  // The state of the place is loaded after the list of its alarms.
  await expect(page.getByText("1 low alarm · Zone 2")).toBeVisible();
  const why = page.getByRole("region", { name: "Why this temperature?" });
  await expect(why).toContainText("Only this zone");
  await expect(why).toContainText("38.0 °C");
  await makePicture(page, "place");

  await page.getByRole("link", { name: "Building Dashboard" }).click();
  const waiting = page.getByRole("region", { name: "Needs you now" }).getByRole("listitem");
  await expect(waiting).toHaveCount(3);
  await expect(page.getByRole("region", { name: "Floors" })).toContainText("1 zone");
  await expect(page.getByText(/^Since .* 18:00$/)).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await makePicture(page, "home");
});

test("the alarm of a mains failure", async ({ page, loginAs, field }) => {
  await loginAs("operator", { at: "/admin/eventsviewer" });
  await expect(page.getByText("Live")).toBeVisible();
  await field.fault({ kind: "mains-failed", target: "blr/a" });
  const critical = page.getByRole("table", { name: "Critical Alarms", exact: true });
  await critical.getByRole("link", { name: "Tower A", exact: true }).click({ timeout: NEXT_VALUE_MAX_MS });
  const ups = page.getByRole("dialog", { name: "Alarm details" }).getByRole("link", { name: /^UPS[1-4]$/ });
  await expect(ups).toHaveCount(4, { timeout: NEXT_VALUE_MAX_MS });
  // The toast of the alarm would cover them.
  await page.reload();
  await expect(ups).toHaveCount(4);
  await makePicture(page, "alarm");
});

test("the booking of a seat beside a colleague on a phone", async ({ page, browser, loginAs }) => {
  const phone = await openPhone(browser);
  await loginAs("member", { on: phone, at: "/admin/seat-booking?view=plan" });
  const utcOf = async (label: string) =>
    new Date(`${await phone.getByLabel(label, { exact: true }).inputValue()}+05:30`).toISOString();
  const range = { from: await utcOf("From"), to: await utcOf("To") };
  await loginAs("admin");
  await bookSeats(page, range, ["Seat F5.1.5", "Seat F5.2.3", "Seat F5.2.4", "Seat F5.5.2"]);
  await loginAs("operator");
  const show = await page.request.post("/v1/bookings/colleagues/own_name", { data: { isNameShown: true } });
  expect(show.status()).toBe(200);
  await bookSeats(page, range, ["Seat F5.3.2"]);

  const colleague = phone.getByRole("button", { name: "operator, Seat F5.3.2, Fifth" });
  await colleague.click({ timeout: NEXT_VALUE_MAX_MS });
  await expect(phone.getByRole("button", { name: "Seat F5.3.2, taken by operator" })).toBeVisible();
  await expect(phone.getByRole("button", { name: /^Seat F5.*, taken/ })).toHaveCount(5);
  await expect(phone.getByText(/^Selected: Seat F5\.3\.\d$/)).toBeVisible();
  await phone.getByText("Near a colleague", { exact: true }).evaluate((label) => {
    const bar = document.querySelector("header")?.clientHeight ?? 0;
    window.scrollTo(0, label.getBoundingClientRect().top + window.scrollY - bar - 12);
  });
  await makePicture(phone, "booking-phone");
});

test("a farmer's pump, which runs by day and is stopped at night", async ({ browser, loginAs }) => {
  const phone = await openPhone(browser);
  await loginAs("farmer", { on: phone });
  await expect(phone.getByRole("article")).toContainText(/Running|Stopped/, { timeout: HISTORY_MAX_MS });
  const hour = (new Date().getUTCHours() + 5.5) % 24;
  const water = phone.getByRole("region", { name: "Water today" });
  await expect(water).toContainText(hour > PUMPED_FROM_HOUR ? /[1-9][\d,]* L/ : /\d L/);
  await makePicture(phone, "farmer");
});

async function bookSeats(page: Page, range: { from: string; to: string }, names: readonly string[]) {
  const buildingId = /building\/(\d+)/.exec(page.url())?.[1];
  const query = new URLSearchParams(range).toString();
  const answer = await page.request.get(`/v1/gl_zone_booking/${buildingId}/seat/searchBookable?${query}`);
  const seats: { id: number; name: string }[] = await answer.json();
  const spaces = seats.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const made = await page.request.post("/v1/gl_zone_booking/booking", { data: { spaces, ...range } });
  expect(made.status(), `the booking of ${names.join()}`).toBe(200);
}
