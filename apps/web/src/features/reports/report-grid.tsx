import { useLingui } from "@lingui/react/macro";
import { reportHeading } from "@verandah/contract/reports/report-headings.ts";
import type { getReport, ReportColumn } from "@verandah/contract/reports/reports.ts";
import { reports } from "@verandah/contract/reports/reports.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ReactNode } from "react";

import { numberText } from "#shared/format/number.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import type { GridColumn } from "#shared/ui/data-grid/use-grid-table.ts";

import type { ReportView } from "./report-view.ts";

type Page = ReplyOf<typeof getReport>;
type Row = Page["rows"][number];

const WIDTHS_PX = { date: 110, time: 100, duration: 100, number: 100, text: 130 } as const;
const DIGITS_MAX = 3;

/** Columns that may contain sentences. */
const longTexts: ReadonlySet<string> = new Set(["Key", "Reason"]);

interface Props {
  view: ReportView;
  page: Page | undefined;
  isLoadingOther: boolean;
  error: string | undefined;
  onRetry: () => void;
  emptyText: string;
  onChange: (part: Partial<ReportView>, replace?: boolean) => void;
}

/** A page of a report. Source: spec 2 §2 Reports screen. */
export function ReportGrid({ view, onChange, ...shown }: Props) {
  const { i18n } = useLingui();
  const listed: readonly ReportColumn[] = reports[view.report].columns;
  const title = listed.find(({ kind }) => kind === "text");
  const columns = listed.map((column): GridColumn<Row> => {
    const choices = shown.page?.choices[column.name];
    return {
      id: column.name,
      card: column === title ? "title" : longTexts.has(column.name) ? "line" : "inline",
      header: i18n._(reportHeading(column.name)),
      width: WIDTHS_PX[column.kind],
      isNumber: column.kind === "number",
      ...(choices && { filter: { choices, hasDetails: column.name === "State" } }),
      cell: (row) => cellText(row[column.name]),
    };
  });
  return (
    <DataGrid
      key={view.report}
      label={i18n._(reports[view.report].name)}
      columns={columns}
      rowKey={(_, index) => String(index)}
      state={view.grid}
      narrow="cards"
      onState={(grid, options) => onChange({ grid }, options?.replace)}
      {...shown}
    />
  );
}

function cellText(value: Row[string] | undefined): ReactNode {
  if (typeof value === "string" && value.includes("\n"))
    return <span style={{ whiteSpace: "pre-line" }}>{value}</span>;
  if (typeof value !== "number") return value ?? "";
  const digits = String(value).split(".")[1]?.length ?? 0;
  return numberText(value, Math.min(digits, DIGITS_MAX));
}
