import { Worker } from "node:worker_threads";

import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";

import type { Drawing } from "./drawings.ts";

/** Limits of time and memory for one drawing. The largest regular one takes some two seconds and 60 MB. */
const CLEAN_MAX_MS = 10_000;
const CLEAN_MAX_MEGABYTE = 128;

type Answer = { drawing: { type: Drawing["type"]; bytes: Uint8Array } } | { code: ProblemCode };

/**
 * Reads an uploaded drawing like `readDrawing`, but in a thread with limits of time and memory, so that an upload cannot block the server.
 *
 * @throws AppError as `readDrawing`, and `drawing-too-detailed` when a limit is reached
 */
export async function cleanDrawing(bytes: Buffer, maxMs = CLEAN_MAX_MS): Promise<Drawing> {
  const worker = new Worker(new URL("drawing-worker.ts", import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: CLEAN_MAX_MEGABYTE },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ code: "drawing-too-detailed" }), maxMs);
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    if ("code" in answer) throw new AppError(answer.code);
    return { type: answer.drawing.type, bytes: Buffer.from(answer.drawing.bytes) };
  } catch (error) {
    const isOverLimit =
      error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isOverLimit ? new AppError("drawing-too-detailed", { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
