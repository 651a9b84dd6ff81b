import { useLingui } from "@lingui/react/macro";
import { reportHeading } from "@verandah/contract/reports/report-headings.ts";
import type { getReport, ReportColumn } from "@verandah/contract/reports/reports.ts";
import { reports } from "@verandah/contract/reports/reports.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ReactNode } from "react";

import { numberText } from "#shared/format/number.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";

import type { ReportView } from "./report-view.ts";

type Page = ReplyOf<typeof getReport>;
type Row = Page["rows"][number];

const WIDTHS_PX = { date: 110, time: 100, duration: 100, number: 100, text: 130 } as const;
/** Most names of devices take one line where there are few columns, so that ten rows have room. */
const DEVICE_PX = { width: 210, columnsMax: 8 };
const DIGITS_MAX = 3;

/** A value in words. */
const isWords = ({ name, kind }: ReportColumn) => name === "Value" && kind === "text";
const WORDS_PX = 380;
/** Whether a column may contain sentences. */
const hasSentences = (column: ReportColumn) =>
  column.name === "Key" || column.name === "Reason" || isWords(column);

interface Props {
  view: ReportView;
  of: { data: Page | undefined };
  emptyText: string;
  onChange: (part: Partial<ReportView>, replace?: boolean) => void;
}

/** A page of a report. Source: spec 2 §2 Reports screen. */
export function ReportGrid({ view, onChange, ...shown }: Props) {
  const { i18n } = useLingui();
  const listed: readonly ReportColumn[] = reports[view.report].columns;
  const title = listed.find(({ kind }) => kind === "text");
  const devicePx = listed.length > DEVICE_PX.columnsMax ? WIDTHS_PX.text : DEVICE_PX.width;
  // In a line of a card several numbers, or one without a unit, have no meaning without their headers.
  const hasUnit = listed.some(({ name }) => name === "Unit");
  const isClear = hasUnit && listed.filter(({ kind }) => kind === "number").length === 1;
  const numberCard = isClear ? "inline" : "field";
  const cardOf = (column: ReportColumn) =>
    hasSentences(column) ? "line" : column.kind === "number" ? numberCard : "inline";
  const columns = listed.map((column): GridColumn<Row> => {
    const choices = shown.of.data?.choices[column.name];
    return {
      id: column.name,
      card: column === title ? "title" : cardOf(column),
      header: i18n._(reportHeading(column.name)),
      width: column.name === "DeviceName" ? devicePx : isWords(column) ? WORDS_PX : WIDTHS_PX[column.kind],
      isNumber: column.kind === "number",
      ...(choices && { filter: { choices, hasDetails: column.name === "State" } }),
      render: (row) => cellText(row[column.name]),
    };
  });
  return (
    <DataGrid
      key={view.report}
      label={i18n._(reports[view.report].name)}
      columns={columns}
      rowKey={(_, index) => String(index)}
      state={view.grid}
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
