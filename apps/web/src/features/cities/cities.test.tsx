import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { chooseBuilding, type City, listCities } from "@verandah/contract/campuses/cities.ts";
import { expect, test } from "vitest";

import { placeOnMap } from "#shared/maps/india-map.ts";

import { aSession, aStatus } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const annex = { ...aStatus({ state: "low", noOfLow: 1 }), id: 7, name: "Annex" };
const cities: City[] = [
  {
    name: "Bengaluru",
    latitude: 12.97,
    longitude: 77.59,
    campuses: [{ id: 1, name: "North", buildings: [{ ...aStatus(), id: 2, name: "Tower A" }, annex] }],
  },
  { name: "Mumbai", latitude: 19.07, longitude: 72.87, campuses: [] },
];

test("the marker of a city with a campus of the user leads to its buildings; another one is a name only", async () => {
  const app = renderScreen("/admin/home", aSession(), () => void serve(listCities, cities));
  expect(await screen.findByRole("heading", { name: "Select a City" })).toBeVisible();
  expect(await screen.findByText("Your account has no campus here.")).toBeVisible();
  expect(screen.queryByRole("link", { name: /Mumbai/ })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Bengaluru" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Bengaluru" })).toBeVisible();
  expect(app.path()).toBe("/admin/city");
});

test("a chosen building is that of the screens from then on", async () => {
  renderScreen("/admin/city", aSession(), () => {
    serve(listCities, cities);
    serve(listLocationMetrics, []);
  });
  const card = within(await screen.findByRole("article", { name: "Annex" }));
  expect(card.getByRole("heading", { name: /Annex ?: Low/ })).toBeVisible();
  refuse(chooseBuilding, "not-found");
  await userEvent.click(card.getByRole("button", { name: "Open Annex" }));
  expect(await card.findByText("Not found.")).toBeVisible();
  const { bodies } = serve(chooseBuilding, aSession({ building: { id: 7, name: "Annex" } }));
  await userEvent.click(card.getByRole("button", { name: "Open Annex" }));
  await waitFor(() => expect(localStorage.getItem("buildingID")).toBe("7"));
  expect(bodies).toEqual([{ building: 7 }]);
});

test.each(["Mumbai", "Atlantis"])("the city %s has nothing for the user", async (city) => {
  renderScreen(`/admin/city?city=${city}`, aSession(), () => void serve(listCities, cities));
  expect(await screen.findByText("Your account has no campus here.")).toBeVisible();
});

test.each([
  ["Kanyakumari, the southern tip", 8.08, 77.54, 0.322, 0.955],
  ["Mumbai, on the western coast", 19.07, 72.87, 0.163, 0.621],
])("%s is where the outline has it", (_name, latitude, longitude, x, y) => {
  const place = placeOnMap({ latitude, longitude });
  expect(place.x).toBeCloseTo(x, 1);
  expect(place.y).toBeCloseTo(y, 1);
});
