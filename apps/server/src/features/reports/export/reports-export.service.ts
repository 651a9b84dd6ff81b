import { Readable } from "node:stream";

import { reportHeading } from "@verandah/contract/reports/report-headings.ts";
import {
  exportColumnsOf,
  type exportReport as exportReportRoute,
  type ReportColumn,
  reports,
} from "@verandah/contract/reports/reports.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { translate } from "@verandah/texts/translate.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { type Db, openDb } from "#core/db.ts";

import {
  readRows,
  type ReportRow,
  type ReportSource,
  rowsQuery,
  type StoredRow,
} from "../report-rows.repository.ts";
import { openReport } from "../reports.service.ts";
import { toTextRows } from "../texts/text-rows.ts";
import { writeCsv } from "./csv-writer.ts";
import { writeXlsx } from "./xlsx-writer.ts";

/** Maximum concurrent exports of one process; each uses a connection. */
const EXPORTS_MAX = 4;
/** An export ends when the client reads nothing, or the database sends nothing, for this time, ms. */
const EXPORT_PAUSE_MAX_MS = 120_000;

export { csvLine } from "./csv-writer.ts";

/** Connections for exports, separate from the connections of calls. */
export const openExportDb = (connectionString: string) =>
  openDb(connectionString, { connectionsMax: EXPORTS_MAX, statementMaxMs: EXPORT_PAUSE_MAX_MS });

const types: Record<InputOf<typeof exportReportRoute>["format"], string> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export interface TableFile {
  name: string;
  type: string;
  content: Readable;
}

/** Creates a file from rows while the client downloads it. `name` has no extension. */
export function tableFile(table: {
  name: string;
  title: string;
  format: InputOf<typeof exportReportRoute>["format"];
  language: InputOf<typeof exportReportRoute>["language"];
  columns: readonly ReportColumn[];
  batches: AsyncIterable<ReportRow[]> | Iterable<ReportRow[]>;
}): TableFile {
  const { format, language, title } = table;
  const columns = table.columns.map((column) => ({
    ...column,
    heading: translate(language, reportHeading(column.name)),
  }));
  const content =
    format === "csv"
      ? Readable.from(writeCsv(columns, table.batches), { objectMode: false })
      : writeXlsx(title, columns, table.batches);
  return { name: `${table.name}.${format}`, type: types[format], content };
}

/** The destination of a file. Emits "close" when the client has disconnected. */
interface Destination {
  once(event: "close", listener: () => void): unknown;
}

/** The batches with their texts. Reads the first batch at once, so that an error of the query occurs before the reply begins. */
async function openBatches(
  source: ReportSource,
  batches: AsyncGenerator<StoredRow[]>,
): Promise<AsyncGenerator<ReportRow[]>> {
  const first = await batches.next();
  return (async function* again() {
    try {
      if (!first.done) yield toTextRows(source, first.value);
      for await (const batch of batches) yield toTextRows(source, batch);
    } finally {
      await batches.return(undefined);
    }
  })();
}

/**
 * All rows of a report that the filters match, as a file that is created while the client downloads it.
 *
 * @throws AppError `not-found` for an unknown point of a comparison
 * @throws a connection timeout, which is answered as `unavailable`, while `EXPORTS_MAX` other exports run
 */
export async function exportReport(
  ctx: ActorCtx,
  exportDb: Db,
  input: InputOf<typeof exportReportRoute>,
  destination: Destination,
): Promise<TableFile> {
  const { source, scope, names, filters, order } = await openReport(ctx, input, "export");
  const disconnected = new AbortController();
  destination.once("close", () => disconnected.abort());
  const query = rowsQuery(source, names, filters, order);
  const batches = await openBatches(source, readRows(exportDb, ctx.db, query, disconnected.signal));
  const { read } = createWallClock(scope.timeZone);
  const [first, last] = [read(Date.parse(input.from)).day, read(Date.parse(input.to) - 1).day];
  return tableFile({
    name: `${input.report}-${first}-${last}`,
    title: translate(input.language, reports[input.report].name),
    format: input.format,
    language: input.language,
    columns: exportColumnsOf(input.report),
    batches,
  });
}
