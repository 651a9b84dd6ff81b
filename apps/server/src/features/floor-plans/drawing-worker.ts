import { parentPort, workerData } from "node:worker_threads";

import { AppError } from "@verandah/contract/problems.ts";

import { readDrawing } from "./drawings.ts";

/** Cleans the drawing in `workerData` (bytes). Returns the drawing, or the error code. */
function clean() {
  try {
    return { drawing: readDrawing(Buffer.from(workerData)) };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    throw error;
  }
}

parentPort?.postMessage(clean(), []);
