import type { Bench } from "./bench.ts";
import { ingest } from "./benches/ingest.ts";

/** All benches, in the order in which they run. */
export const benches: readonly Bench[] = [ingest];
