import { PassThrough, type Readable } from "node:stream";

import type { Language } from "@verandah/contract/language.ts";
import {
  type StatementValue,
  firstDayWithin,
  type PumpStatement,
  type StatementValues,
} from "@verandah/contract/pumps/pump-statement.ts";
import { type StatementText, statementTexts } from "@verandah/contract/pumps/statement-texts.ts";
import { translate } from "@verandah/texts/translate.ts";
import PdfDocument from "pdfkit";

import { cellOf, fontOf, LINE, TEXT_SIZE, type Weight } from "#core/pdf/pdf-parts.ts";

import { decimals } from "./statement-values.ts";

/** Points; a month of 31 days fits on one page. */
const MARGIN = 40;
const TITLE_SIZE = 16;
const SMALL_SIZE = 7.5;
const ROW_PADDING = 1.6;

const valueNames = ["litres", "runHours", "kilowattHour"] as const;

interface Signed {
  issuedAt: string;
  keyId: string;
  signature: string;
  /** The signed text, which the file carries as an attachment. */
  text: string;
}

type Word = (name: StatementText, value?: string) => string;

/** The values of each day, and of the month. */
function valueTable(
  statement: PumpStatement,
  word: Word,
  locale: string,
): PDFKit.Mixins.TableOptionsWithData {
  const { isOver, days, total } = statement;
  const formatOf = (digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const formats = {
    litres: formatOf(decimals.litres),
    runHours: formatOf(decimals.runHours),
    kilowattHour: formatOf(decimals.kilowattHour),
    completeness: formatOf(1),
  };
  const from = firstDayWithin(statement);
  const missingDays = (quantity: (typeof valueNames)[number]) =>
    String(days.filter((day) => day[quantity].mark === "missing").length);
  const valueCells = (
    statementValues: StatementValues,
    weight: Weight,
    markOf: (name: keyof typeof decimals) => string,
  ) => [
    ...valueNames.flatMap((quantity) => {
      const { value }: StatementValue = statementValues[quantity];
      return [
        {
          ...cellOf(value === null ? "–" : formats[quantity].format(value), weight),
          align: { x: "right" as const },
        },
        cellOf(markOf(quantity), weight, SMALL_SIZE),
      ];
    }),
    {
      ...cellOf(formats.completeness.format(statementValues.completenessPercent), weight),
      align: { x: "right" as const },
    },
  ];
  return {
    columnStyles: [82, 50, "*", 50, "*", 50, "*", 62],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [ROW_PADDING, 3, ROW_PADDING, 3] },
    data: [
      [
        cellOf(word("date"), "bold"),
        ...valueNames.map((quantity) => ({ ...cellOf(word(quantity), "bold"), colSpan: 2 })),
        { ...cellOf(word("completeness"), "bold"), align: { x: "right" as const } },
      ],
      ...days.map((day) => [
        cellOf(day.date),
        ...valueCells(day, "regular", (quantity) => word(day[quantity].mark)),
      ]),
      [
        cellOf(from ? word("total-from", from) : word(isOver ? "total" : "total-until-now"), "bold"),
        ...valueCells(total, "bold", (quantity) =>
          total[quantity].mark === "missing"
            ? word("missing-days", missingDays(quantity))
            : word(total[quantity].mark),
        ),
      ],
    ],
  };
}

/** A signed statement as a PDF file in a language. */
export function writeStatementPdf(statement: PumpStatement, signed: Signed, language: Language): Readable {
  const word: Word = (name, value = "") => translate(language, statementTexts[name], { 0: value });
  const locale = `${language}-IN`;
  const { ssid, name, customer, month, timeZone, until, isOver } = statement;
  const timeText = (at: string) =>
    `${new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }).format(new Date(at))} (${timeZone})`;
  const monthName = new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01`));

  const document = new PdfDocument({
    size: "A4",
    margin: MARGIN,
    lang: locale,
    displayTitle: true,
    info: { Title: `${word("title")}: ${name}, ${monthName}`, CreationDate: new Date(signed.issuedAt) },
  });
  const write = (text: string, weight: Weight, size: number) =>
    document.font(fontOf(text, weight), size).text(text).moveDown(0.3);

  write(`${word("title")}: ${monthName}`, "bold", TITLE_SIZE);
  document.table({
    columnStyles: [110, "*"],
    defaultStyle: { border: 0, padding: 1 },
    data: [
      [word("pump"), `${name} (${ssid})`],
      [word("customer"), customer ?? word("no-customer")],
      [word("issued"), timeText(signed.issuedAt)],
    ].map(([label = "", value = ""]) => [cellOf(label), cellOf(value, "bold")]),
  });
  document.moveDown(0.4);
  if (!isOver) write(word("until-now", timeText(until)), "bold", TEXT_SIZE);

  document.table(valueTable(statement, word, locale));
  document.moveDown(0.6);
  write(word("rule"), "regular", SMALL_SIZE);
  write(word("signature"), "bold", SMALL_SIZE);
  document.font("Courier", SMALL_SIZE).text(signed.signature).moveDown(0.3);
  write(word("key", signed.keyId), "regular", SMALL_SIZE);
  document.file(Buffer.from(signed.text), { name: "signed.txt", type: "text/plain" });
  document.end();
  return document.pipe(new PassThrough());
}
