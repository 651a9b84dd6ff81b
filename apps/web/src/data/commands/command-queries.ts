import {
  type CommandState,
  getCommand,
  getCommandBatch,
  previewCommands,
} from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery } from "../query/route-query.ts";

/** How often an open command is asked about beside the live stream, ms. The server ends it after its deadline. */
const FOLLOW_MS = 1_000;

const endStates: readonly CommandState[] = ["verified", "failed", "expired", "superseded"];

export function isEnded({ state }: { state: CommandState }): boolean {
  return endStates.includes(state);
}

/** One command, followed until it ends. */
export const commandQuery = (commandId: string) =>
  routeQuery(
    getCommand,
    { id: commandId },
    { refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : FOLLOW_MS) },
  );

/** All commands of a batch, followed until the last has ended. */
export const batchQuery = (batchId: string) =>
  routeQuery(
    getCommandBatch,
    { id: batchId },
    { refetchInterval: ({ state: { data } }) => (data?.commands.every(isEnded) ? false : FOLLOW_MS) },
  );

/** What a batch would change now. */
export const commandPreviewQuery = (writes: SentOf<typeof previewCommands>["writes"]) =>
  routeQuery(previewCommands, { writes }, { staleTime: 0, gcTime: 0, retry: false });
