import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listCommands } from "@verandah/contract/commands.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac.ts";
import {
  extendOverride,
  listForeignOverrides,
  listOverrides,
  releaseOverride,
} from "@verandah/contract/overrides.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";
import { commandsKey } from "#shared/commands/commands.queries.ts";

/** Commands of one page. */
export const COMMANDS_PAGE = 20;

/** The overrides in force in a building. The stream asks for them anew when a command ends. */
export const overridesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: [commandsKey, "list", "overrides", buildingId],
    queryFn: ({ signal }) => call(listOverrides, { building: buildingId }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

/** Points of a building that another system holds above ours. */
export const foreignOverridesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: [commandsKey, "list", "foreign", buildingId],
    queryFn: ({ signal }) => call(listForeignOverrides, { building: buildingId }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

/** A page of a building's commands, newest first: the first one, or the one after a command. */
export const newestCommandsQuery = (buildingId: number, before: string | undefined) =>
  queryOptions({
    queryKey: [commandsKey, "list", "newest", buildingId, before],
    queryFn: ({ signal }) =>
      call(
        listCommands,
        { building: buildingId, limit: COMMANDS_PAGE, ...(before && { before }) },
        { signal },
      ),
    refetchInterval: AHU_POLL_MS,
    placeholderData: keepPreviousData,
  });

export function useReleaseOverride() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (point: SentOf<typeof releaseOverride>) => call(releaseOverride, point),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [commandsKey, "list"] }),
  });
}

export function useExtendOverride() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sent: SentOf<typeof extendOverride>) => call(extendOverride, sent),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [commandsKey, "list"] }),
  });
}
