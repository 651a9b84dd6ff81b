import { getReport, getReportChart } from "@verandah/contract/reports/reports.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { loadedOnce, routeQuery } from "./query/route-query.ts";

/** A report has a time range that may include the present, so it is loaded again only when the user returns to it. */
const REPORT_STALE_MS = 30_000;

export const reportQuery = (fields: SentOf<typeof getReport>) =>
  routeQuery(getReport, fields, {
    ...loadedOnce,
    staleTime: REPORT_STALE_MS,
    // Rows of another report do not fit this one's columns.
    placeholderData: (before, query) => (query?.queryKey[1]?.report === fields.report ? before : undefined),
  });

export const reportChartQuery = (fields: SentOf<typeof getReportChart>) =>
  routeQuery(getReportChart, fields, { ...loadedOnce, staleTime: REPORT_STALE_MS });
