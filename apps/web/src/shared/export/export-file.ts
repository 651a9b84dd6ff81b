import type { exportFormats } from "@verandah/contract/reports/reports.ts";
import type { Route, SentOf } from "@verandah/contract/route.ts";

import { callForFile } from "../call.ts";

export type ExportFormat = (typeof exportFormats)[number];

/** A table, a document, or a site file. */
export type FileFormat = ExportFormat | "pdf" | "json";

/** A route that answers a file, with its input. */
export interface ExportRequest<R extends Route = Route> {
  readonly route: R;
  readonly input: SentOf<R>;
  readonly format: FileFormat;
  /** Of the file, without its ending, where the server gives none. */
  readonly name: string;
}

export interface ExportProgress {
  readonly bytes: number;
  /** Lines so far; undefined for a format without lines. */
  readonly rows: number | undefined;
}

/** The browser receives parts of this size, bytes, which it may store on its disk. */
const PIECE_BYTES = 8 * 1024 * 1024;
const NEW_LINE = 10;

/** Downloads a file and reports the progress. An aborted export leaves nothing behind. @throws CallFailed @throws ServerUnreachable */
export async function fetchExport<R extends Route>(
  { route, input, format, name }: ExportRequest<R>,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const response = await callForFile(route, input, signal);
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
    name: fileName(response) ?? `${name}.${format}`,
    content: new Blob([...pieces, ...chunks], { type }),
  };
}

/** Offers a file to the user as any download. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it after this turn of the event loop; a minute is for slow disks.
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
