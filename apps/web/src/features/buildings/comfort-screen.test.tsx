import { screen, within } from "@testing-library/react";
import { listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { aFloor, aParkingDeck, aSession, statuses } from "../../testing/builders.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const aZone = (change: Parameters<typeof aFloor>[0], values?: Parameters<typeof aFloor>[1]) =>
  aFloor({ zone_type: "GL_LOCATION_TYPE_ZONE", floor_type: null, noOfZones: 1, ...change }, values);

function show() {
  let asked: readonly string[] = [];
  renderApp("/admin/building/2/dashboard", aSession({ role: { id: 5 } }), () => {
    serve(listLocationMetrics, ({ pathname }) => {
      if (pathname.endsWith("/2")) return [aFloor({ id: 11, name: "First" }), aParkingDeck()];
      const warm = { id: 31, name: "Zone 1", value: 29.1, limit: 28 };
      const dark = { id: 31, name: "Zone 1", value: 90, limit: 200 };
      const old = { name: "CO2", value: 700, unit: "ppm", quality: "stale" } as const;
      const minutesAgo = new Date(Date.now() - 4 * 60_000 - 2_000).toISOString();
      return [
        aZone({ id: 31, name: "Zone 1", tempIssue: [warm], luxIssue: [dark] }, { TEMPERATURE: 29.1 }),
        aZone({ id: 32, name: "Zone 2", parameters: [{ ...old, measured_time: minutesAgo }] }),
      ];
    });
    asked = serve(listSubsystemStatuses, statuses()).urls;
  });
  return () => asked;
}
const zone = async (name: string) => within(await screen.findByRole("article", { name }));
const value = async (name: string, title: string) =>
  (await zone(name)).getByText(title).nextElementSibling ?? document.body;

test("a member sees how each zone of a floor feels, in words", async () => {
  const asked = show();
  expect(await value("Zone 1", "Temperature")).toHaveTextContent("29.1 °CToo warm");
  expect(await value("Zone 1", "CO₂")).toHaveTextContent("640 ppmFresh air");
  expect(await value("Zone 1", "Humidity")).toHaveTextContent("48 %Comfortable");
  expect(await value("Zone 1", "Light")).toHaveTextContent("420 lxToo dark");
  expect(screen.getByText("Outside the comfort limits: 1 of 2 zones")).toBeVisible();
  expect(asked()).toHaveLength(0);
});

test("an old value has its age and no rating, and a missing one says No data", async () => {
  show();
  expect(await value("Zone 2", "CO₂")).toHaveTextContent("700 ppm4 min ago");
  expect(await value("Zone 2", "CO₂")).toHaveAttribute("data-state", "unknown");
  expect(await value("Zone 2", "Light")).toHaveTextContent("No data");
});

test("a member gets from here to the parking deck", async () => {
  show();
  expect(await screen.findByRole("link", { name: "Free parking bays" })).toHaveAttribute(
    "href",
    `/admin/floor/${aParkingDeck().id}/dashboard`,
  );
});
