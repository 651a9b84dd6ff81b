import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getLocation, getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import { countZones } from "@verandah/contract/hvac/hvac.ts";
import { expect, test } from "vitest";

import { aFloor, aSession, aStatus, statusOfAll } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { servePlaces } from "../../testing/serve-places.ts";
import { refuse, serve } from "../../testing/serve.ts";

function show(address: string, type: ZoneType, children = [aFloor()]) {
  return renderScreen(address, aSession(), () => {
    servePlaces();
    serve(getLocation, {
      id: 13,
      uuid: "blr/a/f3",
      name: "Third",
      zone_type: type,
      floor_type: null,
      path: [{ id: 2, name: "Tower A", zone_type: "GL_LOCATION_TYPE_BUILDING" }],
    });
    serve(listLocationMetrics, children);
    serve(getPlaceStatus, statusOfAll(children));
  });
}

test("a floor shows one card a zone with its counts", async () => {
  show("/admin/floor/13/dashboard", "GL_LOCATION_TYPE_FLOOR", [
    aFloor({ id: 32, name: "Zone 2", zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null, noOfZones: 1 }),
    aFloor({
      id: 31,
      name: "Zone 1",
      zone_type: "GL_LOCATION_TYPE_ZONE",
      floor_type: null,
      noOfZones: 1,
      noOfCritical: 1,
      tempIssue: [{ id: 31, name: "Zone 1", value: 27.1, limit: 26 }],
    }),
  ]);
  expect(await screen.findByRole("heading", { level: 1, name: "Third" })).toBeVisible();
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => within(card).getByRole("link").textContent)).toEqual(["Zone 1", "Zone 2"]);
  const [first] = cards;
  if (!first) throw new Error("no card");
  expect(first).toHaveTextContent(/1 Critical/);
  expect(first).toHaveTextContent(/23\.4\s°C\s*Outside its limits/);
  expect(first).toHaveTextContent(/48\s%\s*Within its limits/);
  expect(within(first).getByRole("heading", { level: 2, name: /Zone 1 ?: Critical/ })).toBeVisible();
  expect(within(first).getByRole("link")).toHaveAttribute("href", "/admin/zone/31/dashboard");
});

test("an alarm of the floor itself is of floor-wide systems, and low alarms are counted too", async () => {
  show("/admin/floor/13/dashboard", "GL_LOCATION_TYPE_FLOOR", [
    aFloor({ id: 31, name: "Zone 1", ...ofZone, noOfCritical: 1 }),
  ]);
  serve(getPlaceStatus, aStatus({ noOfCritical: 2, noOfLow: 3 }));
  const sentence = await screen.findByText("2 critical alarms · floor-wide systems, Zone 1");
  expect(sentence.closest("p")).toHaveTextContent(/3 low alarms$/);
});

test("a campus shows its buildings, which open their own dashboards", async () => {
  show("/admin/campus/1/dashboard", "GL_LOCATION_TYPE_CAMPUS", [
    aFloor({ id: 2, name: "Tower A", zone_type: "GL_LOCATION_TYPE_BUILDING", floor_type: null }),
  ]);
  const link = within(await screen.findByRole("article")).getByRole("link");
  expect(link).toHaveAttribute("href", "/admin/building/2/dashboard");
  await userEvent.click(link);
});

const ofZone = { zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null } as const;
const ofArea = { zone_type: "GL_LOCATION_TYPE_AREA", floor_type: null } as const;

/** Zone 1 of the third floor, as its floor lists it, and its areas. */
function showZone(own = aFloor({ id: 31, name: "Zone 1", ...ofZone }), areas = [areaOne()]) {
  return renderScreen("/admin/zone/31/dashboard", aSession(), () => {
    servePlaces();
    serve(getLocation, {
      id: 31,
      uuid: "blr/a/f3/z1",
      name: "Zone 1",
      zone_type: "GL_LOCATION_TYPE_ZONE",
      floor_type: null,
      path: [
        { id: 2, name: "Tower A", zone_type: "GL_LOCATION_TYPE_BUILDING" },
        { id: 13, name: "Third", zone_type: "GL_LOCATION_TYPE_FLOOR" },
      ],
    });
    serve(listLocationMetrics, (asked) =>
      asked.pathname.endsWith("/13") ? [aFloor({ id: 30, name: "Zone 0", ...ofZone }), own] : areas,
    );
    serve(getPlaceStatus, statusOfAll([own]));
  });
}

