import { queryOptions } from "@tanstack/react-query";
import { type CommandState, getCommand, getCommandBatch } from "@verandah/contract/commands.ts";

import { call } from "../call.ts";

/** First part of the key of every command, batch and list of commands or overrides. */
export const commandsKey = "commands";

/** How often a command under way is asked for, ms; the live stream is quicker. The server ends it after COMMAND_DEADLINE_MS. */
const FOLLOW_MS = 1_000;

const endStates: readonly CommandState[] = ["verified", "failed", "expired", "superseded"];

export function isEnded({ state }: { state: CommandState }): boolean {
  return endStates.includes(state);
}

/** One command, followed until it ends. */
export const commandQuery = (commandId: string) =>
  queryOptions({
    queryKey: [commandsKey, "one", commandId],
    queryFn: ({ signal }) => call(getCommand, { id: commandId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : FOLLOW_MS),
  });

/** All commands of a batch, followed until the last has ended. */
export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: [commandsKey, "batch", batchId],
    queryFn: ({ signal }) => call(getCommandBatch, { id: batchId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.commands.every(isEnded) ? false : FOLLOW_MS),
  });
