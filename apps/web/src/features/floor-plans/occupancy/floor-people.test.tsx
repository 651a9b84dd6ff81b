import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type FloorOccupancy,
  getFloorOccupancy,
  getOccupancyTrend,
} from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { expect, test } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { aFloorPlan, rectangle } from "../../../testing/plan-builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { servePlaces } from "../../../testing/serve-places.ts";
import { refuse, serve } from "../../../testing/serve.ts";

const grey = "#868e96";
const zones: FloorOccupancy["zones"] = [
  { id: 101, name: "Zone 1", people: 12, sensors: 2, reporting: 2, color: "#f0f921" },
  { id: 102, name: "Zone 2", people: 5, sensors: 2, reporting: 1, color: "#cc4778" },
  { id: 103, name: "Zone 3", people: null, sensors: 2, reporting: 0, color: grey },
];
const floor: FloorOccupancy = {
  people: 17,
  sensors: 6,
  reporting: 3,
  scale: [
    { value: 0, color: "#0d0887" },
    { value: 12, color: "#f0f921" },
  ],
  zones,
};

function show(occupancy = floor, served?: () => void) {
  return renderScreen("/admin/flooroccupancy", aSession(), () => {
    servePlaces();
    serve(
      getFloorPlan,
      aFloorPlan({
        zones: zones.map(({ id, name }, at) => ({ id, name, outline: rectangle(20, 20 + 190 * at) })),
      }),
    );
    serve(getFloorOccupancy, occupancy);
    serve(getOccupancyTrend, ({ pathname }) => [
      { at: "2026-01-05T06:00:00Z", people: null, isComplete: false },
      { at: "2026-01-05T06:30:00Z", people: pathname.includes("/101/") ? 9 : 17, isComplete: true },
    ]);
    served?.();
  });
}

test("shows people by zone on the plan and in the list, and an unknown zone as such", async () => {
  show();
  const plan = await screen.findByRole("group", { name: "Floor plan, First: People" });
  expect(within(plan).getByRole("img", { name: "Zone 1: 12" })).toBeVisible();
  expect(within(plan).getByRole("img", { name: "Zone 2: at least 5" })).toBeVisible();
  expect(within(plan).getByRole("img", { name: "Zone 3: No data" })).toBeVisible();
  const rows = within(await screen.findByRole("region", { name: "Zones" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "ZonePeopleSensors reporting",
    "Zone 1122 / 2",
    "Zone 2at least 51 / 2",
    "Zone 3No data0 / 2",
  ]);
  const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(facts).toEqual(["at least 17", "2 / 3", "1", "3 / 6"]);
});

test("a zone without people has no colour, unless some of its sensors do not report", async () => {
  const [full, partly, silent] = zones;
  if (!full || !partly || !silent) throw new Error("no zones");
  show({
    ...floor,
    zones: [{ ...full, people: 0, color: "#f3f0ff" }, { ...partly, people: 0, color: "#f3f0ff" }, silent],
  });
  const plan = within(await screen.findByRole("group", { name: "Floor plan, First: People" }));
  const coloured = (name: string) =>
    plan.getByRole("img", { name }).querySelector("polygon")?.dataset["colored"];
  expect(["Zone 1: 0", "Zone 2: at least 0", "Zone 3: No data"].map(coloured)).toEqual([
    "false",
    "true",
    "true",
  ]);
  const legend = within(screen.getByRole("list", { name: "Legend" }));
  expect(legend.getByText("No people")).toBeVisible();
});

test("the trend is that of the floor, or of a chosen zone", async () => {
  const { router } = show();
  expect(await screen.findByRole("img", { name: /^People. Peak 17 \(/ })).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Place" }));
  await userEvent.click(await screen.findByRole("option", { name: "Zone 1" }));
  expect(await screen.findByRole("img", { name: /^People. Peak 9 \(/ })).toBeVisible();
  expect(router.state.location.search).toMatchObject({ zone: 101 });
});

test("another floor is chosen beside the title", async () => {
  const { router } = show();
  await userEvent.click(await screen.findByRole("combobox", { name: "Floor" }));
  await userEvent.click(await screen.findByRole("option", { name: "Second" }));
  expect(router.state.location.search).toMatchObject({ floor: 12 });
});

test("shows a message for a floor without counting sensors", async () => {
  show({ ...floor, people: null, sensors: 0, reporting: 0, zones: [] });
  expect(await screen.findByText("No sensor of this floor counts people.")).toBeVisible();
});

const neverAnswers = () => new Promise<never>(() => undefined);

test("is loading until the counts come, and a failure has a text", async () => {
  const { unmount } = show(floor, () => serve(getFloorOccupancy, neverAnswers));
  expect(await screen.findByRole("progressbar", { name: "Loading" })).toBeVisible();
  unmount();
  show(floor, () => refuse(getFloorOccupancy, "internal"));
  expect(await screen.findByRole("alert")).toBeVisible();
});
