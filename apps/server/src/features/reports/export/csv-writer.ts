import type { Cell, ReportRow } from "../report-rows.repository.ts";

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Characters that begin a formula in a spreadsheet. Source: OWASP, CSV injection. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/** Whether a spreadsheet could read a text as a formula; a number is not a formula. */
const looksLikeFormula = (text: string): boolean => formulaStart.test(text) && !plainNumber.test(text);

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = looksLikeFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellText).join(",")}\r\n`;

/** Writes a CSV file (RFC 4180) in parts, one part per batch of rows. */
export async function* writeCsv(
  columns: readonly { name: string; heading: string }[],
  batches: AsyncIterable<ReportRow[]> | Iterable<ReportRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading));
  for await (const rows of batches)
    yield rows.map((row) => csvLine(columns.map(({ name }) => row[name] ?? null))).join("");
}
