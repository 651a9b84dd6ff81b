import { AppError } from "@verandah/contract/problems.ts";

import { createQueuePerKey } from "../queue-per-key.ts";
import { runInThread, ThreadLimitError } from "../thread.ts";

/** Limits of time and memory for one PDF file. A page takes about half a second and 60 MB. */
const LIMITS = { maxMs: 20_000, maxMegabyte: 128 };
export type PdfLimits = typeof LIMITS;

/** Writes PDF files in threads, one at a time. Rejects with AppError `unavailable` when a server that is too busy reaches a limit. */
export type PdfPrinter<J extends readonly unknown[]> = (...job: J) => Promise<Uint8Array>;

/** @param program gets a job as its `workerData` and posts the file */
export function createPdfPrinter<J extends readonly unknown[]>(program: URL, limits = LIMITS): PdfPrinter<J> {
  const enqueue = createQueuePerKey();
  return (...job) =>
    enqueue("pdf", () => runInThread<Uint8Array>(program, job, limits)).catch((error: unknown) => {
      throw error instanceof ThreadLimitError ? new AppError("unavailable", { cause: error }) : error;
    });
}
