import { Worker } from "node:worker_threads";

/** A thread exceeded its time or memory limit. */
export class ThreadLimitError extends Error {}

/**
 * Runs the program at `url` in a separate thread with limits, so that long work does not block the server. The program gets `data` as its
 * `workerData` and posts one message, the result.
 *
 * @throws ThreadLimitError, or the error of the program
 */
export async function runInThread<T>(
  url: URL,
  data: unknown,
  { maxMs, maxMegabyte }: { maxMs: number; maxMegabyte: number },
): Promise<T> {
  const worker = new Worker(url, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabyte },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new ThreadLimitError(`Over ${maxMs} ms`)), maxMs);
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  } catch (error) {
    const isOutOfMemory =
      error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isOutOfMemory ? new ThreadLimitError(`Over ${maxMegabyte} MB`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
