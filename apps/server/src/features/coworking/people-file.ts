import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";

import {
  type CellProblem,
  type CoworkingColumn,
  coworkingColumns,
  PEOPLE_FILE_MAX_ROWS,
  type WrongRow,
} from "@verandah/contract/coworking.ts";
import type { InputRuleCode } from "@verandah/contract/input-rules.ts";
import { mailAddress } from "@verandah/contract/mail-address.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { shownLine } from "@verandah/contract/shown-text.ts";
import { CsvError, parse } from "csv-parse";

import { refuseField } from "#core/refuse-field.ts";

import type { NewPerson } from "./coworking.repository.ts";

/** Bytes of a file that are read before other work of the server continues. */
const PIECE_BYTES = 4_096;
/** Maximum length of a row. A longer row would block the server. */
const LINE_MAX = 100_000;

const wrongFile = (text: string) => new AppError("input-invalid", { fields: { file: text } });

/** Encodings by their byte order marks. A file without one is UTF-8. */
const marks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * Decodes a CSV file in UTF-8, or in UTF-16 with a byte order mark, while it arrives.
 *
 * @throws AppError `input-invalid` for another encoding, because a guessed encoding would store wrong names
 */
async function* decodeCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  const decode = (bytes?: Uint8Array) => {
    try {
      const text = decoder?.decode(bytes, { stream: bytes !== undefined }) ?? "";
      if (!text.includes("\0")) return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    throw wrongFile("Save the file as CSV in UTF-8");
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([head, chunk]);
    head = Buffer.alloc(0);
    if (!decoder) {
      // A byte order mark has two bytes.
      if (bytes.length < 2) {
        head = bytes;
        continue;
      }
      const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
      decoder = new TextDecoder(mark?.encoding ?? "utf-8", { fatal: true });
    }
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield decode(bytes.subarray(at, at + PIECE_BYTES));
  }
  yield decode();
}

const formFaults: Partial<Record<string, InputRuleCode>> = {
  CSV_MAX_RECORD_SIZE: "row-long",
  INVALID_OPENING_QUOTE: "row-mark-inside",
  CSV_INVALID_CLOSING_QUOTE: "row-mark-single",
};

/** A first line that names the delimiter. Spreadsheets do not show it, so it does not count as a row. */
const delimiterLine = /^\s*"?sep=(.)"?[;,\t]*(?:\r\n|\n|\r(?!$))/i;
/** The end of a line. After a return, the next character is needed. */
const lineEnd = /\n|\r[^]/;

/**
 * The rows of a CSV file as the texts of their cells. The first line with text shows the delimiter, unless a line `sep=` names it.
 *
 * @throws AppError `input-invalid`
 */
async function* readRows(texts: AsyncGenerator<string>): AsyncGenerator<string[]> {
  let head = "";
  let named: string | undefined;
  for (let isEnd = false; !isEnd && head.length < LINE_MAX && !lineEnd.test(head.trimStart());) {
    const { value, done } = await texts.next();
    isEnd = done === true;
    head = (head + (value ?? "")).replace(delimiterLine, (_line, sign: string) => {
      named = sign;
      return "";
    });
  }
  const [firstLine = ""] = head.trimStart().split(/[\r\n]/, 1);
  // Only where it is used: each library costs memory.
  const { detectDelimiter } = await import("hucre/csv");
  const parser = parse({
    delimiter: named ?? detectDelimiter(firstLine),
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: LINE_MAX,
    relax_column_count: true,
  });
  async function* allTexts() {
    yield head;
    yield* texts;
  }
  // The parser throws the errors of its source. A composed stream could emit them again without a listener, which ends the program.
  pipeline(Readable.from(allTexts()), parser, () => undefined);
  try {
    yield* parser;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const code = formFaults[error.code] ?? "row-mark-open";
    const row = Number(error["records"]) + 1;
    throw refuseField("input-invalid", "file", { code, value: String(row) });
  }
}

