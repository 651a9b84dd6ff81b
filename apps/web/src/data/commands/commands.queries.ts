import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import {
  type CommandState,
  getCommand,
  getCommandBatch,
  listCommands,
  previewCommands,
} from "@verandah/contract/commands/commands.ts";
import { listForeignOverrides, listOverrides } from "@verandah/contract/commands/overrides.ts";
import { getReasons } from "@verandah/contract/commands/why.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac/hvac.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

/** Poll interval of an open command, ms; the live stream is faster. The server ends it after its deadline. */
const FOLLOW_MS = 1_000;
/** Commands of one page. */
export const COMMANDS_PAGE = 20;

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

/** A page of commands of a building or a device, newest first: the first one, or the one after a command. */
export const newestCommandsQuery = (
  of: { building: number } | { ssid: string },
  before: string | undefined,
) =>
  routeQuery(
    listCommands,
    { ...of, limit: COMMANDS_PAGE, before },
    { refetchInterval: AHU_POLL_MS, placeholderData: keepPreviousData },
  );

/** The lists that a command changes. */
export const commandLists = [listCommands, listOverrides, listForeignOverrides, getReasons] as const;

/** Loads the lists of commands and of overrides again. */
export function refreshCommandLists(queryClient: QueryClient): void {
  refreshRoutes(queryClient, ...commandLists);
}
