import { parentPort, workerData } from "node:worker_threads";

import type { HistoryNews, HistoryOrder } from "./history-thread.ts";
import { importHistory } from "./import-history.ts";
import { LONG_HISTORY_DAYS } from "./past-values.ts";

function tell(news: HistoryNews): void {
  parentPort?.postMessage(news, []);
}

const order: HistoryOrder = workerData;
const didWork = await importHistory({
  campuses: order.campuses,
  passwordOf: (ssid) => order.passwords[ssid] ?? "",
  brokerUrl: order.brokerUrl,
  memoryFile: order.memoryFile,
  days: order.days,
  longDays: LONG_HISTORY_DAYS,
  now: Date.now,
  onProgress: (done, total) => tell({ done, total }),
  // The thread is ended as a whole.
  signal: new AbortController().signal,
});
tell({ didWork });
