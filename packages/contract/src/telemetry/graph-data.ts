import { z } from "zod";

import { instant } from "../route.ts";

/** What charts are drawn from: the first element holds, for each point, its instants and its values. Source: spec 2 §3 graph data. */
export const graphData = z.object({
  graphData: z.array(
    z.record(z.string(), z.object({ measured_time: z.array(instant), param_value: z.array(z.number()) })),
  ),
});
export type GraphData = z.output<typeof graphData>;
