import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getLocation, getPlaceStatus } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { getParkingStatus, getParkingTrend, type ParkingDeck } from "@verandah/contract/parking.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aSession, aStatus } from "../../testing/builders.ts";
import { aDevice, aFloorPlan } from "../../testing/plan-builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const bays: ParkingDeck["bays"] = [
  { ssid: "B1", name: "Bay 1", state: "free", since: ago(HOUR_MS) },
  { ssid: "B2", name: "Bay 2", state: "occupied", since: ago(2 * HOUR_MS) },
  { ssid: "B3", name: "Bay 3", state: "over", since: ago(12 * HOUR_MS) },
  { ssid: "B4", name: "Bay 4", state: "unknown", since: null },
];
const counts = { total: 4, free: 1, occupied: 2, unknown: 1, over: 1, coverage: 75 };
const first: ParkingDeck = { id: 20, name: "Parking 1", isActive: true, ...counts, overParked: 600, bays };
const second: ParkingDeck = {
  ...first,
  id: 21,
  name: "Parking 2",
  free: 3,
  occupied: 1,
  unknown: 0,
  over: 0,
  coverage: 100,
};

function show(
  status: Partial<ReplyOf<typeof getParkingStatus>> = {},
  { role = roles.operator, served }: { role?: 1 | 5; served?: () => void } = {},
) {
  return renderScreen("/admin/floor/20/dashboard", aSession({ role: { id: role } }), () => {
    serve(getLocation, ({ pathname }): ReplyOf<typeof getLocation> => ({
      id: Number(pathname.split("/").at(-2)),
      uuid: "blr/a/p1",
      name: pathname.includes("/21/") ? "Parking 2" : "Parking 1",
      zone_type: "GL_LOCATION_TYPE_FLOOR",
      floor_type: "parking",
      path: [{ id: 2, name: "Tower A", zone_type: "GL_LOCATION_TYPE_BUILDING" }],
    }));
    serve(getParkingStatus, { ...counts, suggested: 21, fullest: 20, decks: [first, second], ...status });
    serve(getParkingTrend, {
      total: 4,
      buckets: [
        { at: ago(HOUR_MS), occupied: null, isComplete: false },
        { at: ago(HOUR_MS / 2), occupied: 2, isComplete: true },
      ],
    });
    serve(getFloorPlan, aFloorPlan({ id: 20, name: "Parking 1", floor_type: "parking" }));
    serve(listDevices, [
      ...bays.map(({ ssid, name }, at) =>
        aDevice({ id: at, ssid, name, type: "PARKING", coordinates: [60 + 50 * at, 100] }),
      ),
      aDevice({ ssid: "EV-1", name: "Charger 1", type: "EV_CHARGER", coordinates: [60, 300], alerts_cri: 1 }),
    ]);
    served?.();
  });
}

test("shows the counts, and each bay on the plan with its state in words", async () => {
  show();
  const tiles = within(await screen.findByRole("list", { name: "Bays of the deck" })).getAllByRole(
    "listitem",
  );
  // The heading of the place that is loading is another one.
  expect(screen.getByRole("heading", { level: 1, name: "Parking 1" })).toBeVisible();
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    "FreeFree1",
    "CarOccupied2",
    "!!!Over the limit1",
    "?Unknown1",
  ]);
  expect(screen.getByText("4 bays, 75 % reporting", { normalizer: plainSpaces })).toBeVisible();
  const plan = await screen.findByRole("group", { name: "Floor plan, Parking 1: Parking bays" });
  const bay = (name: RegExp) => within(plan).getByRole("button", { name });
  expect(bay(/^Bay 1, Free, since .*\d\d:\d\d/)).toHaveTextContent("Free");
  expect(bay(/^Bay 2, Occupied by a car, since/)).toHaveTextContent("Car");
  expect(bay(/^Bay 3, Over the limit, since/)).toHaveTextContent("!!!");
  expect(bay(/^Bay 3/).querySelector("rect")?.style.fill).toBe("var(--state-low)");
  expect(bay(/^Bay 3/).querySelector("text")?.style.fill).toBe("var(--state-low-ink)");
  expect(bay(/^Bay 4, Unknown$/)).toHaveTextContent("?");
  expect(bay(/^Charger 1, EV: EV_CHARGER, Critical$/)).toHaveTextContent("EV");
});

const plainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

test("the state of the deck is one sentence, and the places above are links", async () => {
  show({}, { served: () => serve(getPlaceStatus, aStatus({ noOfCritical: 1, state: "critical" })) });
  expect(await screen.findByText(/^1 critical alarm/)).toBeVisible();
  const above = within(screen.getByRole("navigation", { name: "Places above" }));
  expect(above.getByRole("link", { name: "Tower A" })).toHaveAttribute("href", "/admin/building/2/dashboard");
});

