import {
  listPumpRollouts,
  previewPumpRollout,
  previewPumpRolloutUndo,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { loadedOnce, routeQuery } from "../query/route-query.ts";

/** The last commands for many pumps. */
export const pumpRolloutsQuery = routeQuery(listPumpRollouts, {});

/** What a choice of pumps would change now. */
export const rolloutPreviewQuery = (choice: SentOf<typeof previewPumpRollout>) =>
  routeQuery(previewPumpRollout, choice, { staleTime: 0, gcTime: 0, retry: false });

/** What an undo would change now. */
export const rolloutUndoQuery = (id: number) =>
  routeQuery(previewPumpRolloutUndo, { id }, { ...loadedOnce, staleTime: 0, gcTime: 0, retry: false });
