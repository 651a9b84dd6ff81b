import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listPlaceStatuses, OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import { addTreeItem, editTreeItem, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "./query/route-query.ts";

const polled = { refetchInterval: OVERVIEW_POLL_MS };

/** The places of a campus, by the id of its root location. */
export const campusTreeQuery = (campusId: number) =>
  routeQuery(getCampusTree, { id: campusId, context: "lms" }, polled);

/** The state of a campus and of every place in it. */
export const placeStatusesQuery = (campusId: number) =>
  routeQuery(listPlaceStatuses, { id: campusId }, polled);

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => refreshRoutes(queryClient, getCampusTree, listDevices, listPlaceStatuses);
}

/** Changes an item of the tree. A refusal loads the tree again too: another user has changed it. */
export function useEditTreeItem() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (change: SentOf<typeof editTreeItem>) => call(editTreeItem, change),
    onSettled,
  });
}

/** Adds a device to a place. */
export function useAddDevice() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (device: SentOf<typeof addDevice>) => call(addDevice, device),
    onSettled,
  });
}

export function useAddTreeItem() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (item: SentOf<typeof addTreeItem>) => call(addTreeItem, item),
    onSettled,
  });
}
