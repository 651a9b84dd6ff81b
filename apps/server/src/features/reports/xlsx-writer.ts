import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";

import type { ReportColumn } from "@verandah/contract/reports.ts";
import { ZipFile } from "yazl";

import { looksLikeFormula } from "./csv-writer.ts";
import type { Cell, ReportRow } from "./report-rows.repository.ts";
import { DATE, DURATION, HEADER, TEXT_AS_IT_IS, TIME, workbookParts } from "./xlsx-parts.ts";

/** Rows of a sheet, its header included. Source: Excel specifications and limits. */
const SHEET_ROWS_MAX = 1_048_576;
/** Longest text of a cell. Source: Excel specifications and limits. */
const CELL_TEXT_MAX = 32_767;
/** Sheets are much alike from row to row: more effort would hardly make them smaller. */
const COMPRESSION_LEVEL = 1;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text as XML; without what XML cannot say, and so that Excel does not read `_x0041_` as a letter. */
function xmlText(text: string): string {
  return (
    text
      .slice(0, CELL_TEXT_MAX)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is taken out
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      // A reader of XML would make it a line feed.
      .replaceAll("\r", "_x000D_")
      .replaceAll(/[&<>]/g, (character) => entities[character] ?? "")
  );
}

const styleOf = { date: DATE, time: TIME, duration: DURATION } as const;
const isTimed = (kind: ReportColumn["kind"] | undefined): kind is keyof typeof styleOf =>
  kind !== undefined && Object.hasOwn(styleOf, kind);

const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet. Source: ECMA-376 part 1 §18.17.4.1 (the 1900 date system). */
const DAY_0_MS = Date.UTC(1899, 11, 30);
/** Digits that tell seconds of a day apart. */
const DAY_DIGITS = 9;

/** A date as its day, a time as its part of a day; undefined for a text that is neither. */
function serialOf(text: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return (Date.parse(text) - DAY_0_MS) / DAY_MS;
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const days = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  return Number(days.toFixed(DAY_DIGITS));
}

function cellXml(cell: Cell, style?: number, kind?: ReportColumn["kind"]): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "string" && isTimed(kind)) {
    const serial = serialOf(cell);
    if (serial !== undefined) return `<c s="${styleOf[kind]}"><v>${serial}</v></c>`;
  }
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : "<c/>";
  // Excel's own mark for a text that only looks like a formula: it stays a text when the cell is edited.
  const styled = style ?? (looksLikeFormula(cell) ? TEXT_AS_IT_IS : undefined);
  const attribute = styled === undefined ? "" : ` s="${styled}"`;
  return `<c t="inlineStr"${attribute}><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

const headerXml = (headings: readonly string[]) =>
  `<row>${headings.map((heading) => cellXml(heading, HEADER)).join("")}</row>`;

const sheetStart = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="18" defaultRowHeight="15"/><sheetData>`;

/**
 * An XLSX file of rows that come in batches, piece by piece. What does not fit into one sheet goes on in the next.
 *
 * @param at the files' time within the archive
 */
export function writeXlsx(
  sheetName: string,
  names: readonly string[],
  batches: AsyncIterable<ReportRow[]>,
  at: Date,
  {
    headings = names,
    kinds = {},
    sheetRowsMax = SHEET_ROWS_MAX,
  }: {
    headings?: readonly string[];
    /** How the cells of a column are typed; without a kind numbers are numbers and all else is text. */
    kinds?: Readonly<Record<string, ReportColumn["kind"]>>;
    sheetRowsMax?: number;
  } = {},
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const reader = batches[Symbol.asyncIterator]();
  let left: ReportRow[] = [];

  /** Makes sure that a batch is at hand. @returns false at the end */
  async function hasMore(): Promise<boolean> {
    if (left.length === 0) {
      const next = await reader.next();
      left = next.done ? [] : next.value;
    }
    return left.length > 0;
  }

  /** Up to `most` rows of the batch at hand. */
  function take(most: number): ReportRow[] {
    const taken = left.slice(0, most);
    left = left.slice(taken.length);
    return taken;
  }

  const rowXml = (row: ReportRow) =>
    `<row>${names.map((name) => cellXml(row[name] ?? null, undefined, kinds[name])).join("")}</row>`;

  async function* sheet(): AsyncGenerator<string> {
    yield sheetStart + headerXml(headings);
    for (let room = sheetRowsMax - 1; room > 0 && (await hasMore());) {
      const rows = take(room);
      room -= rows.length;
      yield rows.map(rowXml).join("");
    }
    yield "</sheetData></worksheet>";
  }

  async function write(): Promise<void> {
    let sheets = 0;
    do {
      sheets += 1;
      const content = Readable.from(sheet(), { objectMode: false });
      output.once("close", () => content.destroy());
      zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`, {
        mtime: at,
        compressionLevel: COMPRESSION_LEVEL,
      });
      await finished(content);
    } while (await hasMore());
    for (const [name, xml] of Object.entries(workbookParts(sheetName, sheets)))
      zip.addBuffer(Buffer.from(xml), name, { mtime: at });
    zip.end();
  }

  zip.on("error", (error: unknown) => output.destroy(error instanceof Error ? error : undefined));
  output.once("close", () => void reader.return?.());
  write().catch((error: unknown) => output.destroy(error instanceof Error ? error : undefined));
  return output;
}
