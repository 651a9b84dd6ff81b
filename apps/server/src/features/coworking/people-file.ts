import { setImmediate } from "node:timers/promises";

import {
  type CellProblem,
  type CoworkingColumn,
  coworkingColumns,
  PEOPLE_FILE_MAX_ROWS,
  type WrongRow,
} from "@verandah/contract/coworking.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { shownLine } from "@verandah/contract/shown-text.ts";
import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { z } from "zod";

import type { NewPerson } from "./coworking.repository.ts";

const wrongFile = (text: string) => new AppError("input-invalid", { fields: { file: text } });

/** Encodings by their byte order marks. A file without one is UTF-8. */
const marks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * The text of a CSV file in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @throws AppError `input-invalid` for another encoding; to guess it would store wrong names
 */
export function decodeCsv(bytes: Buffer): string {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  const refusal = wrongFile("Save the file as CSV in UTF-8");
  try {
    const text = new TextDecoder(mark?.encoding ?? "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (error) {
    refusal.cause = error;
  }
  throw refusal;
}

/** What a spreadsheet takes for the beginning of a formula, in both widths. Source: OWASP, CSV injection. */
const formulaStart = /^[=+\-@＝＋－＠]/;
/** Digits with the usual marks between them, so that no formula and no text fits. */
const contact = /^\+?[\d(][\d ()-]{3,23}$/;
const email = z.email();
const MAX_CHARACTERS: Record<CoworkingColumn, number> = {
  user_id: 50,
  user_name: 100,
  user_email: 200,
  user_contact_no: 25,
  client: 100,
};
const required: ReadonlySet<CoworkingColumn> = new Set(["user_id", "user_name", "client"]);
/** A longer cell is too long, whatever it contains, and is not examined. */
const CELL_READ_MAX = 1_000;
/** Composed characters may become three. Source: Unicode Standard Annex 15, 11.2. */
const cellLine = shownLine(3 * CELL_READ_MAX, 0);

function problemOf(column: CoworkingColumn, text: string): CellProblem | undefined {
  if (text === "") return required.has(column) ? "empty" : undefined;
  if (text.length > MAX_CHARACTERS[column]) return "too-long";
  // In place of bytes that an earlier program could not decode.
  if (text.includes("\uFFFD")) return "character";
  if (column === "user_contact_no") return contact.test(text) ? undefined : "contact";
  if (formulaStart.test(text)) return "formula";
  return column === "user_email" && !email.safeParse(text).success ? "email" : undefined;
}

/** Where each column is. @throws AppError `input-invalid` unless the row names each column once and no other */
function readHeading(row: readonly string[]): Map<CoworkingColumn, number> {
  const names = row.map((cell) => cell.trim().toLowerCase());
  const places = new Map(coworkingColumns.map((column) => [column, names.indexOf(column)]));
  if (names.length !== coworkingColumns.length || [...places.values()].includes(-1))
    throw wrongFile("The first row must be: user_id, user_name, user_email, user_contact_no, client");
  return places;
}

/** Rows that are read before other work of the server gets its turn. */
const ROWS_PER_TURN = 1_000;
/** Empty rows count too, so that a file of line breaks ends soon. */
const READ_MAX = 2 * PEOPLE_FILE_MAX_ROWS;
const SHOWN_CHARACTERS = 50;

/** A longer line would hold up the server while it is read. */
const LINE_MAX = 100_000;

/** Whether a line is longer than `LINE_MAX`. A regular expression would take the square of the time. */
function hasLongLine(text: string): boolean {
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at);
    if (code === 10 || code === 13) start = at + 1;
    else if (at - start >= LINE_MAX) return true;
  }
  return false;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

interface ReadFile {
  people: NewPerson[];
  wrong: WrongRow[];
}

/** The people of a CSV file, and its wrong rows. @throws AppError `input-invalid` for a file without the right heading, without rows, or with too many */
export async function readPeopleFile(text: string): Promise<ReadFile> {
  // In valid CSV every quotation mark has a second one. Without it the rest of the file would be one cell.
  if (countQuotes(text) % 2 === 1) throw wrongFile("A quotation mark is not closed");
  if (hasLongLine(text)) throw wrongFile("A row is too long");
  const [firstLine = ""] = text.split(/[\r\n]/, 1);
  const file: ReadFile = { people: [], wrong: [] };
  const known = new Set<string>();
  let places: Map<CoworkingColumn, number> | undefined;
  let row = 0;
  for (const values of streamCsvRows(text, { delimiter: detectDelimiter(firstLine) })) {
    row += 1;
    if (row % ROWS_PER_TURN === 0) await setImmediate();
    const cells = values.map(String);
    if (!places) {
      places = readHeading(cells);
      continue;
    }
    if (row > READ_MAX || file.people.length + file.wrong.length > PEOPLE_FILE_MAX_ROWS) break;
    if (cells.every((cell) => cell.trim() === "")) continue;
    readRow(file, row, cells, places, known);
  }
  if (row > READ_MAX || file.people.length + file.wrong.length > PEOPLE_FILE_MAX_ROWS)
    throw wrongFile("At most 50,000 rows");
  if (file.people.length + file.wrong.length === 0) throw wrongFile("The file has no rows");
  return file;
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
    return cell.length > CELL_READ_MAX ? cell.slice(0, CELL_READ_MAX) : cellLine.parse(cell.normalize("NFC"));
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
  if (cells.length !== places.size) problems.push({ column: "user_id", problem: "cells" });
  else
    for (const column of coworkingColumns) {
      const problem = problemOf(column, texts[column]);
      if (problem) problems.push({ column, problem });
    }
  if (problems.length === 0 && known.has(externalId))
    problems.push({ column: "user_id", problem: "repeated" });
  known.add(externalId);
  if (problems.length > 0) {
    file.wrong.push({ row, user_id: externalId.slice(0, SHOWN_CHARACTERS), problems });
    return;
  }
  const { user_name: name, user_email: address, user_contact_no: contactNo, client } = texts;
  file.people.push({ externalId, name, email: address, contactNo, client });
}
