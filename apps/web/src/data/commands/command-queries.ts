import { type CommandState, getCommandBatch, previewCommands } from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery } from "../query/route-query.ts";

const endStates: readonly CommandState[] = ["verified", "failed", "expired", "superseded"];

export function isEnded({ state }: { state: CommandState }): boolean {
  return endStates.includes(state);
}

/** All commands of a batch. */
export const batchQuery = (batchId: string) => routeQuery(getCommandBatch, { id: batchId });

/** What a batch would change now. */
export const commandPreviewQuery = (writes: SentOf<typeof previewCommands>["writes"]) =>
  routeQuery(previewCommands, { writes }, { staleTime: 0, gcTime: 0, retry: false });
