import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  closeComfortReport,
  COMFORT_POLL_MS,
  listComfortReports,
  listOwnComfortReports,
  reportComfort,
} from "@verandah/contract/comfort-reports.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "./query/route-query.ts";

export const ownComfortReportsQuery = routeQuery(
  listOwnComfortReports,
  {},
  { refetchInterval: COMFORT_POLL_MS },
);

export const comfortReportsQuery = (place: number) =>
  routeQuery(listComfortReports, { place }, { refetchInterval: COMFORT_POLL_MS });

/** A change of reports, after which they are loaded again, also after a refusal: another person may have changed them. */
function useReportMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => refreshRoutes(queryClient, listOwnComfortReports, listComfortReports),
  });
}

export const useReportComfort = () =>
  useReportMutation((report: SentOf<typeof reportComfort>) => call(reportComfort, report));

export const useCloseComfortReport = () =>
  useReportMutation((closed: SentOf<typeof closeComfortReport>) => call(closeComfortReport, closed));
