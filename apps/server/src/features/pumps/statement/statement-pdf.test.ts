import { buffer } from "node:stream/consumers";

import type { PumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { expect, test } from "vitest";

import { readPdfLines } from "../../../testing/reports/pdf-lines.ts";
import { createStatementPrinter } from "./pump-statement.service.ts";
import { writeStatementPdf } from "./statement-pdf.ts";
import { statementRows } from "./statement-text.ts";

const measured = { value: 8, mark: "measured" } as const;
const statementValues = {
  litres: measured,
  runHours: measured,
  kilowattHour: measured,
  completenessPercent: 100,
};

const statementOf = (dates: string[], isOver: boolean): PumpStatement => ({
  ssid: "P-1",
  name: "Pump 01",
  customer: "ravi",
  month: "2025-12",
  timeZone: "Asia/Kolkata",
  until: "2025-12-31T18:30:00.000Z",
  isOver,
  days: dates.map((date) => ({ date, ...statementValues })),
  total: statementValues,
});

const signed = { issuedAt: "2026-01-05T08:00:00.000Z", keyId: "k", signature: "s", text: "t" };

const linesOf = async (statement: PumpStatement) =>
  readPdfLines(await buffer(writeStatementPdf(statement, signed, "en")));

test.each<[string, string[], boolean]>([
  ["Whole month", ["2025-12-01", "2025-12-02"], true],
  ["Month until now", ["2025-12-01", "2025-12-02"], false],
  ["From 2025-12-05", ["2025-12-05", "2025-12-06"], true],
  ["From 2025-12-05", ["2025-12-05", "2025-12-06"], false],
])("the sum in the PDF file is called '%s'", async (name, dates, isOver) => {
  const lines = await linesOf(statementOf(dates, isOver));
  const names = ["Whole month", "Month until now", "From 2025-12-05"];
  expect(names.filter((one) => lines.includes(one))).toEqual([name]);
});

test.each([
  ["2025-12-01", true, ["whole month", ""]],
  ["2025-12-05", true, ["until 2025-12-31T18:30:00.000Z", "from 2025-12-05"]],
  ["2025-12-05", false, ["until 2025-12-31T18:30:00.000Z", "from 2025-12-05"]],
])("the signed row of a month from %s on, over: %s", (date, isOver, cells) => {
  const rows = statementRows(statementOf([date], isOver), signed.issuedAt);
  expect(rows[3]).toEqual(["month", "2025-12", "Asia/Kolkata", ...cells]);
});

test("a server that is too busy to write a file in time is unavailable, which is no error of its own", async () => {
  const print = createStatementPrinter({ maxMs: 0, maxMegabyte: 128 });
  await expect(print(statementOf(["2025-12-01"], true), signed, "en")).rejects.toMatchObject({
    code: "unavailable",
  });
});
