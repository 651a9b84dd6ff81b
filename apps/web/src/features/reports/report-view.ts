import type { Language } from "@verandah/contract/language.ts";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";
import {
  COMPARED_POINTS_MAX,
  type ReportColumn,
  type ReportId,
  reportIds,
  reports,
} from "@verandah/contract/reports/reports.ts";
import { useCallback, useMemo, useState } from "react";

import { hasFourDigitYear } from "#shared/format/wall-time.ts";
import { type SearchChange, type SearchFields, searchText, useSearchState } from "#shared/search-state.ts";
import {
  type GridAddress,
  gridFields,
  gridSearch,
  type GridState,
  readGridState,
} from "#shared/ui/data-grid/grid-state.ts";

const DAY_MS = 86_400_000;

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

/** The view in the address. Without a range it is the last 24 hours, which enter the address with the first change. */
export function useReportView(): [ReportView, (change: Partial<ReportView>, replace?: boolean) => void] {
  const [search, changeSearch] = useSearchState();
  const [openedAtMs] = useState(() => Date.now());
  const view = useMemo(() => readView(search, openedAtMs), [search, openedAtMs]);
  const change = useCallback(
    (part: Partial<ReportView>, replace = false) => {
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
          from: next.from,
          to: next.to,
          points: next.points.join(",") || undefined,
        },
        { replace },
      );
    },
    [view, changeSearch],
  );
  return [view, change];
}

function emptied(report: ReportId): SearchChange {
  return Object.fromEntries(reportAddress(report).columns.map((name) => [`filter.${name}`, undefined]));
}

function readView(search: SearchFields, openedAtMs: number): ReportView {
  const report = reportIds.find((id) => id === search["report"]) ?? FIRST_REPORT;
  const to = instantIn(search["to"]) ?? new Date(openedAtMs).toISOString();
  return {
    report,
    from: instantIn(search["from"]) ?? new Date(Date.parse(to) - DAY_MS).toISOString(),
    to,
    points: (searchText(search["points"]) ?? "").split(",").filter(Boolean).slice(0, COMPARED_POINTS_MAX),
    grid: readGridState(search, reportAddress(report)),
  };
}

function instantIn(value: unknown): string | undefined {
  const at = Date.parse(searchText(value) ?? "");
  const instant = Number.isNaN(at) ? "" : new Date(at).toISOString();
  return hasFourDigitYear(instant) ? instant : undefined;
}
