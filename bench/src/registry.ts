import type { Bench } from "./bench.ts";
import { ingest } from "./benches/ingest.ts";
import { latency } from "./benches/latency.ts";
import { viewers } from "./benches/viewers.ts";

/** All benches, in the order in which they run. */
export const benches: readonly Bench[] = [ingest, latency, viewers];
