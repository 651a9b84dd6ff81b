import { parentPort, workerData } from "node:worker_threads";

import { prepareCallers } from "./callers.ts";
import { prepareFlood } from "./flood.ts";
import type { Job } from "./load.ts";
import { preparePace } from "./pace.ts";
import { prepareViewers } from "./viewers.ts";

const stop = new AbortController();

function prepareJob(job: Job): Promise<() => Promise<unknown>> {
  if (job.kind === "flood") return prepareFlood(job);
  if (job.kind === "pace") return preparePace(job, stop.signal);
  return job.kind === "viewers" ? prepareViewers(job, stop.signal) : prepareCallers(job);
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
