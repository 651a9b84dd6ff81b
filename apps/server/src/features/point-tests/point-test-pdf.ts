import { PassThrough, type Readable } from "node:stream";

import type { Language } from "@verandah/contract/language.ts";
import type { PointResult, TestedPoint, WholePointTest } from "@verandah/contract/point-tests.ts";
import type { Quality } from "@verandah/contract/telemetry/telemetry.ts";
import { findType, pointOf } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { stateAt, statesIn } from "@verandah/equipment/states.ts";
import { unitAfterNumber } from "@verandah/equipment/units.ts";
import { msg, type Text } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";
import PdfDocument from "pdfkit";

import { cellOf, fontOf, LINE, TEXT_SIZE, type Weight } from "#core/pdf/pdf-parts.ts";

/** Points. */
const MARGIN = 40;
const TITLE_SIZE = 16;
const HEADING_SIZE = 11;
const SMALL_SIZE = 7.5;
const PHOTO_WIDTH = 245;
const PHOTO_HEIGHT = 185;
const SIGNATURE_HEIGHT = 80;
const FRACTION_DIGITS = 3;

const results: Record<PointResult | "untested", Text> = {
  passed: msg`Passed`,
  failed: msg`Failed`,
  skipped: msg`Skipped`,
  untested: msg`Not tested`,
};
const doubts: Record<Exclude<Quality, "good">, Text> = {
  stale: msg`The value was old`,
  suspect: msg`The value was not reliable`,
  missing: msg`There was no value`,
};

export interface ReportJob {
  test: WholePointTest;
  photos: readonly { position: number; photo: Uint8Array }[];
  types: readonly EquipmentType[];
  timeZone: string;
  printedAt: string;
  language: Language;
}

function createWords({ language, timeZone, types }: ReportJob) {
  const locale = `${language}-IN`;
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: FRACTION_DIGITS });
  const word = (text: Text, ...values: (string | number)[]) =>
    translate(language, text, Object.fromEntries(values.entries()));
  const pointTextOf = ({ deviceType, param_id: id }: TestedPoint) => pointOf(findType(types, deviceType), id);
  const amount = (value: number | null, { unit }: TestedPoint) =>
    value === null ? "–" : numbers.format(value) + unitAfterNumber(unit);
  return {
    word,
    amount,
    timeOf: (at: string | null) => (at === null ? "" : time.format(new Date(at))),
    nameOf: (point: TestedPoint): string => {
      const name = pointTextOf(point)?.name;
      return name?.[language] ?? name?.en ?? point.param_id;
    },
    valueOf: (value: number | null, point: TestedPoint): string => {
      const state = value === null ? undefined : stateAt(statesIn(language, pointTextOf(point)), value);
      return state?.[1] ?? amount(value, point);
    },
    resultOf: ({ result, quality }: TestedPoint): string => {
      const said = word(results[result ?? "untested"]);
      return quality === null || quality === "good" ? said : `${said}: ${word(doubts[quality])}`;
    },
  };
}
type Words = ReturnType<typeof createWords>;

/** The test values of an output, each in a line. */
const stepsText = (point: TestedPoint, { word, valueOf, timeOf }: Words): string =>
  point.steps
    .map(({ value, readBack, state, at, releasedAt }) =>
      [
        word(msg`Sent {0}, read back {1}`, valueOf(value, point), valueOf(readBack, point)),
        state === "verified" ? word(msg`confirmed`) : word(msg`not confirmed`),
        timeOf(at),
        releasedAt === null ? word(msg`release not reported`) : word(msg`released {0}`, timeOf(releasedAt)),
      ].join(", "),
    )
    .join("\n");

/** The cells of a point, and a row with its note. */
function pointRows(point: TestedPoint, words: Words) {
  const isBold = point.result === "failed";
  const bold = isBold ? "bold" : "regular";
  const result = cellOf(words.resultOf(point), bold);
  const tested = cellOf(
    [words.timeOf(point.readAt ?? point.testedAt), point.testedBy].filter(Boolean).join("\n"),
    "regular",
    SMALL_SIZE,
  );
  const name = cellOf(words.nameOf(point));
  const middle =
    point.reference === null && point.steps.length > 0
      ? [{ ...cellOf(stepsText(point, words), "regular", SMALL_SIZE), colSpan: 3 }]
      : [
          cellOf(words.valueOf(point.reference, point)),
          cellOf(point.tolerance === null ? "–" : `± ${words.amount(point.tolerance, point)}`),
          cellOf(words.valueOf(point.reading, point)),
        ];
  const note = point.note
    ? [[{ ...cellOf(`${words.word(msg`Note`)}: ${point.note}`, "regular", SMALL_SIZE), colSpan: 6 }]]
    : [];
  return [[name, ...middle, tested, result], ...note];
}

const isComplete = ({ finishedAt, counts: { points, passed, failed, skipped } }: WholePointTest) =>
  finishedAt !== null && points === passed + failed + skipped;

