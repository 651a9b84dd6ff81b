import { screen, within } from "@testing-library/react";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import {
  aFloor,
  alertLists,
  anAlert,
  aParkingDeck,
  aSession,
  statusOfAll,
} from "../../../testing/builders.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

function show(role: 3 | 5 = 3): void {
  const floors = [
    aFloor({ id: 1, name: "Ground" }),
    aFloor({ id: 2, name: "First", tempIssue: [{ id: 31, name: "Zone 1", value: 27, limit: 26 }] }),
    aParkingDeck(),
  ];
  const low = Array.from({ length: 7 }, (_, index) =>
    anAlert({ Alarm_Id: 10 + index, Device_name: `AHU-${index}` }),
  );
  renderApp("/admin/building/2/dashboard?wall=1", aSession({ role: { id: role } }), () => {
    serve(listLocationMetrics, floors);
    serve(getPlaceStatus, statusOfAll(floors, { noOfCritical: 1 }));
    serve(listAlerts, alertLists([anAlert({ Alarm_Id: 1, Device_name: "UPS-1" })], low));
  });
}

test("a wall shows the state, the worst alarms and the floors from the top down, and has nothing to operate", async () => {
  show();
  const alarms = within(await screen.findByRole("region", { name: "Alarms" }));
  const rows = await alarms.findAllByRole("listitem");
  expect(rows).toHaveLength(6);
  expect(rows[0]).toHaveTextContent("UPS-1");
  expect(alarms.getByText("and 2 more")).toBeVisible();
  const floors = within(screen.getByRole("region", { name: "Floors" }));
  expect((await floors.findAllByRole("rowheader")).map((row) => row.getAttribute("aria-label"))).toEqual([
    "First: Low",
    "Ground: Normal",
    "Parking 1: Normal",
  ]);
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("a member's home is no wall", async () => {
  show(5);
  expect(await screen.findByRole("navigation", { name: "Main menu" })).toBeVisible();
});
