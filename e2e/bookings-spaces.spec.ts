import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

interface Space {
  id: number;
  name: string;
}

/** A seat or room that is free for an hour, from the first quarter of an hour after `leastMs`. */
async function findFree(
  page: Page,
  kind: "seat" | "room",
  leastMs: number,
): Promise<Space & { from: string; to: string }> {
  const from = Math.ceil((Date.now() + leastMs) / QUARTER_MS) * QUARTER_MS;
  const range = { from: new Date(from).toISOString(), to: new Date(from + HOUR_MS).toISOString() };
  const query = new URLSearchParams(range).toString();
  const answer = await page.request.get(`/v1/gl_zone_booking/2/${kind}/searchBookable?${query}`);
  const spaces: (Space & { isFree: boolean })[] = await answer.json();
  const space = spaces.find(({ isFree }) => isFree);
  if (!space) throw new Error(`No ${kind} is free`);
  return { ...space, ...range };
}

const nextDay = (text: string) => new Date(Date.parse(text) + 24 * HOUR_MS).toISOString();

/** The id of the booking. */
async function book(page: Page, { id, from, to }: Awaited<ReturnType<typeof findFree>>): Promise<number> {
  const answer = await page.request.post("/v1/gl_zone_booking/booking", { data: { spaces: [id], from, to } });
  expect(answer.status()).toBe(200);
  const [booking]: { id: number }[] = await answer.json();
  return booking?.id ?? 0;
}

test("a member checks in at the seat and reports it as too warm; an operator answers, and the member sees it", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("member");
  // It is booked before it begins, and its check-in is open at once or in seconds.
  const seat = await findFree(page, "seat", 5_000);
  await book(page, seat);
  await page.goto(`/admin/seat/${seat.id}`);
  await page.getByRole("button", { name: `Too warm at ${seat.name}` }).click();
  await expect(page.getByText(/^Reported at \d\d:\d\d; the facility team sees it$/)).toBeVisible();
  await page.getByRole("button", { name: /^Check in/ }).click();
  await expect(page.getByText("Checked in", { exact: true })).toBeVisible();

  const context = await browser.newContext();
  const other = await context.newPage();
  await loginAs("operator", { on: other, at: "/admin/comfort" });
  const card = other.getByRole("article", { name: /: Too warm$/ });
  await expect(card).toContainText("1 person: member");
  await card
    .getByRole("textbox", { name: "Note for the person who reported it" })
    .fill("24 °C is the setpoint");
  await card.getByRole("button", { name: /^Nothing to change/ }).click();
  await expect(page.getByText(/Nothing to change.*24 °C is the setpoint/)).toBeVisible({ timeout: 40_000 });
  await context.close();
});

test("the display at a room's door follows its booking, and a member on the waitlist gets the room", async ({
  page,
  browser,
  loginAs,
}) => {
  await loginAs("admin", { at: "/admin/roomCalendars" });
  // A booking that has begun cannot be moved, so it begins after this journey.
  const room = await findFree(page, "room", QUARTER_MS);
  const card = page.getByRole("listitem").filter({ hasText: room.name });
  await card.getByRole("button", { name: "Door display" }).click();
  const dialog = page.getByRole("dialog", { name: `Door display of ${room.name}` });
  await dialog.getByRole("button", { name: /^Make (an|a new) address$/ }).click();
  const address = await dialog.getByText(/\/display\/room\/\d+#/).textContent();
  const id = await book(page, room);

  const context = await browser.newContext();
  const door = await context.newPage();
  await door.goto(address ?? "none");
  await expect(door.getByRole("heading", { name: room.name })).toBeVisible();
  // A time of the next day has its date.
  await expect(door.getByText(/^(Until|Free again at) (\d+ \w+, )?\d\d:\d\d$/)).toBeVisible();
  await expect(door.getByText("admin")).toBeHidden();

  const waiting = await browser.newContext();
  const member = await waiting.newPage();
  await loginAs("member", { on: member });
  const { id: space, from, to } = room;
  const joined = await member.request.post("/v1/waitlist", { data: { space, from, to } });
  expect(joined.status()).toBe(200);
  await member.goto("/admin/room-booking/0?tab=booked");
  await expect(member.getByRole("region", { name: "Waitlist" })).toContainText(room.name);
  // A colleague moves the meeting to the next day.
  const moved = await page.request.post("/v1/coworking/meeting_room/update_booking", {
    data: { id, from: nextDay(from), to: nextDay(to) },
  });
  expect(moved.status()).toBe(200);
  await expect(member.getByRole("row", { name: new RegExp(room.name.replace(".", "\\.")) })).toContainText(
    "Booked",
    { timeout: 40_000 },
  );
  await expect(member.getByRole("region", { name: "Waitlist" })).toBeHidden();
  await waiting.close();
  await context.close();
});