/** The acceptance report of a test as a PDF file. */
export function writeReportPdf(job: ReportJob): Readable {
  const { test, photos, language, printedAt } = job;
  const words = createWords(job);
  const { word, timeOf } = words;
  const { points, passed, failed, skipped } = test.counts;
  const title = `${word(msg`Acceptance report`)}: ${test.name}`;
  const document = new PdfDocument({
    size: "A4",
    margin: MARGIN,
    lang: `${language}-IN`,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, CreationDate: new Date(printedAt) },
  });
  const width = document.page.width - 2 * MARGIN;
  const write = (text: string, weight: Weight, size: number) =>
    document.font(fontOf(text, weight), size).text(text, MARGIN).moveDown(0.3);
  const makeRoom = (height: number) => {
    if (document.y + height > document.page.maxY()) document.addPage();
  };

  write(title, "bold", TITLE_SIZE);
  const state = isComplete(test)
    ? word(msg`Complete`)
    : word(msg`Not complete: {0} points not tested`, points - passed - failed - skipped);
  write(
    test.finishedAt === null ? `${state} · ${word(msg`The test is not finished`)}` : state,
    "bold",
    HEADING_SIZE,
  );
  document.table({
    columnStyles: [130, "*"],
    defaultStyle: { border: 0, padding: 1 },
    data: [
      [
        word(msg`Subject`),
        word({ gateway: msg`Gateway`, place: msg`Place`, device: msg`Device` }[test.kind]),
      ],
      [word(msg`Begun`), `${timeOf(test.startedAt)} · ${test.startedBy}`],
      [word(msg`Finished`), test.finishedAt ? `${timeOf(test.finishedAt)} · ${test.finishedBy ?? ""}` : "–"],
      [word(msg`Points`), String(points)],
      [word(results.passed), String(passed)],
      [word(results.failed), String(failed)],
      [word(results.skipped), String(skipped)],
      [word(results.untested), String(points - passed - failed - skipped)],
      [word(msg`Printed`), `${timeOf(printedAt)} (${job.timeZone})`],
    ].map(([label = "", value = ""]) => [cellOf(label), cellOf(value, "bold")]),
  });
  document.moveDown(0.6);

  const headings = [msg`Point`, msg`Reference`, msg`Tolerance`, msg`Reading`, msg`Time`, msg`Result`];
  document.table({
    columnStyles: ["*", 72, 64, 72, 84, 78],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: LINE, padding: [2, 3, 2, 3] },
    data: [
      headings.map((heading) => cellOf(word(heading), "bold")),
      ...[...Map.groupBy(test.points, ({ ssid }) => ssid)].flatMap(([ssid, own]) => [
        [{ ...cellOf(`${own[0]?.deviceName ?? ""} (${ssid})`, "bold"), colSpan: 6 }],
        ...own.flatMap((point) => pointRows(point, words)),
      ]),
    ],
  });

  if (photos.length > 0) {
    document.moveDown(1);
    makeRoom(PHOTO_HEIGHT);
    write(word(msg`Photos`), "bold", HEADING_SIZE);
  }
  for (const [at, { position, photo }] of photos.entries()) {
    const isLeft = at % 2 === 0;
    if (isLeft) makeRoom(PHOTO_HEIGHT + 2 * TEXT_SIZE);
    const [x, y] = [isLeft ? MARGIN : MARGIN + width - PHOTO_WIDTH, document.y];
    const point = test.points.find((one) => one.position === position);
    const caption = point ? `${point.deviceName} · ${words.nameOf(point)} · ${words.resultOf(point)}` : "";
    document.image(Buffer.from(photo), x, y, { fit: [PHOTO_WIDTH, PHOTO_HEIGHT - 3 * TEXT_SIZE] });
    document
      .font(fontOf(caption, "regular"), SMALL_SIZE)
      .text(caption, x, y + PHOTO_HEIGHT - 2.5 * TEXT_SIZE, {
        width: PHOTO_WIDTH,
        height: 2 * TEXT_SIZE,
        ellipsis: true,
      });
    document.y = isLeft && at + 1 < photos.length ? y : y + PHOTO_HEIGHT;
  }

  makeRoom(SIGNATURE_HEIGHT);
  const lineAt = document.y + SIGNATURE_HEIGHT - 3 * TEXT_SIZE;
  for (const [x, label] of [
    [MARGIN, msg`Tested by: name, date, signature`],
    [MARGIN + width - PHOTO_WIDTH, msg`Accepted by: name, date, signature`],
  ] as const) {
    document
      .moveTo(x, lineAt)
      .lineTo(x + PHOTO_WIDTH, lineAt)
      .strokeColor(LINE)
      .stroke();
    document
      .font(fontOf(word(label), "regular"), SMALL_SIZE)
      .text(word(label), x, lineAt + 4, { width: PHOTO_WIDTH });
  }

  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page);
    document.page.margins.bottom = 0;
    const footer = `${title} · ${word(msg`Page {0} of {1}`, page + 1, count)}`;
    document
      .font(fontOf(footer, "regular"), SMALL_SIZE)
      .text(footer, MARGIN, document.page.height - MARGIN / 2 - SMALL_SIZE, {
        width,
        height: 2 * SMALL_SIZE,
        ellipsis: true,
      });
  }
  document.end();
  return document.pipe(new PassThrough());
}
