import type { Cell, ReportRow, ReportSource, StoredRow } from "../report-rows.repository.ts";

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === "string" || typeof value === "number";

/** Rows as they leave the server: words in place of codes. */
export const rowsInWords = (source: ReportSource, rows: readonly StoredRow[]): ReportRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const inWords = source.columns[name]?.inWords;
        if (inWords) return [name, inWords(value)];
        return [name, isCell(value) ? value : JSON.stringify(value)];
      }),
    ),
  );
