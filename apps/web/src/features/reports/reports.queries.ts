import { queryOptions } from "@tanstack/react-query";
import { listDevices } from "@verandah/contract/devices.ts";
import { getReport, getReportChart } from "@verandah/contract/reports.ts";

import { call } from "#shared/call.ts";
import type { Language } from "#shared/i18n.ts";

import { reportAddress, reportFields, type ReportView } from "./report-view.ts";

/** A report is of a time that may reach into the present, so it is not asked again unless one comes back to it. */
const REPORT_STALE_MS = 30_000;

export const reportQuery = (view: ReportView, language: Language) => {
  const fields = reportFields(view, language);
  return queryOptions({
    queryKey: ["report", view.report, fields],
    queryFn: ({ signal }) => call(getReport, fields, { signal }),
    staleTime: REPORT_STALE_MS,
    // Rows of another report do not fit this one's columns.
    placeholderData: (before, query) => (query?.queryKey[1] === view.report ? before : undefined),
  });
};

export const reportChartQuery = (view: ReportView, language: Language) => {
  const { sortedBy } = reportAddress(view.report);
  // The chart is of all rows that the filter matches, whatever page is shown.
  const fields = reportFields({ ...view, grid: { ...view.grid, page: 1, sort: sortedBy } }, language);
  return queryOptions({
    queryKey: ["report-chart", fields],
    queryFn: ({ signal }) => call(getReportChart, fields, { signal }),
    staleTime: REPORT_STALE_MS,
  });
};

/** All devices of a building. */
export const buildingDevicesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: ["building-devices", buildingId],
    queryFn: ({ signal }) => call(listDevices, { id: buildingId }, { signal }),
    staleTime: 5 * 60_000,
  });
