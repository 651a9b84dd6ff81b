import {
  type StatementValue,
  firstDayWithin,
  type PumpStatement,
  type StatementValues,
} from "@verandah/contract/pumps/pump-statement.ts";

import { csvLine } from "#features/reports/export/reports-export.service.ts";

import { decimals } from "./statement-values.ts";

/** The columns of the CSV file; the first one names the row. */
export const statementColumns = [
  "Date",
  "Water (L)",
  "Water: mark",
  "Run time (h)",
  "Run time: mark",
  "Energy (kWh)",
  "Energy: mark",
  "Readings cover (%)",
].map((name) => ({ name, kind: "text" as const }));

const valueText = ({ value }: StatementValue, digits: number): string => value?.toFixed(digits) ?? "";

const valueCells = (statementValues: StatementValues): string[] => [
  valueText(statementValues.litres, decimals.litres),
  statementValues.litres.mark,
  valueText(statementValues.runHours, decimals.runHours),
  statementValues.runHours.mark,
  valueText(statementValues.kilowattHour, decimals.kilowattHour),
  statementValues.kilowattHour.mark,
  statementValues.completenessPercent.toFixed(1),
];

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** The rows that are signed, as docs/pumps.md describes them. They are the same in every language. */
export function statementRows(statement: PumpStatement, issuedAt: string): string[][] {
  const { ssid, name, customer, month, timeZone, until, isOver, days, total } = statement;
  const from = firstDayWithin(statement);
  return [
    ["format", "verandah-pump-statement-1"],
    ["pump", ssid, oneLine(name)],
    ["customer", oneLine(customer ?? "")],
    [
      "month",
      month,
      timeZone,
      isOver && !from ? "whole month" : `until ${until}`,
      from ? `from ${from}` : "",
    ],
    ["issued", issuedAt],
    ...days.map(({ date, ...statementValues }) => [date, ...valueCells(statementValues)]),
    ["total", ...valueCells(total)],
  ];
}

/** The text that is signed: the rows as lines of the CSV file, each with a line feed at its end. */
export const signedText = (rows: readonly string[][]): string =>
  rows
    .map((cells) => csvLine(statementColumns.map((_, index) => cells[index] ?? null)).replace("\r\n", "\n"))
    .join("");
