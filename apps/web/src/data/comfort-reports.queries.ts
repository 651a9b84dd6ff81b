import {
  closeComfortReport,
  COMFORT_POLL_MS,
  countOpenComfortReports,
  listComfortReports,
  listOwnComfortReports,
  markComfortOutcomesSeen,
  reportComfort,
} from "@verandah/contract/comfort-reports.ts";
import type { Route } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

export const ownComfortReportsQuery = routeQuery(
  listOwnComfortReports,
  {},
  { refetchInterval: COMFORT_POLL_MS },
);

export const comfortReportsQuery = (place: number) =>
  routeQuery(listComfortReports, { place }, { refetchInterval: COMFORT_POLL_MS });

/** How many comfort reports below a place are open. */
export const openComfortReportsQuery = (place: number) =>
  routeQuery(countOpenComfortReports, { place }, { refetchInterval: COMFORT_POLL_MS });

/** Another person may have changed the reports meanwhile: a refusal loads them again too. */
const useReportMutation = <R extends Route>(route: R) =>
  useRouteMutation(route, "refusal too", listOwnComfortReports, listComfortReports, countOpenComfortReports);

export const useMarkOutcomesSeen = () =>
  useRouteMutation(markComfortOutcomesSeen, "success", listOwnComfortReports);
export const useReportComfort = () => useReportMutation(reportComfort);
export const useCloseComfortReport = () => useReportMutation(closeComfortReport);
