import { Worker } from "node:worker_threads";

import type { BrowsersJob, BrowsersResult } from "./browsers.ts";
import type { CallersJob, CallersResult } from "./callers.ts";
import type { FloodJob, FloodResult } from "./flood.ts";
import type { PaceJob, PaceResult } from "./pace.ts";
import type { PlainPaceJob, PlainPaceResult } from "./plain-pace.ts";
import type { ViewersJob, ViewersResult } from "./viewers.ts";

/** The tasks of a worker thread, with their results. */
interface Jobs {
  flood: [FloodJob, FloodResult];
  pace: [PaceJob, PaceResult];
  "plain-pace": [PlainPaceJob, PlainPaceResult];
  viewers: [ViewersJob, ViewersResult];
  callers: [CallersJob, CallersResult];
  browsers: [BrowsersJob, BrowsersResult];
}
export type Job = Jobs[keyof Jobs][0];
type ResultOf<J extends Job> = Jobs[J["kind"]][1];

type Message<R> = { readonly type: "ready" } | { readonly type: "result"; readonly result: R };

/** Load in a separate thread, ready to start. */
export interface Load<R> {
  /** Begins, and resolves with the result; a task without an end of its own needs `stop`. */
  readonly go: () => Promise<R>;
  readonly stop: () => void;
}

/** Starts a thread and resolves when it is prepared: connected, logged in, its packets made. @throws the thread's error */
export async function prepareLoad<J extends Job>(job: J): Promise<Load<ResultOf<J>>> {
  const worker = new Worker(new URL("./load-worker.ts", import.meta.url), { workerData: job });
  const ready = Promise.withResolvers<void>();
  const result = Promise.withResolvers<ResultOf<J>>();
  // A rejection that is not awaited yet must not end the process; `go` reports it.
  result.promise.catch(() => undefined);
  worker.on("message", (message: Message<ResultOf<J>>) => {
    if (message.type === "ready") ready.resolve();
    else result.resolve(message.result);
  });
  const fail = (error: unknown) => {
    ready.reject(error);
    result.reject(error);
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`A load thread has ended with code ${code}.`)));
  await ready.promise;
  return {
    go() {
      worker.postMessage("go", []);
      return result.promise;
    },
    stop: () => worker.postMessage("stop", []),
  };
}

/** Prepares and starts at once. */
export async function runLoad<J extends Job>(job: J): Promise<ResultOf<J>> {
  return (await prepareLoad(job)).go();
}
