import { Worker } from "node:worker_threads";

import { z } from "zod";

import type { CampusModel } from "../campus/shapes.ts";

/** Input of the thread. */
export interface HistoryJob {
  campuses: readonly CampusModel[];
  /** Passwords of the importers. */
  passwords: Readonly<Record<string, string>>;
  brokerUrl: string;
  memoryFile: string;
  /** Number of days of history. */
  days: number;
}

/** Messages of the thread. */
const historyNews = z.union([
  z.object({ done: z.number(), total: z.number() }),
  z.object({ didWork: z.boolean() }),
]);
export type HistoryNews = z.output<typeof historyNews>;

/** The thread creates many short-lived objects and must not keep the memory. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 160 };

/**
 * Sends the history from a separate thread, so that live devices are not delayed. Returns whether there was any history to send. Ends when
 * `signal` aborts, and continues from there the next time.
 */
export function importHistoryInThread(
  job: HistoryJob,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const worker = new Worker(new URL("history-worker.ts", import.meta.url), {
    workerData: job,
    resourceLimits: LIMITS,
  });
  const end = () => void worker.terminate();
  signal.addEventListener("abort", end, { once: true });
  return new Promise<boolean>((resolve, reject) => {
    let didWork = false;
    worker.on("message", (message: unknown) => {
      const news = historyNews.parse(message);
      if ("total" in news) onProgress(news.done, news.total);
      else didWork = news.didWork;
    });
    worker.once("error", reject);
    worker.once("exit", () => (signal.aborted ? reject(signal.reason) : resolve(didWork)));
  }).finally(() => signal.removeEventListener("abort", end));
}
