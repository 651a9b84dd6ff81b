import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import * as contract from "@verandah/contract/gateways/gateways.ts";
import * as scans from "@verandah/contract/gateways/scans.ts";
import type { FoundDeviceRow, FoundPointRow } from "@verandah/contract/gateways/scans.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { serve } from "../../testing/serve.ts";

const gateway: contract.Gateway = {
  id: 3,
  ssid: "GW-1",
  name: "Tower",
  state: "online",
  stateSince: "2026-01-05T03:30:00.000Z",
  software: null,
  devices: 0,
  outboxPending: 0,
  outboxDropped: 0,
  hasJoined: true,
  codeUntil: null,
  model: { version: "b", inForce: "b", refused: null, settings: {} },
};
const aDevice = (change: Partial<FoundDeviceRow> = {}): FoundDeviceRow => ({
  protocol: "bacnet",
  key: "12",
  name: "AHU-12",
  maker: null,
  model: null,
  address: { address: "192.168.1.12:47808", instance: 12 },
  group: "a",
  points: 2,
  profile: null,
  subscriptions: 0,
  ssid: null,
  newSsid: "AHU-12",
  type: { type: "AHU", confidence: 1 },
  place: null,
  remarks: [],
  foundAt: "2026-01-05T04:00:00.000Z",
  ...change,
});
const aPoint = (change: Partial<FoundPointRow> = {}): FoundPointRow => ({
  name: "SUP-AIR-TEMP",
  description: null,
  unit: "degC",
  fieldUnit: null,
  value: 21.5,
  changedAt: null,
  topic: null,
  isWritable: false,
  obstacle: null,
  suggestion: { pointId: "Supply Air Temperature", confidence: 0.9 },
  conflictsWith: null,
  ...change,
});

async function open(device: FoundDeviceRow, points: FoundPointRow[]) {
  renderScreen("/admin/gateways?gateway=3", aSession({ role: { id: 2 } }), () => {
    serve(contract.listGateways, [gateway]);
    serve(contract.getGateway, { ...gateway, devices: [] });
    serve(scans.listFound, { scan: null, devices: [device], silent: [] });
    serve(scans.listFoundPoints, points);
    serve(getCampusTree, {
      id: 1,
      title: "Campus",
      type: "campus",
      children: [],
      expanded: true,
      activated: true,
      version: 1,
    });
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: /AHU-12/ }));
  await userEvent.click(screen.getByRole("button", { name: "Add 1 device" }));
  return within(await screen.findByRole("dialog", { name: "Add 1 device" }));
}

test("found points show value, unit and last change, a second one with the same suggestion is a conflict, and the values are read again", async () => {
  const dialog = await open(aDevice(), [
    aPoint(),
    aPoint({
      name: "SAT-2",
      value: 22,
      changedAt: "2026-01-05T03:45:00.000Z",
      conflictsWith: "SUP-AIR-TEMP",
    }),
  ]);
  const row = await dialog.findByRole("row", { name: /^SUP-AIR-TEMP/ });
  expect(row).toHaveTextContent("21.50 °C");
  expect(row).toHaveTextContent("None seen");
  const second = dialog.getByRole("row", { name: /^SAT-2/ });
  expect(second).toHaveTextContent("09:15");
  expect(second).toHaveTextContent("Conflict: also suggested for SUP-AIR-TEMP");
  await userEvent.click(dialog.getByRole("button", { name: "Take 1 suggestion" }));
  expect(dialog.getByText(/1 of 2 points are chosen/)).toBeVisible();
  expect(dialog.getByText(/^0\.1 polls a second, 0 subscriptions, 8,640 values/)).toBeVisible();
  const again = serve(scans.startScan, {});
  await userEvent.click(dialog.getByRole("button", { name: "Read again" }));
  await waitFor(() => expect(again.bodies).toEqual([{ protocol: "bacnet", keys: ["12"] }]));
});

test("before they are added, devices show their subscriptions: of a profile, or one for each topic", async () => {
  const mqtt = aDevice({ protocol: "mqtt", key: "AHU-12" });
  const dialog = await open(mqtt, [
    aPoint({ topic: "air" }),
    aPoint({
      name: "RET-AIR-TEMP",
      topic: "air",
      suggestion: { pointId: "Return Air Temperature", confidence: 1 },
    }),
  ]);
  await userEvent.click(await dialog.findByRole("button", { name: "Take 2 suggestions" }));
  expect(dialog.getByText(/^0 polls a second, 1 subscription, /)).toBeVisible();
});

test("a device with a profile has the subscriptions of its profile, and its points are only shown", async () => {
  const dialog = await open(aDevice({ profile: "bacnet-ahu", subscriptions: 5 }), [aPoint()]);
  expect(await dialog.findByRole("row", { name: /^SUP-AIR-TEMP.*21.50 °C.*Supply/ })).toBeVisible();
  expect(dialog.getByText(/^0\.1 polls a second, 5 subscriptions, /)).toBeVisible();
  expect(dialog.queryByRole("combobox", { name: "Point of SUP-AIR-TEMP" })).toBeNull();
});
