import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { readPeopleFile } from "./people-file.ts";

const HEADING = "user_id,user_name,user_email,user_contact_no,client";
const asha = "K-1,Asha Rao,asha@kaveri.example,+91 5550000100,Kaveri";
const ben = "K-2,Ben Dsouza,,,Kaveri";
const fileOf = (...lines: string[]) => [HEADING, ...lines, ""].join("\r\n");
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
/** Reads a file that arrives in pieces of `size` bytes. */
function read(file: string | Buffer, size = 1_000) {
  const bytes = Buffer.from(file);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return readPeopleFile(Readable.from(pieces));
}

test.each([
  ["=cmd|'/c calc'!A1", "user_name", "formula"],
  ['"\t=1+1"', "user_name", "formula"],
  ["-2+3", "user_id", "formula"],
  ["＝SUM(A1)", "client", "formula"],
  ["@SUM(A1)", "user_email", "formula"],
  ["+91+1+cmd", "user_contact_no", "contact"],
  ["=12345", "user_contact_no", "contact"],
  ["9.87E+09", "user_contact_no", "contact"],
  ["  ", "client", "empty"],
  ["\u200E\u202E", "user_name", "empty"],
  ["a@b@c", "user_email", "email"],
  ["Jos\uFFFD", "user_name", "character"],
  ["K-1\u200B", "user_id", "character"],
  ["K\u00AD-1", "user_id", "character"],
  ["asha@kaveri\u2060.example", "user_email", "character"],
  ["x".repeat(101), "user_name", "too-long"],
  ["x".repeat(51), "user_id", "too-long"],
  // One character that becomes three when it is composed.
  ["\uFB2C".repeat(1_000), "client", "too-long"],
  ["x".repeat(90_000), "user_name", "too-long"],
  [`Asha${" ".repeat(1_000)}Rao`, "user_name", "too-long"],
  ["one,more", "user_name", "cells"],
])("refuses the row with %j as its %s", async (cell, column, problem) => {
  const at = HEADING.split(",").indexOf(column);
  const row = asha.split(",").with(at, cell).join(",");
  const [wrong] = (await read(fileOf(row))).wrong;
  const named = problem === "cells" ? "user_id" : column;
  expect(wrong).toMatchObject({ row: 2, problems: [{ column: named, problem }] });
});

test.each([
  ["+91 98765 43210", "+91 98765 43210"],
  ["022/2345678", "022/2345678"],
  ["98765 43210 ext. 12", "98765 43210 ext. 12"],
  ["tel:+919876543210", "+919876543210"],
  ["+91\u00A098765\u00A043210", "+91 98765 43210"],
  ["\u202A022 2345678\u202C", "022 2345678"],
  ["٠٢٢ ٢٣٤٥٦٧٨", "022 2345678"],
  ["０２２−2345678", undefined],
  ["０２２–２３４５６７８", "022-2345678"],
  ["9876543210 / 9876543211", "9876543210 / 9876543211"],
  ["0", undefined],
  ["-", undefined],
  ["+", undefined],
  ["ext. 12", undefined],
])("reads the phone number %j as %j", async (cell, expected) => {
  const row = asha.split(",").with(3, cell).join(",");
  const { people, wrong } = await read(fileOf(row));
  expect(people[0]?.contactNo).toBe(expected);
  expect(wrong.flatMap(({ problems }) => problems)).toEqual(
    expected === undefined ? [{ column: "user_contact_no", problem: "contact" }] : [],
  );
});

test.each([
  ["jörg@exämple.de", "jörg@exämple.de"],
  ["आशा@उदाहरण.भारत", "आशा@उदाहरण.भारत"],
  ["a@xn--exmple-cua.xn--p1ai", "a@xn--exmple-cua.xn--p1ai"],
  ["a+b@kaveri.example", "a+b@kaveri.example"],
  ["mailto:asha@kaveri.example", "asha@kaveri.example"],
  ["<asha@kaveri.example>", "asha@kaveri.example"],
  ["asha@kavеri.example", "alphabets"],
  ["asha@kaveri", "email"],
  ["asha@kaveri..example", "email"],
  ['"""a b""@kaveri.example"', "email"],
  ["asha@kaveri.example;ben@kaveri.example", "email"],
  ["asha@[192.0.2.1]", "email"],
])("reads the address %j as %j", async (cell, expected) => {
  const row = asha.split(",").with(2, cell).join(",");
  const { people, wrong } = await read(fileOf(row));
  expect(people[0]?.email ?? wrong[0]?.problems[0]?.problem).toBe(expected);
});

test.each([
  ["an empty first line", `\r\n \r\n${fileOf(asha)}`, 4],
  ["empty columns", fileOf(asha).replaceAll("\r\n", ",,\r\n"), 2],
  ["an empty column between the others", fileOf(asha).replaceAll(/,(?=[^,]*\r)/g, ",,"), 2],
  ["the delimiter in its first line", `sep=;\r\n${fileOf(asha).replaceAll(",", ";")}`, 2],
  [
    "the delimiter, and line ends of old programs",
    `sep=;\r${fileOf(asha).replaceAll(",", ";").replaceAll("\r\n", "\r")}`,
    2,
  ],
])("reads a file with %s", async (_what, file, row) => {
  for (const size of [1, 7, 1_000]) {
    const last = file.includes(";") ? "K-2;Ben;;" : "K-2,Ben,,";
    const { people, wrong } = await read(`${file}${last}\r\n`, size);
    expect(people).toMatchObject([{ externalId: "K-1", name: "Asha Rao", client: "Kaveri" }]);
    expect(wrong.map((one) => one.row)).toEqual([row + 1]);
  }
});

