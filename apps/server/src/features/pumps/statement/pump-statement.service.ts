import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { Readable } from "node:stream";

import { AppError } from "@verandah/contract/problems.ts";
import type * as contract from "@verandah/contract/pumps/pump-statement.ts";
import { statementTexts } from "@verandah/contract/pumps/statement-texts.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { translate } from "@verandah/texts/translate.ts";
import { addDays, createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx, Ctx, Service } from "#core/ctx.ts";
import { createPdfPrinter, type PdfLimits, type PdfPrinter } from "#core/pdf/pdf-printer.ts";
import { presentStep } from "#core/reply-times.ts";
import { loadStatementKey } from "#features/auth/auth.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { type TableFile, tableFile } from "#features/reports/export/reports-export.service.ts";
import { listCustomersOfPump } from "#features/users/customers.service.ts";

import { findPump, loadQuarters } from "../pumps.service.ts";
import { signedText, statementColumns, statementRows } from "./statement-text.ts";
import { statementValuesOf, QUARTER_MS } from "./statement-values.ts";
import type { StatementJob } from "./statement-worker.ts";

const DAY_MS = 86_400_000;

/** Panels give no power between these times of the campus. */
const EVENING = "17:00";
const MORNING = "08:00";

/** Whether a time from `beginMs` to `endMs` lies in one night. */
function isAtNight(clock: WallClock, beginMs: number, endMs: number): boolean {
  const { day, time } = clock.read(beginMs);
  if (time >= MORNING && time < EVENING) return false;
  const morning = time < MORNING ? day : addDays(day, 1);
  return endMs <= clock.instantOf(morning, MORNING).getTime();
}

/** The days from the first of a month to the first of the next. */
function daysOf(month: string): string[] {
  const days = [`${month}-01`];
  for (let day = addDays(`${month}-01`, 1); day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return [...days, addDays(days.at(-1) ?? "", 1)];
}

/**
 * The statement of a pump for a month.
 *
 * @throws AppError `not-found`, also for another customer's pump and month, `input-invalid` for a future month
 */
export const getPumpStatement: Service<typeof contract.getPumpStatement> = async (ctx, { ssid, month }) => {
  const pump = await findPump(ctx, ssid);
  const timeZone = await getTimeZone(ctx);
  const clock = createWallClock(timeZone);
  const nowMs = ctx.now().getTime();
  if (month > clock.read(nowMs).day.slice(0, 7))
    throw new AppError("input-invalid", { fields: { month: "Choose a month up to this one" } });

  const dates = daysOf(month);
  const edges = dates.map((day) => clock.instantOf(day, "00:00").getTime());
  const [monthBegin = 0, monthEnd = 0] = [edges[0], edges.at(-1)];
  const sinceMs = pump.since?.getTime() ?? monthBegin;
  if (sinceMs >= monthEnd) throw new AppError("not-found");
  // A gap at the begin or end of the month needs both its sides.
  const [fromMs, toMs] = [monthBegin - DAY_MS, Math.min(monthEnd + DAY_MS, nowMs)];
  const quarterAt = (ms: number) => Math.floor((ms - fromMs) / QUARTER_MS);
  if (nowMs < monthEnd) presentStep(ctx, QUARTER_MS);
  const untilMs = Math.min(monthEnd, fromMs + quarterAt(nowMs) * QUARTER_MS);
  const begun = dates.slice(0, -1).flatMap((date, index) => {
    const [beginMs = 0, endMs = 0] = edges.slice(index, index + 2);
    return beginMs >= sinceMs && beginMs < untilMs
      ? [{ date, begin: quarterAt(beginMs), end: quarterAt(Math.min(endMs, untilMs)) }]
      : [];
  });
  const [buckets, customers] = await Promise.all([
    loadQuarters(ctx, pump.id, { from: new Date(fromMs), to: new Date(toMs) }),
    listCustomersOfPump(ctx, pump.id, {
      from: new Date(Math.max(monthBegin, sinceMs)),
      to: new Date(monthEnd),
    }),
  ]);
  const msOf = (quarter: number) => fromMs + quarter * QUARTER_MS;
  const { days, total } = statementValuesOf(
    buckets,
    {
      fromMs,
      midnights: [0, ...edges.map(quarterAt)],
      isNight: (begin, end) => isAtNight(clock, msOf(begin), msOf(end)),
    },
    begun,
  );
  return {
    ssid,
    name: pump.name,
    customer: customers.length > 0 ? customers.join(", ") : null,
    month,
    timeZone,
    until: new Date(untilMs).toISOString(),
    isOver: untilMs === monthEnd,
    days: days.map((day, index) => ({ date: begun[index]?.date ?? "", ...day })),
    total,
  };
};

const KEY_ID_LENGTH = 16;

async function loadKey(ctx: Ctx): Promise<{ privateKey: KeyObject; publicKey: KeyObject; keyId: string }> {
  const privateKey = createPrivateKey(await loadStatementKey(ctx));
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    privateKey,
    publicKey,
    keyId: createHash("sha256").update(der).digest("hex").slice(0, KEY_ID_LENGTH),
  };
}

/** The public key of the server's statements. */
export const getStatementKey: Service<typeof contract.getStatementKey> = async (ctx) => {
  const { publicKey, keyId } = await loadKey(ctx);
  return {
    algorithm: "Ed25519",
    keyId,
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
};

/** Writes PDF files of statements in threads. */
export type PrintStatement = PdfPrinter<StatementJob>;
export const createStatementPrinter = (limits?: PdfLimits): PrintStatement =>
  createPdfPrinter(new URL("statement-worker.ts", import.meta.url), limits);

/**
 * A signed statement as a file.
 *
 * @throws AppError `not-found`, also for another customer's pump, `input-invalid` for a month to come
 */
export async function exportPumpStatement(
  ctx: ActorCtx,
  { format, language, ssid, month }: InputOf<typeof contract.exportPumpStatement>,
  print: PrintStatement,
): Promise<TableFile> {
  const statement = await getPumpStatement(ctx, { ssid, month });
  const { privateKey, keyId } = await loadKey(ctx);
  const issuedAt = ctx.now().toISOString();
  const rows = statementRows(statement, issuedAt);
  const text = signedText(rows);
  // The prefix keeps a spreadsheet from reading a plus as a formula.
  const signature = `ed25519:${sign(null, Buffer.from(text), privateKey).toString("base64")}`;
  const name = `${ssid}-${month}`;
  if (format === "pdf") {
    const content = Readable.from([await print(statement, { issuedAt, keyId, signature, text }, language)]);
    return { name: `${name}.pdf`, type: "application/pdf", content };
  }
  const cells = [
    ...rows,
    ["signature", keyId, signature],
    ["note", translate(language, statementTexts.rule)],
  ];
  return tableFile({
    name,
    title: name,
    format,
    language,
    columns: statementColumns,
    batches: [
      cells.map((row) =>
        Object.fromEntries(statementColumns.map((column, index) => [column.name, row[index] ?? null])),
      ),
    ],
  });
}
