import {
  closeComfortReport,
  countOpenComfortReports,
  listComfortReports,
  listOwnComfortReports,
  markComfortOutcomesSeen,
  reportComfort,
} from "@verandah/contract/comfort-reports.ts";

import { loadedAsPlace, routeQuery, useRouteMutation } from "./query/route-query.ts";

export const ownComfortReportsQuery = routeQuery(listOwnComfortReports, {});

export const comfortReportsQuery = (place: number) =>
  routeQuery(listComfortReports, { place }, loadedAsPlace);

/** How many comfort reports below a place are open. */
export const openComfortReportsQuery = (place: number) => routeQuery(countOpenComfortReports, { place });

export const useMarkOutcomesSeen = () => useRouteMutation(markComfortOutcomesSeen);
export const useReportComfort = () => useRouteMutation(reportComfort);
export const useCloseComfortReport = () => useRouteMutation(closeComfortReport);
