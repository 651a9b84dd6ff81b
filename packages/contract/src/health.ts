import { z } from "zod";

import { route } from "./route.ts";

const part = z.enum(["up", "down", "off"]);

export const getHealth = route({
  method: "GET",
  path: "/v1/health",
  summary: "Whether the server and its parts are ready; 503 without the database",
  access: "public",
  input: z.object({}),
  reply: z.object({
    status: z.enum(["ready", "unavailable"]),
    database: part,
    broker: part,
    /** Edges (gateways and devices) connected now. */
    edges: z.int(),
    demo: z.boolean(),
  }),
});
