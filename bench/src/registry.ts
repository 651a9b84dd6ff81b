import type { Bench } from "./bench.ts";
import { alarmFlood } from "./benches/alarm-flood.ts";
import { connections } from "./benches/connections.ts";
import { disk } from "./benches/disk.ts";
import { fleet } from "./benches/fleet.ts";
import { history } from "./benches/history.ts";
import { ingest } from "./benches/ingest.ts";
import { latency } from "./benches/latency.ts";
import { memory } from "./benches/memory.ts";
import { overview } from "./benches/overview.ts";
import { peers } from "./benches/peers.ts";
import { processes } from "./benches/processes.ts";
import { rest } from "./benches/rest.ts";
import { start } from "./benches/start.ts";
import { viewers } from "./benches/viewers.ts";

/** All benches, in the order in which they run. */
export const benches: readonly Bench[] = [
  ingest,
  fleet,
  processes,
  connections,
  latency,
  alarmFlood,
  history,
  disk,
  overview,
  viewers,
  memory,
  rest,
  start,
  peers,
];