test("lists the cars over the limit with their time", async () => {
  show();
  const list = await screen.findByRole("region", { name: "Cars over the limit" });
  expect(within(list).getByText("Limit: 10 h")).toBeVisible();
  expect(within(list).getByRole("link", { name: "Bay 3" })).toHaveAttribute(
    "href",
    "/admin/device?device=B3",
  );
  expect(list).toHaveTextContent(/since .*\d\d:\d\d · 12 h 0 min/);
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
});

test("suggests the deck with the most free bays, which opens from there and from the choice", async () => {
  const { path } = show();
  expect(await screen.findByText(/Fullest deck: Parking 1, with 2 of 4 bays occupied/)).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Parking 2" }));
  expect(path()).toBe("/admin/floor/21/dashboard");
  expect(await screen.findByText(/Suggested deck: this one, with the most free bays \(3\)/)).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Deck" }));
  await userEvent.click(await screen.findByRole("option", { name: "Parking 1: 1 free" }));
  expect(path()).toBe("/admin/floor/20/dashboard");
});

test("the only deck is not suggested, and has no alarm colour without a car over the limit", async () => {
  const bay = { ssid: "B1", name: "Bay 1", state: "free", since: null } as const;
  const only = { ...first, free: 1, occupied: 0, over: 0, unknown: 0, total: 1, bays: [bay] };
  show({ ...only, suggested: 20, fullest: 20, decks: [only] });
  const tiles = within(await screen.findByRole("list", { name: "Bays of the deck" })).getAllByRole(
    "listitem",
  );
  expect(tiles[2]).toHaveTextContent(/^Over the limit0$/);
  expect(screen.queryByText(/Suggested deck/)).toBeNull();
});

test("no deck is suggested when no bay is known to be free", async () => {
  show({ suggested: null });
  expect(await screen.findByText("No bay of the building is known to be free.")).toBeVisible();
});

test("shows the occupancy of the last 24 hours, and half hours without readings as such", async () => {
  show();
  const trend = await screen.findByRole("region", { name: "Occupancy in the last 24 hours" });
  const bars = await within(trend).findByRole("img", { name: /^Occupied bays. Peak 2 \(/ });
  expect(bars.querySelectorAll("[data-missing]")).toHaveLength(1);
});

test("a limit of 0 minutes is no limit, and a deck without sensors shows a message", async () => {
  const calm = { ...first, overParked: 0, bays: bays.slice(0, 2) };
  const { unmount } = show({ decks: [calm] });
  const list = await screen.findByRole("region", { name: "Cars over the limit" });
  expect(list).toHaveTextContent("No limit is set.");
  unmount();
  show({ decks: [{ ...first, total: 0, bays: [] }] });
  expect(await screen.findByText("This deck has no parking sensors.")).toBeVisible();
});

test("a deactivated deck is marked, and shows its bays", async () => {
  const noneCounted = { total: 0, free: 0, occupied: 0, unknown: 0, over: 0, coverage: 0 };
  show({ decks: [{ ...first, ...noneCounted, isActive: false }, second] });
  expect(await screen.findByText("This place is deactivated.")).toBeVisible();
  const plan = await screen.findByRole("group", { name: "Floor plan, Parking 1: Parking bays" });
  expect(within(plan).getByRole("button", { name: /^Bay 1, Free/ })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Deck" }));
  expect(await screen.findByRole("option", { name: "Parking 1: Deactivated" })).toBeVisible();
  expect(screen.getByRole("option", { name: "Parking 2: 3 free" })).toBeVisible();
});

test("members see the counts, and no devices", async () => {
  show({ decks: [{ ...first, bays: [] }] }, { role: roles.member });
  expect(await screen.findByRole("list", { name: "Bays of the deck" })).toBeVisible();
  expect(await screen.findByRole("img", { name: /^Occupied bays/ })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Cars over the limit" })).toBeNull();
  expect(screen.queryByRole("group", { name: /^Floor plan/ })).toBeNull();
});

const neverAnswers = () => new Promise<never>(() => undefined);

test("is loading until the status comes, and a failure has a text", async () => {
  const { unmount } = show({}, { served: () => serve(getParkingStatus, neverAnswers) });
  expect(await screen.findByRole("heading", { level: 1, name: "Parking 1" })).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  unmount();
  show({}, { served: () => refuse(getParkingStatus, "internal") });
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("list", { name: "Bays of the deck" })).toBeNull();
});
