import { useQuery } from "@tanstack/react-query";
import type { Command } from "@verandah/contract/commands/commands.ts";
import { useEffect, useEffectEvent } from "react";

import { commandQuery, isEnded } from "#data/commands/command-queries.ts";

/** The state of a command. Calls `onEnded` once. */
export function useCommandState(
  commandId: string | undefined,
  onEnded?: (command: Command) => void,
): Command | undefined {
  const { data: command } = useQuery({ ...commandQuery(commandId ?? ""), enabled: commandId !== undefined });
  const endedId = command && isEnded(command) ? command.id : undefined;
  const notify = useEffectEvent(() => {
    if (command) onEnded?.(command);
  });
  useEffect(() => {
    if (endedId !== undefined) notify();
  }, [endedId]);
  return commandId === undefined ? undefined : command;
}