const areaOne = () => aFloor({ id: 311, name: "Area 1", ...ofArea });

test("a zone shows the values of its own sensors before those of its areas", async () => {
  showZone();
  await screen.findByRole("heading", { level: 2, name: /^Area 1/ });
  const own = screen.getByRole("heading", { level: 2, name: /^Whole zone/ });
  const cards = screen.getAllByRole("article");
  expect(cards).toHaveLength(2);
  expect(cards[0]).toContainElement(own);
  expect(cards[0]).toHaveTextContent(/23\.4\s°C/);
  expect(within(cards[0] ?? document.body).queryByRole("link")).toBeNull();
  expect(await screen.findByText("All is well.")).toBeVisible();
});

test("the summary of a zone names each problem once, of the zone itself or of its areas", async () => {
  showZone(aFloor({ id: 31, name: "Zone 1", ...ofZone, noOfCritical: 2 }), [
    aFloor({ ...areaOne(), noOfCritical: 1 }),
  ]);
  await screen.findByRole("heading", { level: 2, name: /^Whole zone ?: Critical/ });
  expect(screen.getByText("2 critical alarms · Zone 1")).toBeVisible();
});

test("areas without sensors are named once and have no cards; one with a silent device has its card", async () => {
  const bare = { ...areaOne(), parameters: [] };
  showZone(undefined, [
    aFloor({ ...bare, state: "unknown", noOfDevices: 0 }),
    aFloor({ ...bare, id: 312, name: "Area 2" }),
    aFloor({ ...bare, id: 313, name: "Area 3", state: "unknown", noOfDevices: 1, noOfOffline: 1 }),
  ]);
  expect(await screen.findByText("Without sensors: Area 1, Area 2")).toBeVisible();
  const heading = screen.getByRole("heading", { level: 2, name: /^Area 3 ?: Unknown/ });
  expect(heading).toHaveAttribute("data-state", "unknown");
  expect(heading.closest("article")).toHaveTextContent("1 of 1 devices offline");
  const cards = screen.getAllByRole("article");
  expect(cards).toHaveLength(2);
  for (const card of cards) expect(within(card).queryByText("No data")).not.toBeInTheDocument();
});

test("a zone off its setpoint, or unknown, is not well", async () => {
  showZone();
  serve(countZones, { held: 0, missed: 1, off: 0, unknown: 0 });
  expect(await screen.findByText("No alarms. 1 zone off setpoint")).toBeVisible();
  expect(screen.queryByText("All is well.")).not.toBeInTheDocument();
});

test("a zone without areas shows itself", async () => {
  showZone(undefined, []);
  expect(await screen.findByRole("heading", { level: 2, name: /^Whole zone/ })).toBeVisible();
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

test("a zone whose own values cannot be loaded shows an error and its areas", async () => {
  showZone();
  refuse({ ...listLocationMetrics, path: "/v1/gl_zone/13" }, "internal");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(await screen.findByRole("heading", { level: 2, name: /^Area 1/ })).toBeVisible();
});

test.each([
  ["/admin/banana/13/dashboard", "GL_LOCATION_TYPE_FLOOR"],
  ["/admin/floor/13/dashboard", "GL_LOCATION_TYPE_ZONE"],
] as const)("%s with a %s has no data", async (address, type) => {
  show(address, type);
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
});

test("a place of another campus has no data", async () => {
  renderScreen("/admin/zone/77/dashboard", aSession(), () => refuse(getLocation, "not-found"));
  expect(await screen.findByRole("alert")).toHaveTextContent("No Data Found!!!!!");
});
