import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getFleetMap, type PumpCluster } from "@verandah/contract/pumps/pump-map.ts";
import { listPumpRollouts } from "@verandah/contract/pumps/pump-rollouts.ts";
import { listFleet } from "@verandah/contract/pumps/pumps.ts";
import { expect, test } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { loseStream } from "../../../testing/fake-event-source.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

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

const cluster: PumpCluster = {
  latitude: 13.1,
  longitude: 77.8,
  west: 77.7,
  south: 13,
  east: 77.9,
  north: 13.2,
  place: "Hoskote",
  pumps: 5,
  faults: 1,
  warnings: 0,
  offline: 1,
  members: [{ ssid: "P-1", name: "Pump 01", state: "fault" }],
};
const alone = { latitude: 12.7, longitude: 77.7, west: 77.7, south: 12.7, east: 77.7, north: 12.7 };
const single = {
  ...cluster,
  ...alone,
  place: "Anekal",
  pumps: 1,
  faults: 0,
  offline: 0,
  members: [{ ssid: "P-9", name: "Pump 09", state: "running" as const }],
};

const hoskotePlace = { place: "Hoskote", pumps: 5, running: 3, faults: 1, warnings: 0, offline: 1 };

function show(
  clusters: PumpCluster[] = [],
  places = [hoskotePlace],
  clustersOf = (url: URL) => (url.searchParams.has("west") ? [single] : clusters),
) {
  let asked: ReturnType<typeof serve> = { urls: [], bodies: [] };
  renderScreen("/admin/pumpFleet", aSession({ role: { id: 2 } }), () => {
    serve(listPumpRollouts, []);
    serve(getFleetMap, (url) => ({
      clusters: clustersOf(url),
      unplaced: 3,
    }));
    asked = serve(listFleet, {
      rows: [row],
      total: 12_000,
      isTotalExact: true,
      places,
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

test("the rows of the pumps come before their map", async () => {
  show();
  const grid = await screen.findByRole("table", { name: "Pump fleet" });
  const map = await screen.findByRole("region", { name: "Map of the pumps" });
  expect(grid.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test("no pump is shown as running while the stream is down", async () => {
  show();
  serve(listFleet, {
    rows: [{ ...row, state: "running" }],
    total: 1,
    isTotalExact: true,
    places: [hoskotePlace],
  });
  const grid = within(await screen.findByRole("table", { name: "Pump fleet" }));
  expect(await grid.findByText("Running")).toBeVisible();
  await loseStream();
  expect(grid.getByText("State unknown")).toBeVisible();
});

test("a pump that runs has no colour, one with a fault has that of its alarm", async () => {
  show();
  serve(listFleet, {
    rows: [row, { ...row, ssid: "P-2", state: "running" }],
    total: 2,
    isTotalExact: true,
    places: [hoskotePlace],
  });
  const grid = within(await screen.findByRole("table", { name: "Pump fleet" }));
  expect(await grid.findByText("Running")).not.toHaveAttribute("data-level");
  expect(grid.getByText("Fault")).toHaveAttribute("data-level", "alarm");
});

test("a place in numbers filters the grid, and again shows all", async () => {
  const user = userEvent.setup();
  const asked = show();
  const place = await screen.findByRole("button", { name: /^Hoskote/ });
  expect(place).toHaveTextContent("3 of 5 running");
  expect(place).toHaveTextContent("1 with a fault, 1 not connected or unknown");
  await user.click(place);
  await waitFor(() => expect(asked.urls.at(-1)).toContain("filter.place=Hoskote"));
  expect(place).toHaveAttribute("aria-pressed", "true");
  await user.click(place);
  await waitFor(() => expect(place).toHaveAttribute("aria-pressed", "false"));
});

test("the state is filtered by a choice, and the litres by a number", async () => {
  const user = userEvent.setup();
  const asked = show();
  await user.click(await screen.findByRole("button", { name: "Filter State" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "State" }), "Not connected");
  await waitFor(() => expect(asked.urls.at(-1)).toContain("filter.state=offline"));
  expect(screen.getByRole("button", { name: "Filter State: Not connected" })).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Filter Water today (L)" }));
  await user.type(await screen.findByRole("textbox", { name: "At least (L)" }), "12,400");
  await waitFor(() => expect(decodeURIComponent(asked.urls.at(-1) ?? "")).toContain("filter.litres=12,400"));
});

test("of many places those where something is wrong come first, and the others on demand", async () => {
  const names = Array.from({ length: 12 }, (_, at) => `Village ${at + 1}`);
  const well = names.map((place) => ({ place, pumps: 5, running: 5, faults: 0, warnings: 0, offline: 0 }));
  show([], [...well, hoskotePlace, { ...hoskotePlace, place: "Malur", faults: 0 }]);
  const list = within(await screen.findByRole("list", { name: "Places" }));
  // The name is followed by the number of running pumps, which has one digit.
  const shown = () =>
    list.getAllByRole("button").map(({ textContent }) => textContent.slice(0, textContent.search(/\d of /)));
  await waitFor(() => expect(shown().slice(0, 4)).toEqual(["Hoskote", "Malur", "Village 1", "Village 2"]));
  expect(shown()).toHaveLength(8);
  await userEvent.click(screen.getByRole("button", { name: "Show all 14 places" }));
  expect(shown()).toHaveLength(14);
  await userEvent.click(list.getByRole("button", { name: /^Village 12/ }));
  await userEvent.click(screen.getByRole("button", { name: "Show fewer places" }));
  // The chosen one stays.
  expect(shown()).toHaveLength(9);
});

test("the map shows pumps near each other as one sign that opens its part, and a single one leads to its dashboard", async () => {
  show([cluster, single]);
  const map = within(await screen.findByRole("region", { name: "Map of the pumps" }));
  const sign = await map.findByRole("button", {
    name: "Hoskote: 5 pumps, 1 with a fault, 1 not connected or unknown",
  });
  expect(map.getByText(/3 pumps have no position yet/)).toBeVisible();
  await userEvent.click(sign);
  await waitFor(() => expect(map.queryByRole("button", { name: /^Hoskote/ })).toBeNull());
  expect(map.getByRole("link", { name: /^Pump 09: No faults or warnings/ })).toHaveAttribute(
    "href",
    "/admin/dashboard?device=P-9",
  );
  await userEvent.click(map.getByRole("button", { name: "All pumps" }));
  expect(await map.findByRole("button", { name: /^Hoskote/ })).toBeVisible();
});

test("pumps that no map can part are listed, all of them in pages", async () => {
  const user = userEvent.setup();
  // About 50 metres.
  const asked = show([{ ...cluster, ...alone, east: 77.7005, north: 12.7005 }]);
  await user.click(await screen.findByRole("button", { name: /^Hoskote: 5 pumps/ }));
  const list = within(await screen.findByRole("dialog", { name: "Hoskote" }));
  expect(await list.findByRole("link", { name: "Pump 01" })).toHaveAttribute(
    "href",
    "/admin/dashboard?device=P-1",
  );
  expect(list.getByText("1–10 / 12,000")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(asked.urls.at(-1)).toContain("page=2&sort=name"));
  expect(asked.urls.at(-1)).toContain("west=77.7&south=12.7&east=77.7005&north=12.7005");
});

test("a sign that is still one after its area was opened lists its pumps", async () => {
  const user = userEvent.setup();
  let clusters = [cluster, single];
  show([], undefined, () => clusters);
  const sign = await screen.findByRole("button", { name: /^Hoskote: 5 pumps/ });
  clusters = [cluster];
  await user.click(sign);
  await screen.findByRole("button", { name: "Zoom out" });
  await user.click(await screen.findByRole("button", { name: /^Hoskote: 5 pumps/ }));
  expect(await screen.findByRole("dialog", { name: "Hoskote" })).toBeVisible();
});

test("no sign and no place looks fine while the stream is down, and one with a fault stays red", async () => {
  show([cluster, single], [hoskotePlace, { ...hoskotePlace, place: "Anekal", faults: 0, offline: 0 }]);
  const map = within(await screen.findByRole("region", { name: "Map of the pumps" }));
  const sign = await map.findByRole("link", { name: "Pump 09: No faults or warnings" });
  const places = within(await screen.findByRole("list", { name: "Places" }));
  const place = places.getByRole("button", { name: /^Anekal/ });
  expect([sign.dataset["level"], place.dataset["level"]]).toEqual(["fine", "fine"]);
  await loseStream();
  expect(sign).toHaveAccessibleName("Pump 09: State unknown");
  expect(place).toHaveTextContent("AnekalState unknown");
  expect([sign.dataset["level"], place.dataset["level"]]).toEqual(["unknown", "unknown"]);
  expect(map.getByRole("button", { name: /^Hoskote: 5 pumps, 1 with a fault/ })).toHaveAttribute(
    "data-level",
    "alarm",
  );
});