/** First characters with which a spreadsheet begins a formula, in half and full width. Source: OWASP, CSV injection. */
const formulaStart = /^[=+\-@＝＋－＠]/;
/** A contact number: digits with the usual separators and an extension, so that it cannot be a formula or a text. */
const contact = /^\+?[\d(][\d ()/-]{3,24}(?: ?(?:ext\.?|extension|x) ?\d{1,6})?$/i;
const MAX_CHARACTERS: Record<CoworkingColumn, number> = {
  user_id: 50,
  user_name: 100,
  user_email: 200,
  user_contact_no: 40,
  client: 100,
};
/** Invisible characters. They would make two ids look the same. Names may contain them, because some scripts need them. */
const invisible = /\p{Cf}/u;
const withoutInvisible: ReadonlySet<CoworkingColumn> = new Set(["user_id", "user_email"]);
const required: ReadonlySet<CoworkingColumn> = new Set(["user_id", "user_name", "client"]);
/** A longer cell is cut off before its check. It is too long in any case. */
const CELL_READ_MAX = 1_000;
/** Composed characters may become three. Source: Unicode Standard Annex 15, 11.2. */
const cellLine = shownLine(3 * CELL_READ_MAX, 0);

function problemOf(column: CoworkingColumn, text: string): CellProblem | undefined {
  if (text === "") return required.has(column) ? "empty" : undefined;
  if (text.length > MAX_CHARACTERS[column]) return "too-long";
  // Another program writes the replacement character for bytes that it cannot decode.
  if (text.includes("\uFFFD")) return "character";
  if (withoutInvisible.has(column) && invisible.test(text)) return "character";
  if (column === "user_contact_no") return contact.test(text) ? undefined : "contact";
  if (formulaStart.test(text)) return "formula";
  if (column !== "user_email") return undefined;
  if (text.split(/[@.]/).some(hasTwoAlphabets)) return "alphabets";
  return mailAddress.safeParse(text).success ? undefined : "email";
}

/** Whether Latin letters are mixed with letters that look like them. Source: Unicode Technical Standard 39, 5.2. */
const hasTwoAlphabets = (text: string) =>
  /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(text);

/** The value of a decimal digit of any script. They are encoded in rows of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** What people and programs write around an address or a number. */
const plainTexts: Partial<Record<CoworkingColumn, (text: string) => string>> = {
  user_email: (text) => text.replace(/^mailto:/i, "").replace(/^<(.*)>$/, "$1"),
  user_contact_no: (text) =>
    text
      .replace(/^tel:/i, "")
      .replaceAll(/\p{Nd}/gu, digitOf)
      .replaceAll(/\p{Pd}/gu, "-"),
};

const isBlank = (cell: string) => cell.trim() === "";

/** The position of each column. @throws AppError `input-invalid` unless the row names each column once and no other */
function readHeading(row: readonly string[]): Map<CoworkingColumn, number> {
  const names = row.map((cell) => cell.trim().toLowerCase());
  const places = new Map(coworkingColumns.map((column) => [column, names.indexOf(column)]));
  const named = names.filter((name) => name !== "");
  if (named.length !== coworkingColumns.length || [...places.values()].includes(-1))
    throw wrongFile("The first row must be: user_id, user_name, user_email, user_contact_no, client");
  return places;
}

/** Rows that are read before other work of the server continues. */
const ROWS_PER_PAUSE = 1_000;
/** Empty rows count too, so that a file of line breaks ends soon. */
const READ_MAX = 2 * PEOPLE_FILE_MAX_ROWS;
const SHOWN_CHARACTERS = 50;

interface ReadFile {
  people: NewPerson[];
  wrong: WrongRow[];
}

/**
 * The people of a CSV file, and its wrong rows.
 *
 * @throws AppError `input-invalid` for a file without the right heading, without rows, or with too many
 */
export async function readPeopleFile(chunks: AsyncIterable<Uint8Array>): Promise<ReadFile> {
  const file: ReadFile = { people: [], wrong: [] };
  const known = new Set<string>();
  let places: Map<CoworkingColumn, number> | undefined;
  let row = 0;
  for await (const cells of readRows(decodeCsv(chunks))) {
    row += 1;
    if (row % ROWS_PER_PAUSE === 0) await setImmediate();
    if (row > READ_MAX || file.people.length + file.wrong.length > PEOPLE_FILE_MAX_ROWS) break;
    if (cells.every(isBlank)) continue;
    if (places) readRow(file, row, cells, places, known);
    else places = readHeading(cells);
  }
  if (row > READ_MAX || file.people.length + file.wrong.length > PEOPLE_FILE_MAX_ROWS)
    throw wrongFile("At most 50,000 rows");
  if (file.people.length + file.wrong.length === 0) throw wrongFile("The file has no rows");
  return file;
}

/** Whether a row has a cell in each column, and no text beside them. */
function hasCells(cells: readonly string[], places: ReadonlyMap<CoworkingColumn, number>): boolean {
  const used = new Set(places.values());
  return cells.length > Math.max(...used) && cells.every((cell, at) => used.has(at) || isBlank(cell));
}

function readRow(
  file: ReadFile,
  row: number,
  cells: readonly string[],
  places: ReadonlyMap<CoworkingColumn, number>,
  known: Set<string>,
): void {
  const textOf = (column: CoworkingColumn) => {
    const cell = cells[places.get(column) ?? -1] ?? "";
    if (cell.length > CELL_READ_MAX) return cell.slice(0, CELL_READ_MAX);
    const line = cellLine.parse(cell.normalize("NFC")).replaceAll(/\s+/g, " ");
    return plainTexts[column]?.(line).trim() ?? line;
  };
  const texts = {
    user_id: textOf("user_id"),
    user_name: textOf("user_name"),
    user_email: textOf("user_email"),
    user_contact_no: textOf("user_contact_no"),
    client: textOf("client"),
  };
  const externalId = texts.user_id;
  const problems: WrongRow["problems"] = [];
  // Spreadsheets write empty columns that were used before.
  if (!hasCells(cells, places)) problems.push({ column: "user_id", problem: "cells" });
  else
    for (const column of coworkingColumns) {
      const problem = problemOf(column, texts[column]);
      if (problem) problems.push({ column, problem });
    }
  if (problems.length === 0 && known.has(externalId))
    problems.push({ column: "user_id", problem: "repeated" });
  known.add(externalId);
  if (problems.length > 0) {
    file.wrong.push({ row, user_id: externalId.slice(0, SHOWN_CHARACTERS).toWellFormed(), problems });
    return;
  }
  const { user_name: name, user_email: address, user_contact_no: contactNo, client } = texts;
  file.people.push({ externalId, name, email: address, contactNo, client });
}
