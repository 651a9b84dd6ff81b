import { listPlaceStatuses } from "@verandah/contract/buildings.ts";
import { addDevice } from "@verandah/contract/campuses/campus-devices.ts";
import { addTreeItem, editTreeItem, getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { movePlace, previewPlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { loadedAsPlace, routeQuery, useRouteMutation } from "./query/route-query.ts";

/** The places of a campus, by the id of its root location. */
export const campusTreeQuery = (campusId: number) =>
  routeQuery(getCampusTree, { id: campusId, context: "lms" });

/** The state of a campus and of every place in it. */
export const placeStatusesQuery = (campusId: number) =>
  routeQuery(listPlaceStatuses, { id: campusId }, loadedAsPlace);

export const useEditTreeItem = () => useRouteMutation(editTreeItem);
export const useAddDevice = () => useRouteMutation(addDevice);
export const useAddTreeItem = () => useRouteMutation(addTreeItem);
export const useMovePlace = () => useRouteMutation(movePlace);

/** What a move of a place to another parent means. */
export const placeMoveQuery = (move: SentOf<typeof previewPlaceMove>) => routeQuery(previewPlaceMove, move);
