import { listPlaceStatuses, OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import { addTreeItem, editTreeItem, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { movePlace, previewPlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { Route, SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

const polled = { refetchInterval: OVERVIEW_POLL_MS };

/** The places of a campus, by the id of its root location. */
export const campusTreeQuery = (campusId: number) =>
  routeQuery(getCampusTree, { id: campusId, context: "lms" }, polled);

/** The state of a campus and of every place in it. */
export const placeStatusesQuery = (campusId: number) =>
  routeQuery(listPlaceStatuses, { id: campusId }, polled);

/** Another user may have changed the tree meanwhile: a refusal loads it again too. */
const useTreeMutation = <R extends Route>(route: R, ...more: readonly Route[]) =>
  useRouteMutation(route, "refusal too", getCampusTree, listDevices, listPlaceStatuses, ...more);

export const useEditTreeItem = () => useTreeMutation(editTreeItem);
export const useAddDevice = () => useTreeMutation(addDevice);
export const useAddTreeItem = () => useTreeMutation(addTreeItem);
export const useMovePlace = () => useTreeMutation(movePlace, previewPlaceMove);

/** What a move of a place to another parent means. */
export const placeMoveQuery = (move: SentOf<typeof previewPlaceMove>) => routeQuery(previewPlaceMove, move);
