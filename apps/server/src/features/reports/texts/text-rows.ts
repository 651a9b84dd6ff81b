import type { Cell, ReportRow, ReportSource, StoredRow } from "../report-rows.repository.ts";

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === "string" || typeof value === "number";

/** Converts rows for the reply: texts instead of codes. */
export const toTextRows = (source: ReportSource, rows: readonly StoredRow[]): ReportRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const toText = source.columns[name]?.toText;
        if (toText) return [name, toText(value)];
        return [name, isCell(value) ? value : JSON.stringify(value)];
      }),
    ),
  );
