import { parentPort, workerData } from "node:worker_threads";

import type { HistoryNews, HistoryJob } from "./history-thread.ts";
import { importHistory } from "./import-history.ts";
import { LONG_HISTORY_DAYS } from "./past-values.ts";

function tell(news: HistoryNews): void {
  parentPort?.postMessage(news, []);
}

const job: HistoryJob = workerData;
const didWork = await importHistory({
  campuses: job.campuses,
  passwordOf: (ssid) => job.passwords[ssid] ?? "",
  brokerUrl: job.brokerUrl,
  memoryFile: job.memoryFile,
  days: job.days,
  longDays: LONG_HISTORY_DAYS,
  now: Date.now,
  onProgress: (done, total) => tell({ done, total }),
  // The parent ends the whole thread.
  signal: new AbortController().signal,
});
tell({ didWork });
