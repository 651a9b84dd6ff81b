import { buffer, text } from "node:stream/consumers";

import type { ReportColumn } from "@verandah/contract/reports/reports.ts";
import { expect, test } from "vitest";

import { unzip } from "../../../testing/reports/unzip.ts";
import type { ReportRow } from "../report-rows.repository.ts";
import { writeCsv } from "./csv-writer.ts";
import { writeXlsx } from "./xlsx-writer.ts";

// oxlint-disable-next-line require-await -- like the batches of a cursor
async function* inBatches(...batches: ReportRow[][]): AsyncGenerator<ReportRow[]> {
  yield* batches;
}

const columns = (kinds: Readonly<Record<string, ReportColumn["kind"]>>) =>
  Object.entries(kinds).map(([name, kind]) => ({ name, heading: name, kind }));
const oneColumn = columns({ A: "number" });

const nameAndValue = columns({ Name: "text", Value: "number" });

const csv = async (...cells: (string | number | null)[]) =>
  (await text(writeCsv(oneColumn, inBatches(cells.map((cell) => ({ A: cell })))))).split("\r\n").slice(1, -1);

test("a CSV file is UTF-8 with a byte order mark, with CRLF line ends and quoted cells where needed", async () => {
  const rows = inBatches([{ Name: 'ä, "b"\nc', Value: 1.5 }], [{ Name: null, Value: null }]);
  expect(await text(writeCsv(nameAndValue, rows))).toBe('\uFEFFName,Value\r\n"ä, ""b""\nc",1.5\r\n,\r\n');
});

test("no cell of a CSV file is a formula, and numbers stay numbers", async () => {
  expect(await csv("=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", "\rx")).toEqual([
    "'=1+1",
    "'+cmd",
    "'-2+3",
    "'@SUM(A1)",
    "'\tx",
    `"'\rx"`,
  ]);
  expect(await csv(-5.25, "-5.25", "+4", "2026-01-05", "a=b", "'x")).toEqual([
    "-5.25",
    "-5.25",
    "+4",
    "2026-01-05",
    "a=b",
    "'x",
  ]);
  expect(await csv('=HYPERLINK("http://x","y")')).toEqual([`"'=HYPERLINK(""http://x"",""y"")"`]);
});

const cellsOf = (sheet: string | undefined) =>
  [...(sheet ?? "").matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...(row ?? "").matchAll(/(?:<t[^>]*>|<v>)(.*?)<\/(?:t|v)>/gs)].map(([, cell]) => cell),
  );
/** The number formats of the cell styles, in their order. */
const formatsOf = (styles = "") =>
  [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? "").matchAll(/numFmtId="(\d+)"/g)].map(
    ([, id]) => new RegExp(`numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1],
  );

test("an XLSX file has texts as texts, numbers as numbers, and columns of texts in the text format", async () => {
  const rows = inBatches(
    [{ Name: "=1+1 & <b>\u0001_x0041_\uFFFF", Value: -2.5 }],
    [{ Name: null, Value: null }],
  );
  const files = unzip(await buffer(writeXlsx("IBMS LOGS", nameAndValue, rows)));
  const sheet = files.get("xl/worksheets/sheet1.xml");
  expect(cellsOf(sheet)).toEqual([
    ["Name", "Value"],
    ["=1+1 &amp; &lt;b&gt;_x0001__x005F_x0041_", "-2.5"],
    [],
  ]);
  expect(sheet).toContain('<c r="A2" t="inlineStr" s="1"><is>');
  expect(formatsOf(files.get("xl/styles.xml"))[1]).toBe("@");
  expect(sheet).toContain('<c r="B2"><v>-2.5</v></c>');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
  expect(files.get("xl/workbook.xml")).toContain('<sheet name="IBMS LOGS" sheetId="1" r:id="rId1"/>');
});

test("dates, times and durations of an XLSX file are typed cells, and other texts stay texts", async () => {
  const typed = columns({ Date: "date", Time: "time", Active: "duration", Key: "text" });
  const rows = inBatches([
    { Date: "2026-01-05", Time: "06:00:00", Active: "36:00:00", Key: "2026-01-05" },
    { Date: "unknown", Time: null, Active: "00:00:01", Key: "" },
  ]);
  const files = unzip(await buffer(writeXlsx("R", typed, rows)));
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toContain(
    '<row r="2"><c r="A2" s="1"><v>46027</v></c><c r="B2" s="2"><v>0.25</v></c><c r="C2" s="3"><v>1.5</v></c><c r="D2" t="inlineStr" s="4"><is><t>2026-01-05</t></is></c></row>',
  );
  expect(sheet).toContain('<t>unknown</t></is></c><c r="B3" s="2"/><c r="C3" s="3"><v>0.000011574</v>');
  expect(formatsOf(files.get("xl/styles.xml")).slice(1)).toEqual(["yyyy-mm-dd", "h:mm:ss", "[h]:mm:ss", "@"]);
});

const numbered = (...numbers: number[]) => numbers.map((A) => ({ A }));
const sheetsOf = async (...batches: ReportRow[][]) => {
  const files = unzip(await buffer(writeXlsx("R", oneColumn, inBatches(...batches), { maxRowsPerSheet: 3 })));
  const sheets = [...files.keys()].filter((name) => name.startsWith("xl/worksheets/"));
  expect(files.get("xl/workbook.xml")?.match(/<sheet /g)).toHaveLength(sheets.length);
  return sheets.map((name) => cellsOf(files.get(name)).map(([cell]) => cell));
};

test("rows beyond a sheet continue in the next one, which has the header too", async () => {
  expect(await sheetsOf(numbered(1, 2, 3), numbered(4, 5))).toEqual([
    ["A", "1", "2"],
    ["A", "3", "4"],
    ["A", "5"],
  ]);
  expect(await sheetsOf(numbered(1), numbered(2))).toEqual([["A", "1", "2"]]);
  expect(await sheetsOf()).toEqual([["A"]]);
});

// oxlint-disable-next-line require-await -- like the batches of a cursor
async function* breaking(): AsyncGenerator<ReportRow[]> {
  yield [{ A: 1 }];
  throw new Error("The database is gone");
}

test("a file ends with an error when not all rows can be read", async () => {
  await expect(text(writeCsv(oneColumn, breaking()))).rejects.toThrow("The database is gone");
  await expect(buffer(writeXlsx("R", oneColumn, breaking()))).rejects.toThrow("The database is gone");
});
