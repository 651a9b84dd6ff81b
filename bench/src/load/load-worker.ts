import { parentPort, workerData } from "node:worker_threads";

import type { Job } from "./load.ts";

const stop = new AbortController();

/** Each kind of load imports its own modules only: there are many short-lived threads. */
async function prepareJob(job: Job): Promise<() => Promise<unknown>> {
  if (job.kind === "flood") return (await import("./flood.ts")).prepareFlood(job);
  if (job.kind === "pace") return (await import("./pace.ts")).preparePace(job, stop.signal);
  if (job.kind === "plain-pace") return (await import("./plain-pace.ts")).preparePlainPace(job);
  if (job.kind === "viewers") return (await import("./viewers.ts")).prepareViewers(job, stop.signal);
  if (job.kind === "browsers") return (await import("./browsers.ts")).prepareBrowsers(job);
  return (await import("./callers.ts")).prepareCallers(job);
}

const port = parentPort;
if (!port) throw new Error("This is a worker thread's program.");
const going = Promise.withResolvers<void>();
port.on("message", (word: "go" | "stop") => {
  if (word === "go") going.resolve();
  else stop.abort();
});
const run = await prepareJob(workerData);
port.postMessage({ type: "ready" }, []);
await going.promise;
port.postMessage({ type: "result", result: await run() }, []);
port.close();
