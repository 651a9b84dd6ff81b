import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getActualVsExpected } from "@verandah/contract/hvac-comparison.ts";
import { AHU_POLL_MS, getAhu, listAirUnits, listFedVavs, updateSetpoint } from "@verandah/contract/hvac.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshCommandLists } from "./commands.queries.ts";
import { routeQuery } from "./route-query.ts";

const polled = { refetchInterval: AHU_POLL_MS };
/** An operator is told within this time that a unit cannot be reached, ms. */
const ORDER_ANSWER_MS = 5_000;

/** Readings and setpoints of a unit. Source: spec 2 §4 Refresh. */
export const ahuQuery = (ssid: string) => routeQuery(getAhu, { ssid }, polled);

/** The VAV boxes that a unit feeds. */
export const fedVavsQuery = (ssid: string) => routeQuery(listFedVavs, { ssid }, polled);

/** The units and boxes below a location. */
export const airUnitsQuery = (locationId: number) => routeQuery(listAirUnits, { id: locationId }, polled);

/** What a unit does against what it should do. */
export const comparisonQuery = (ssid: string) => routeQuery(getActualVsExpected, { ssid }, polled);

/** Orders a setpoint or the on/off state of a unit. */
export function useUpdateSetpoint() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: SentOf<typeof updateSetpoint>) =>
      call(updateSetpoint, order, { signal: AbortSignal.timeout(ORDER_ANSWER_MS) }),
    onSuccess: () => refreshCommandLists(queryClient),
  });
}
