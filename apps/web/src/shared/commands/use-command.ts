import { useQuery } from "@tanstack/react-query";
import type { Command } from "@verandah/contract/commands.ts";
import { useEffect, useEffectEvent } from "react";

import { commandQuery, isEnded } from "#data/commands.queries.ts";

/** Follows a command, by the live stream and by polling, and tells once when it has ended. */
export function useCommand(
  commandId: string | undefined,
  onEnded?: (command: Command) => void,
): Command | undefined {
  const { data: command } = useQuery({ ...commandQuery(commandId ?? ""), enabled: commandId !== undefined });
  const endedId = command && isEnded(command) ? command.id : undefined;
  const tell = useEffectEvent(() => {
    if (command) onEnded?.(command);
  });
  useEffect(() => {
    if (endedId !== undefined) tell();
  }, [endedId]);
  return commandId === undefined ? undefined : command;
}
