import { CsvError, parse } from "csv-parse/sync";

/** Problems of a file or of one cell of it. The screens have the sentences. */
export type ImportCode =
  | "no-heading"
  | "no-rows"
  | "too-many-rows"
  | "row-long"
  | "quote-open"
  | "column-missing"
  | "column-unknown"
  | "column-repeated"
  | "empty"
  | "number"
  | "range"
  | "repeated"
  | "yes-or-no"
  | "ssid"
  | "name"
  | "point-id"
  | "unit"
  | "differs";

/** A problem of a row. Rows count from 1, as in a spreadsheet: the heading and empty rows count too. */
export interface ImportProblem {
  row: number;
  /** As the heading names it. */
  column?: string | undefined;
  code: ImportCode;
  /** The text that is wrong, cut off. */
  value?: string | undefined;
}

export interface CsvRow {
  row: number;
  cells: string[];
}

/** The largest controllers have some 18,000 objects, which take a third of a second. */
const ROWS_MAX = 50_000;
const ROW_LENGTH_MAX = 20_000;
const SHOWN_CHARACTERS = 80;

export const problem = (row: number, code: ImportCode, column?: string, value?: string): ImportProblem => ({
  row,
  code,
  ...(column === undefined ? {} : { column }),
  ...(value ? { value: value.slice(0, SHOWN_CHARACTERS).toWellFormed() } : {}),
});

/** Encodings by their byte order marks. */
const marks: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/** The text of a file in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252, in which older tools write. */
function decode(bytes: Uint8Array): string {
  const marked = marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A name of a column without case, spaces and marks. */
export const columnKey = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** A first line that names the delimiter. Spreadsheets do not show it, so it does not count as a row. */
const delimiterLine = /^\s*"?sep=(.)"?[;,\t]*(?:\r\n|\n|\r)/i;
const delimiters = [";", ",", "\t"];

/** The filled rows of a CSV file. `heading`: names of columns that only the heading has; it shows the delimiter. */
export function readCsv(
  bytes: Uint8Array,
  heading: readonly string[],
): { rows: CsvRow[]; problems: ImportProblem[] } {
  const all = decode(bytes);
  const named = delimiterLine.exec(all);
  const text = named ? all.slice(named[0].length) : all;
  const headingLine = text.split(/\r\n|\n|\r/).find((line) => {
    const key = columnKey(line);
    return heading.every((name) => key.includes(name));
  });
  const counts = delimiters.map(
    (one) => [one, (headingLine ?? text.slice(0, 1_000)).split(one).length] as const,
  );
  const delimiter = named?.[1] ?? counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ";";
  try {
    const cells = parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      // Names have inches and quoted words.
      relax_quotes: true,
      max_record_size: ROW_LENGTH_MAX,
      to: ROWS_MAX + 1,
    });
    const rows = cells.map((one, at) => ({ row: at + 1, cells: one.map((cell) => cell.trim()) }));
    const filled = rows.filter((row) => row.cells.some((cell) => cell !== ""));
    const problems = rows.length > ROWS_MAX ? [problem(ROWS_MAX, "too-many-rows")] : [];
    return { rows: filled, problems };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error["records"]) + 1;
    const code = error.code === "CSV_MAX_RECORD_SIZE" ? "row-long" : "quote-open";
    return { rows: [], problems: [problem(row, code)] };
  }
}
