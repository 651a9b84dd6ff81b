import { Readable } from "node:stream";

import type { exportPointTest as exportRoute } from "@verandah/contract/point-tests.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { createPdfPrinter, type PdfPrinter } from "#core/pdf/pdf-printer.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import type { ReportJob } from "./point-test-pdf.ts";
import { listPhotos } from "./point-tests.repository.ts";
import { getPointTest } from "./point-tests.service.ts";

/** For 1,000 points with 100 photos. */
const LIMITS = { maxMs: 60_000, maxMegabyte: 400 };

export type PrintReport = PdfPrinter<[ReportJob]>;
export const createReportPrinter = (): PrintReport =>
  createPdfPrinter(new URL("point-test-report-worker.ts", import.meta.url), LIMITS);

/** The acceptance report of a test. It names untested points, and whether the test is finished. @throws AppError `not-found` */
export async function exportPointTest(
  ctx: ActorCtx,
  { id, language }: InputOf<typeof exportRoute>,
  print: PrintReport,
) {
  const test = await getPointTest(ctx, { id });
  const pdf = await print({
    test,
    photos: await listPhotos(ctx.db, id),
    types: await listTypesOf(ctx, ctx.actor.campusId),
    timeZone: await getTimeZone(ctx),
    printedAt: ctx.now().toISOString(),
    language,
  });
  const day = test.startedAt.slice(0, 10);
  return {
    name: `acceptance-${day}-${id.slice(0, 8)}.pdf`,
    type: "application/pdf",
    content: Readable.from([pdf]),
  };
}
