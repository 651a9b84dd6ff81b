import { buffer, text } from "node:stream/consumers";

import { expect, test } from "vitest";

import { unzip } from "../../testing/unzip.ts";
import { writeCsv } from "./csv-writer.ts";
import type { ReportRow } from "./report-rows.repository.ts";
import { writeXlsx } from "./xlsx-writer.ts";

// oxlint-disable-next-line require-await -- as a cursor brings them
async function* inBatches(...batches: ReportRow[][]): AsyncGenerator<ReportRow[]> {
  yield* batches;
}

const csv = async (...cells: (string | number | null)[]) =>
  (await text(writeCsv(["A"], inBatches(cells.map((cell) => ({ A: cell })))))).split("\r\n").slice(1, -1);

test("a CSV file is UTF-8 with its mark, lines end in CRLF, and what needs it is quoted", async () => {
  const rows = inBatches([{ Name: 'ä, "b"\nc', Value: 1.5 }], [{ Name: null, Value: null }]);
  expect(await text(writeCsv(["Name", "Value"], rows))).toBe(
    '\uFEFFName,Value\r\n"ä, ""b""\nc",1.5\r\n,\r\n',
  );
});

test("no cell of a CSV file begins a formula, and numbers stay numbers", async () => {
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

const AT = new Date("2026-01-05T08:00:00Z");
const cellsOf = (sheet: string | undefined) =>
  [...(sheet ?? "").matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [...(row ?? "").matchAll(/<c\/>|<c[^>]*>(?:<is><t[^>]*>|<v>)(.*?)<\/(?:t|v)>/gs)].map(([, cell]) => cell),
  );

test("an XLSX file has texts as texts, numbers as numbers, and marks what only looks like a formula", async () => {
  const rows = inBatches([{ Name: "=1+1 & <b>\u0001_x0041_", Value: -2.5 }], [{ Name: null, Value: null }]);
  const files = unzip(await buffer(writeXlsx("IBMS LOGS", ["Name", "Value"], rows, AT)));
  expect([...files.keys()].toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  const sheet = files.get("xl/worksheets/sheet1.xml");
  expect(cellsOf(sheet)).toEqual([
    ["Name", "Value"],
    ["=1+1 &amp; &lt;b&gt;_x005F_x0041_", "-2.5"],
    [undefined, undefined],
  ]);
  expect(sheet).toContain('<c t="inlineStr" s="2"><is>');
  expect(sheet).toContain("<c><v>-2.5</v></c>");
  expect(files.get("xl/styles.xml")).toContain('quotePrefix="1"');
  expect(files.get("xl/workbook.xml")).toContain('<sheet name="IBMS LOGS" sheetId="1" r:id="rId1"/>');
});

test("dates, times and durations of an XLSX file are typed cells, and other texts stay texts", async () => {
  const kinds = { Date: "date", Time: "time", Active: "duration" } as const;
  const rows = inBatches([
    { Date: "2026-01-05", Time: "06:00:00", Active: "36:00:00", Key: "2026-01-05" },
    { Date: "unknown", Time: null, Active: "00:00:01", Key: "" },
  ]);
  const files = unzip(await buffer(writeXlsx("R", ["Date", "Time", "Active", "Key"], rows, AT, { kinds })));
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toContain(
    '<row><c s="3"><v>46027</v></c><c s="4"><v>0.25</v></c><c s="5"><v>1.5</v></c><c t="inlineStr"><is><t xml:space="preserve">2026-01-05</t></is></c></row>',
  );
  expect(sheet).toContain('<t xml:space="preserve">unknown</t></is></c><c/><c s="5"><v>0.000011574</v></c>');
  const styles = files.get("xl/styles.xml") ?? "";
  expect(styles).toContain(String.raw`<numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/>`);
  expect(styles.match(/<xf xfId="0" numFmtId="(164|21|46)" applyNumberFormat="1"\/>/g)).toHaveLength(3);
});

const numbered = (...numbers: number[]) => numbers.map((A) => ({ A }));
const sheetsOf = async (...batches: ReportRow[][]) => {
  const files = unzip(await buffer(writeXlsx("R", ["A"], inBatches(...batches), AT, { sheetRowsMax: 3 })));
  const sheets = [...files.keys()].filter((name) => name.startsWith("xl/worksheets/"));
  expect(files.get("xl/workbook.xml")?.match(/<sheet /g)).toHaveLength(sheets.length);
  return sheets.map((name) => cellsOf(files.get(name)).map(([cell]) => cell));
};

test("rows that a sheet has no room for go on in the next, which has the header too", async () => {
  expect(await sheetsOf(numbered(1, 2, 3), numbered(4, 5))).toEqual([
    ["A", "1", "2"],
    ["A", "3", "4"],
    ["A", "5"],
  ]);
  expect(await sheetsOf(numbered(1), numbered(2))).toEqual([["A", "1", "2"]]);
  expect(await sheetsOf()).toEqual([["A"]]);
});

// oxlint-disable-next-line require-await -- as a cursor brings them
async function* breaking(): AsyncGenerator<ReportRow[]> {
  yield [{ A: 1 }];
  throw new Error("The database is gone");
}

test("a file whose rows cannot be read to their end breaks off, and says so", async () => {
  await expect(text(writeCsv(["A"], breaking()))).rejects.toThrow("The database is gone");
  await expect(buffer(writeXlsx("R", ["A"], breaking(), AT))).rejects.toThrow("The database is gone");
});
