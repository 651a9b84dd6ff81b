import { screen, within } from "@testing-library/react";
import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { type CampusTreeNode, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { getDeviceModel } from "@verandah/contract/devices/device-changes.ts";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { aSession, aStatus } from "./builders.ts";
import { aDevice } from "./plan-builders.ts";
import { renderScreen } from "./render-app.tsx";
import { serve } from "./serve.ts";

export const node = (
  id: number,
  type: CampusTreeNode["type"],
  title: string,
  children: CampusTreeNode[] = [],
): CampusTreeNode => ({
  id,
  type,
  title,
  expanded: type === "campus" || type === "building",
  activated: true,
  version: 1,
  children,
});

export const campus = node(1, "campus", "Verandah Bengaluru", [
  node(2, "building", "Tower A", [
    node(11, "floor", "First", [
      node(111, "zone", "Zone 1", [
        node(7, "seat", "Seat 1-1-1"),
        { ...node(8, "room", "Room 1-1"), seats: 6, facilities: ["Screen"] },
      ]),
    ]),
    { ...node(20, "floor", "Deck 1"), floor_type: "parking" },
  ]),
]);

export const devices: DeviceEntry[] = [
  aDevice({ id: 1, ssid: "AHU-1-1", name: "AHU 1-1", locationId: 11, alerts_cri: 2 }),
  aDevice({ id: 2, ssid: "ENV-1", name: "Sensor 1", type: "ENVIRONMENT", locationId: 111 }),
  aDevice({
    id: 3,
    ssid: "ENV-2",
    name: "Sensor 2",
    type: "ENVIRONMENT",
    locationId: 111,
    state: "offline",
    offlineReason: "no-answer",
  }),
];

export const statuses = [
  { id: 1, ...aStatus({ noOfCritical: 2, noOfOffline: 1, noOfDevices: 3 }) },
  { id: 11, ...aStatus({ noOfCritical: 2, noOfOffline: 1, noOfDevices: 3 }) },
  { id: 111, ...aStatus({ state: "unknown", noOfOffline: 1, noOfDevices: 2 }) },
  { id: 20, ...aStatus({ state: "unknown", noOfDevices: 0 }) },
];

export const model: ReplyOf<typeof getDeviceModel> = {
  id: 2,
  version: 1,
  type: "ENVIRONMENT",
  serialNumber: null,
  replacements: [],
  points: [
    { param_id: "TEMPERATURE", isHidden: false },
    { param_id: "CO2", isHidden: true },
  ],
  types: [{ type: "WEATHERSTATION", lost: ["CO2"] }],
};

export const showCampusTree = (path = "/admin/device", served = devices, role: 1 | 2 = 1, root = campus) =>
  renderScreen(path, aSession({ role: { id: role } }), () => {
    serve(getCampusTree, root);
    serve(listDevices, served);
    serve(listPlaceStatuses, statuses);
    serve(getDeviceModel, model);
  });
export const item = (name: RegExp | string) => screen.findByRole("treeitem", { name });
export const details = async () => within(await screen.findByRole("region", { name: "Details" }));
