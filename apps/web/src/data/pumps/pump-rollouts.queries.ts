import {
  listPumpRollouts,
  previewPumpRollout,
  previewPumpRolloutUndo,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import type { Route, SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** While waves go out, and else, ms. */
const POLL_MS = { running: 2_000, idle: 30_000 };

/** The last commands for many pumps. */
export const pumpRolloutsQuery = routeQuery(
  listPumpRollouts,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === "running") ? POLL_MS.running : POLL_MS.idle,
  },
);

/** What a choice of pumps would change now. */
export const rolloutPreviewQuery = (choice: SentOf<typeof previewPumpRollout>) =>
  routeQuery(previewPumpRollout, choice, { staleTime: 0, gcTime: 0, retry: false });

/** What an undo would change now. */
export const rolloutUndoQuery = (id: number) =>
  routeQuery(previewPumpRolloutUndo, { id }, { staleTime: 0, gcTime: 0, retry: false });

/** Starts, stops or undoes one. */
export const usePumpRollout = <R extends Route>(route: R) =>
  useRouteMutation(route, "refusal too", listPumpRollouts);
