import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listFleet } from "@verandah/contract/pumps.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const row = {
  ssid: "P-1",
  name: "Pump 01",
  place: "Hoskote",
  customer: null,
  state: "fault" as const,
  lastSeenAt: null,
  litresToday: 12_400,
  alarms: 2,
};

function show() {
  let asked: ReturnType<typeof serve> = { urls: [], bodies: [] };
  renderApp("/admin/pumpFleet", aSession({ role: { id: 2 } }), () => {
    asked = serve(listFleet, {
      rows: [row],
      total: 12_000,
      isTotalExact: true,
      places: [{ place: "Hoskote", pumps: 5, running: 3, faults: 1, offline: 1 }],
    });
  });
  return asked;
}

test("the fleet lists each pump with state, litres and alarms, and leads to its dashboard", async () => {
  const asked = show();
  const grid = within(await screen.findByRole("table", { name: "Pump fleet" }));
  const link = await grid.findByRole("link", { name: "Pump 01" });
  expect(link).toHaveAttribute("href", "/admin/dashboard?device=P-1");
  const cells = grid.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["Pump 01", "Hoskote", "Not mapped", "Fault", "never", "12,400 L", "Alarms 2"]);
  expect(asked.urls[0]).toContain("/v1/pumps_fleet?page=1&sort=alarms&order=desc");
  expect(screen.getByText("1–10 / 12,000")).toBeVisible();
});

test("a place in numbers filters the grid, and again shows all", async () => {
  const user = userEvent.setup();
  const asked = show();
  const place = await screen.findByRole("button", { name: /^Hoskote/ });
  expect(place).toHaveTextContent("3 of 5 run");
  expect(place).toHaveTextContent("1 with a fault, 1 not connected");
  await user.click(place);
  await waitFor(() => expect(asked.urls.at(-1)).toContain("filter.place=Hoskote"));
  expect(place).toHaveAttribute("aria-pressed", "true");
  await user.click(place);
  await waitFor(() => expect(place).toHaveAttribute("aria-pressed", "false"));
});
