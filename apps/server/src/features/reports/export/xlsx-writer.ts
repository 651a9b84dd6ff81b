import { Readable } from "node:stream";

import type { ReportColumn } from "@verandah/contract/reports/reports.ts";

import type { Cell, ReportRow } from "../report-rows.repository.ts";

type Kind = ReportColumn["kind"];

/** Maximum length of the text of a cell. Source: Excel specifications and limits. */
const CELL_TEXT_MAX = 32_767;
/** Maximum length of the name of a sheet. Source: Excel specifications and limits. */
const SHEET_NAME_MAX = 31;
const COLUMN_WIDTH = 18;

/**
 * Number formats by kind. A text column has the text format, so that Excel does not change an edited text `=1+1` into a formula.
 * Source: ECMA-376 part 1 §18.8.30.
 */
const formats: Partial<Record<Kind, string>> = {
  text: "@",
  date: "yyyy-mm-dd",
  time: "h:mm:ss",
  duration: "[h]:mm:ss",
};

const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet. Source: ECMA-376 part 1 §18.17.4.1 (the 1900 date system). */
const DAY_0_MS = Date.UTC(1899, 11, 30);
/** Digits that distinguish the seconds of a day. */
const DAY_DIGITS = 9;

/** The number of a date (days), or of a time (part of a day); undefined for another text. */
function serialOf(text: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return (Date.parse(text) - DAY_0_MS) / DAY_MS;
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const days = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  return Number(days.toFixed(DAY_DIGITS));
}

function cellOf(cell: Cell, kind: Kind): Cell {
  if (typeof cell !== "string") return cell;
  const serial = kind === "text" || kind === "number" ? undefined : serialOf(cell);
  if (serial !== undefined) return serial;
  // Excel would show `_x0041_` as a letter. XML cannot contain the two noncharacters.
  return cell
    .slice(0, CELL_TEXT_MAX)
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/[\uFFFE\uFFFF]/g, "");
}

/** Writes an XLSX file in parts from batches of rows. Rows that do not fit into one sheet continue in the next. */
export function writeXlsx(
  name: string,
  columns: readonly (ReportColumn & { heading: string })[],
  batches: AsyncIterable<ReportRow[]> | Iterable<ReportRow[]>,
  limits: { maxRowsPerSheet?: number } = {},
): Readable {
  async function* rows() {
    for await (const batch of batches)
      for (const row of batch) yield columns.map((column) => cellOf(row[column.name] ?? null, column.kind));
  }
  const options = {
    name: name.length > SHEET_NAME_MAX ? name.slice(0, name.lastIndexOf(" ", SHEET_NAME_MAX)) : name,
    columns: columns.map(({ heading, kind }) => ({
      header: heading,
      width: COLUMN_WIDTH,
      ...(formats[kind] && { numFmt: formats[kind] }),
    })),
    freezePane: { rows: 1 },
    ...limits,
  };
  async function* file() {
    // Loads the library with the first export, so that it does not delay the start.
    const { writeXlsxStream } = await import("hucre/xlsx");
    yield* writeXlsxStream(rows(), options);
  }
  return Readable.from(file(), { objectMode: false });
}
