import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listCommands } from "@verandah/contract/commands.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac.ts";
import { listOverrides, releaseOverride } from "@verandah/contract/overrides.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";
import { commandsKey } from "#shared/commands/commands.queries.ts";

const NEWEST_COMMANDS = 20;

/** The overrides in force in a building. The stream asks for them anew when a command ends. */
export const overridesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: [commandsKey, "list", "overrides", buildingId],
    queryFn: ({ signal }) => call(listOverrides, { building: buildingId }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

export const newestCommandsQuery = (buildingId: number) =>
  queryOptions({
    queryKey: [commandsKey, "list", "newest", buildingId],
    queryFn: ({ signal }) => call(listCommands, { building: buildingId, limit: NEWEST_COMMANDS }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

export function useReleaseOverride() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (point: SentOf<typeof releaseOverride>) => call(releaseOverride, point),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [commandsKey, "list"] }),
  });
}