test("takes several spaces within a cell for one", async () => {
  expect((await read(fileOf("K-1,Asha  Rao,,,Kaveri  Labs"))).people).toMatchObject([
    { name: "Asha Rao", client: "Kaveri Labs" },
  ]);
});

test("refuses the second row with the same user_id", async () => {
  const { wrong } = await read(fileOf(asha, ben, "K-1,Another Person,,,Kaveri"));
  expect(wrong).toEqual([{ row: 4, user_id: "K-1", problems: [{ column: "user_id", problem: "repeated" }] }]);
});

test("keeps the joiners that names in Kannada and Hindi need", async () => {
  const { people } = await read(fileOf("K-1,ರ\u200D್ಯಾ,,,क्\u200Cष"));
  expect(people).toMatchObject([{ name: "ರ\u200D್ಯಾ", client: "क्\u200Cष" }]);
});

test.each([
  ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
  ["UTF-16 from Windows", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16 with the high byte first", utf16be],
])("reads a file in %s", async (_encoding, encode) => {
  for (const size of [1, 3, 1_000]) {
    const { people } = await read(encode(fileOf("K-1,José ಕ,,,Kaveri")), size);
    expect(people).toMatchObject([{ externalId: "K-1", name: "José ಕ" }]);
  }
});

test.each([
  ["Windows-1252", Buffer.from(fileOf("K-1,José,,,Kaveri"), "latin1"), "Save the file as CSV in UTF-8"],
  ["UTF-16 without a mark", Buffer.from(fileOf(asha), "utf16le"), "Save the file as CSV in UTF-8"],
  ["half a UTF-16 character", utf16be(fileOf(asha)).subarray(0, 41), "Save the file as CSV in UTF-8"],
  ["a spreadsheet", Buffer.from("PK\u0003\u0004\0\0"), "Save the file as CSV in UTF-8"],
  [
    "an open quotation mark",
    fileOf(asha, 'K-2,"Ben,,,Kaveri', "K-3,Cara,,,Kaveri"),
    "Row 3: a quotation mark is not closed",
  ],
  [
    "a mark without its second one, and an even number of marks",
    fileOf('K-1,"Asha,,,Kaveri', 'K-2,"Ben",,,"K'),
    "Row 2: a quotation mark is not closed, or is not doubled inside the cell",
  ],
  [
    "a mark that is not doubled, after a cell of two lines",
    fileOf('K-1,"Asha\r\nRao",,,Kaveri', "", 'K-2,"Ben "B" D",,,Kaveri'),
    "Row 4: a quotation mark is not closed, or is not doubled inside the cell",
  ],
  [
    "marks inside a cell",
    fileOf(asha, 'K-2,Ben "B" D,,,Kaveri'),
    "Row 3: a cell with a quotation mark must begin and end with one",
  ],
  ["a row of megabytes", fileOf(`K-1,"${"x".repeat(4_000_000)}",,,Kaveri`), "Row 2 is too long"],
  ["a heading only", fileOf(), "The file has no rows"],
  ["empty rows only", fileOf(",,,,", "", " "), "The file has no rows"],
])("refuses a file with %s", async (_what, file, text) => {
  await expect(read(file)).rejects.toMatchObject({ code: "input-invalid", fields: { file: text } });
});

const small = fileOf(...Array.from({ length: 30 }, (_, id) => `K-${id},Asha,,,Kaveri`));

/** A file that arrives in pieces of 7 bytes, and ends early after `end` bytes. */
async function* inPieces(end: number) {
  for (let at = 0; at < small.length; at += 7) {
    if (at >= end) throw new Error("aborted");
    await setImmediate();
    yield Buffer.from(small.slice(at, at + 7));
  }
}

test("reads a file that arrives in small pieces to its end", async () => {
  expect((await readPeopleFile(inPieces(Infinity))).people).toHaveLength(30);
});

test.each([10, 100, 600])("refuses a file that ends early, after %d bytes", async (end) => {
  await expect(readPeopleFile(inPieces(end))).rejects.toThrow("aborted");
});

test("reports the row of a wrong quotation mark and the broken rule", async () => {
  const rules = { file: { code: "row-mark-open", value: "2" } };
  await expect(read(fileOf('K-1,"Asha,,,Kaveri'))).rejects.toMatchObject({ rules });
});

test.each([
  ["__proto__", `${HEADING},__proto__`],
  ["constructor in place of a column", HEADING.replace("client", "constructor")],
  ["a column twice", HEADING.replace("client", "user_id")],
  ["no heading", asha],
  ["nothing", "\n"],
])("refuses a heading with %s", async (_what, heading) => {
  const file = [heading, `${asha},x`].join("\n");
  const text = "The first row must be: user_id, user_name, user_email, user_contact_no, client";
  await expect(read(file)).rejects.toMatchObject({ code: "input-invalid", fields: { file: text } });
  expect(({} as Record<string, unknown>)["K-1"]).toBeUndefined();
});
