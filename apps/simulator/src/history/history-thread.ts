import { Worker } from "node:worker_threads";

import { z } from "zod";

import type { CampusModel } from "../campus/shapes.ts";

/** What the thread is to bring. */
export interface HistoryJob {
  campuses: readonly CampusModel[];
  /** Passwords of the importers. */
  passwords: Readonly<Record<string, string>>;
  brokerUrl: string;
  memoryFile: string;
  /** How far it goes back. */
  days: number;
}

/** What the thread tells. */
const historyNews = z.union([
  z.object({ done: z.number(), total: z.number() }),
  z.object({ didWork: z.boolean() }),
]);
export type HistoryNews = z.output<typeof historyNews>;

/** The thread makes much that is soon forgotten; it shall not keep the memory for it. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 160 };

/**
 * Brings the history in a thread of its own, so that no live device waits for it. Answers whether there was anything to do; ends when
 * `signal` is aborted, and goes on from there the next time.
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
