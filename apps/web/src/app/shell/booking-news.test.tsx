import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  listWaitlistNews,
  markWaitlistNewsSeen,
  type WaitlistNews,
} from "@verandah/contract/bookings/waitlist.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { FakeEventSource } from "../../testing/fake-event-source.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const seat: WaitlistNews = {
  id: 4,
  space: { id: 7, name: "Seat 1", floor: "Ground", zone: "Zone 1" },
  kind: "seat",
  from: "2026-01-05T10:00:00.000Z",
  to: "2026-01-05T11:00:00.000Z",
  reference: "ABC234",
};

const show = (
  role: 1 | 3 | 5,
  news: WaitlistNews[] = [],
  onServed: (urls: readonly string[]) => void = () => undefined,
) =>
  renderApp("/admin/home", aSession({ role: { id: role } }), () =>
    onServed(serve(listWaitlistNews, news).urls),
  );

test("a booking from the waitlist is counted in the member's bell at once, with a message", async () => {
  let asked: readonly string[] = [];
  show(5, [], (urls) => (asked = urls));
  expect(await screen.findByRole("button", { name: "News" })).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(1));
  serve(listWaitlistNews, [seat]);
  FakeEventSource.opened.at(-1)?.send({ name: "changed", data: { topic: "waitlist" } });
  const bell = await screen.findByRole("button", { name: "News: 1 booking from the waitlist" });
  expect(bell).toHaveTextContent("1");
  expect(await screen.findByText(/^Seat 1, Zone 1, Ground: 5 Jan/)).toBeVisible();
});

test("the bell names the booking, leads to it, and counts it no more once it was opened", async () => {
  show(5, [seat]);
  const bell = await screen.findByRole("button", { name: "News: 1 booking from the waitlist" });
  const seen = serve(markWaitlistNewsSeen, []);
  serve(listWaitlistNews, []);
  await userEvent.click(bell);
  const item = await screen.findByRole("menuitem", { name: /Seat 1, Zone 1, Ground/ });
  expect(item).toHaveTextContent("5 Jan, 15:30 – 16:30");
  expect(item).toHaveTextContent("ABC234");
  expect(item).toHaveAttribute("href", "/admin/seat-booking?tab=booked");
  await waitFor(() => expect(seen.bodies).toEqual([{ ids: [4] }]));
  expect(await screen.findByRole("button", { name: "News" })).toBeVisible();
  expect(item).toBeVisible();
  // News from before the login is no message.
  expect(screen.queryByText(/^Seat 1, Zone 1, Ground: 5 Jan/)).not.toBeInTheDocument();
});

test("staff see a separate icon beside the bell, only while there is news", async () => {
  show(1, [seat]);
  expect(await screen.findByRole("button", { name: "News: 1 booking from the waitlist" })).toBeVisible();
  expect(await screen.findByRole("link", { name: /^Active alarms: 0 critical/ })).toBeVisible();
});

test.each([
  ["an operator without news", 1],
  ["a viewer, who does not book", 3],
] as const)("%s has no such icon", async (_who, role) => {
  show(role);
  expect(await screen.findByRole("link", { name: /^Active alarms: 0 critical/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^News/ })).not.toBeInTheDocument();
});
