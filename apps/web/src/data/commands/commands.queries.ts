import { keepPreviousData } from "@tanstack/react-query";
import {
  type CommandState,
  getCommand,
  getCommandBatch,
  listCommands,
  previewCommands,
} from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery } from "../query/route-query.ts";

/** Commands of one page. */
export const COMMANDS_PAGE = 20;

const endStates: readonly CommandState[] = ["verified", "failed", "expired", "superseded"];

export function isEnded({ state }: { state: CommandState }): boolean {
  return endStates.includes(state);
}

/** One command, as the stream brings it. */
export const commandQuery = (commandId: string) => routeQuery(getCommand, { id: commandId });

/** All commands of a batch. */
export const batchQuery = (batchId: string) => routeQuery(getCommandBatch, { id: batchId });

/** What a batch would change now. */
export const commandPreviewQuery = (writes: SentOf<typeof previewCommands>["writes"]) =>
  routeQuery(previewCommands, { writes }, { staleTime: 0, gcTime: 0, retry: false });

/** A page of commands of a building or a device, newest first: the first one, or the one after a command. */
export const newestCommandsQuery = (
  of: { building: number } | { ssid: string },
  before: string | undefined,
) => routeQuery(listCommands, { ...of, limit: COMMANDS_PAGE, before }, { placeholderData: keepPreviousData });
