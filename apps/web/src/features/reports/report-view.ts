import type { Language } from "@verandah/contract/language.ts";
import { PAGE_SIZE, RANGE_MAX_DAYS } from "@verandah/contract/paging.ts";
import {
  COMPARED_POINTS_MAX,
  type ReportColumn,
  type ReportId,
  reportIds,
  reports,
} from "@verandah/contract/reports/reports.ts";
import { useCallback, useMemo } from "react";

import { type SearchChange, type SearchFields, searchText, useSearchState } from "#shared/search-state.ts";
import {
  type GridAddress,
  gridFields,
  gridSearch,
  type GridState,
  readGridState,
} from "#shared/ui/data-grid/grid-state.ts";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";

/** Source: spec 2 §2 Reports screen. */
const FIRST_REPORT: ReportId = "ibms-logs";

/** A report with its range, its points and the state of its grid. */
export interface ReportView {
  readonly report: ReportId;
  /** Instants. */
  readonly from: string;
  readonly to: string;
  /** `ssid/param_id` each. */
  readonly points: readonly string[];
  readonly grid: GridState;
}

/** The fields of the report calls. */
export function reportFields({ report, from, to, points, grid }: ReportView, language: Language) {
  return { report, from, to, points: points.join(","), language, ...gridFields(grid) };
}

/** Those of a report's chart, which is of all rows that the filter matches, whatever page is shown. */
export function chartFields(view: ReportView, language: Language) {
  const { sortedBy } = reportAddress(view.report);
  return reportFields(
    { ...view, grid: { ...view.grid, page: 1, rows: PAGE_SIZE, sort: sortedBy } },
    language,
  );
}

/** Columns and the initial order: most active alarms first, otherwise the newest by the first date column. */
function reportAddress(report: ReportId): GridAddress {
  const columns: readonly ReportColumn[] = reports[report].columns;
  const isCount = report.startsWith("most-active");
  const first = columns.find(({ kind }) => kind === (isCount ? "number" : "date")) ?? columns[0];
  return {
    prefix: "",
    columns: columns.map(({ name }) => name),
    sortedBy: { column: first?.name ?? "", order: "desc" },
  };
}

/** The view in the address; without a range the last 24 hours. */
export function useReportView() {
  const [search, changeSearch] = useSearchState();
  const range = useTimeRange({ first: "24h", maxDays: RANGE_MAX_DAYS, clears: { page: undefined } });
  const { from, to } = range.instants;
  const view = useMemo(() => readView(search, { from, to }), [search, from, to]);
  const change = useCallback(
    (part: Partial<Omit<ReportView, "from" | "to">>, replace = false) => {
      const next = { ...view, ...part };
      const isOther = next.report !== view.report;
      const gone = isOther ? emptied(view.report) : {};
      const grid = isOther ? { ...readGridState({}, reportAddress(next.report)) } : next.grid;
      const fields = gridSearch(grid, reportAddress(next.report));
      changeSearch(
        {
          ...gone,
          ...fields,
          report: next.report === FIRST_REPORT ? undefined : next.report,
          points: next.points.join(",") || undefined,
        },
        { replace },
      );
    },
    [view, changeSearch],
  );
  return { view, range, change };
}

function emptied(report: ReportId): SearchChange {
  return Object.fromEntries(reportAddress(report).columns.map((name) => [`filter.${name}`, undefined]));
}

function readView(search: SearchFields, range: Pick<ReportView, "from" | "to">): ReportView {
  const report = reportIds.find((id) => id === search["report"]) ?? FIRST_REPORT;
  return {
    report,
    ...range,
    points: (searchText(search["points"]) ?? "").split(",").filter(Boolean).slice(0, COMPARED_POINTS_MAX),
    grid: readGridState(search, reportAddress(report)),
  };
}
