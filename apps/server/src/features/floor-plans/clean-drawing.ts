import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";

import { runInThread, ThreadLimitError } from "#core/thread.ts";

import type { ReadDrawing } from "./drawings.ts";

/** Limits of time and memory for one drawing. The largest regular drawing takes about two seconds and 60 MB. */
const CLEAN_MAX_MS = 10_000;
const CLEAN_MAX_MEGABYTE = 128;

type Answer = { drawing: Omit<ReadDrawing, "bytes"> & { bytes: Uint8Array } } | { code: ProblemCode };

/**
 * Reads an uploaded drawing like `readDrawing`, but in a thread with limits of time and memory, so that an upload cannot block the server.
 *
 * @throws AppError as `readDrawing`, and `drawing-too-detailed` when a limit is reached
 */
export async function cleanDrawing(bytes: Buffer, maxMs = CLEAN_MAX_MS): Promise<ReadDrawing> {
  const program = new URL("drawing-worker.ts", import.meta.url);
  const limits = { maxMs, maxMegabyte: CLEAN_MAX_MEGABYTE };
  const answer = await runInThread<Answer>(program, bytes, limits).catch((error: unknown) => {
    throw error instanceof ThreadLimitError ? new AppError("drawing-too-detailed", { cause: error }) : error;
  });
  if ("code" in answer) throw new AppError(answer.code);
  return { ...answer.drawing, bytes: Buffer.from(answer.drawing.bytes) };
}
