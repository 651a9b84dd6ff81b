import { type exportFormats, exportReport } from "@verandah/contract/reports.ts";

import { callForFile } from "#shared/call.ts";
import type { Language } from "#shared/i18n.ts";

import { reportFields, type ReportView } from "./report-view.ts";

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportProgress {
  readonly bytes: number;
  /** Lines so far; undefined for a format without lines. */
  readonly rows: number | undefined;
}

/** Parts are handed to the browser in pieces of this size, bytes, which it may keep on its disk. */
const PIECE_BYTES = 8 * 1024 * 1024;
const NEW_LINE = 10;

/**
 * Fetches all rows of a report as a file, telling how far it is. An export that is aborted leaves nothing behind.
 * @throws CallFailed
 * @throws ServerUnreachable
 */
export async function fetchExport(
  view: ReportView,
  { format, language }: { format: ExportFormat; language: Language },
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const response = await callForFile(exportReport, { ...reportFields(view, language), format }, signal);
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  let bytes = 0;
  let lines = 0;
  for await (const chunk of read(response)) {
    chunks.push(chunk);
    chunkBytes += chunk.length;
    bytes += chunk.length;
    if (format === "csv") lines += countNewLines(chunk);
    if (chunkBytes >= PIECE_BYTES) {
      pieces.push(new Blob(chunks));
      chunks = [];
      chunkBytes = 0;
    }
    onProgress({ bytes, rows: format === "csv" ? Math.max(0, lines - 1) : undefined });
  }
  return {
    name: fileName(response) ?? `${view.report}.${format}`,
    content: new Blob([...pieces, ...chunks], { type }),
  };
}

/** Offers a file to the user as any download. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn; a minute is for slow disks.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function* read(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function countNewLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}

function fileName(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
}
