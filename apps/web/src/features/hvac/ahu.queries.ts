import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { AHU_POLL_MS, getAhu, listFedVavs, updateSetpoint } from "@verandah/contract/hvac.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";
import { commandsKey } from "#shared/commands/commands.queries.ts";

import { deviceMapQuery } from "./floor-map.queries.ts";

/** An operator is told within this time that a unit cannot be reached, ms. */
const ORDER_ANSWER_MS = 5_000;

/** Readings and setpoints of a unit. Source: spec 2 §4 Refresh. */
export const ahuQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["ahu", ssid, "now"],
    queryFn: ({ signal }) => call(getAhu, { ssid }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

export const fedVavsQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["ahu", ssid, "vavs"],
    queryFn: ({ signal }) => call(listFedVavs, { ssid }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });

/** The air handling units of a building, with the floor of each and whether it answers. */
export const ahusQuery = (buildingId: number) => deviceMapQuery(buildingId, "AHU");

/** Names of a building's floors; they hardly ever change. */
export const ahuFloorsQuery = (buildingId: number) =>
  queryOptions({
    queryKey: ["ahu-floors", buildingId],
    queryFn: async ({ signal }) => {
      const floors = await call(listLocationMetrics, { id: buildingId }, { signal });
      return floors.map(({ id, name }) => ({ id, name }));
    },
    staleTime: 5 * 60_000,
  });

/** Orders a setpoint or the on/off state of a unit. */
export function useUpdateSetpoint() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: SentOf<typeof updateSetpoint>) =>
      call(updateSetpoint, order, { signal: AbortSignal.timeout(ORDER_ANSWER_MS) }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [commandsKey, "list"] }),
  });
}
