import { z } from "zod";

import { route } from "./route.ts";

const part = z.enum(["up", "down", "off"]);

export const getHealth = route({
  path: "/v1/health",
  summary: "Whether the server runs, with the state of its parts; 503 without the database",
  access: "public",
  topics: [],
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

export const notReadyReason = z.enum([
  "database-down",
  "database-read-only",
  "clock-differs",
  "disk-full",
  "bus-down",
  "readings-waiting",
  "jobs-late",
]);
export type NotReadyReason = z.output<typeof notReadyReason>;

export const getReady = route({
  path: "/v1/ready",
  summary: "Whether the process can do the work of its roles; 503 with the reasons if not",
  access: "public",
  topics: [],
  input: z.object({}),
  reply: z.object({
    status: z.enum(["ready", "not-ready"]),
    roles: z.array(z.enum(["api", "ingest", "jobs"])),
    reasons: z.array(z.object({ code: notReadyReason, message: z.string() })),
  }),
});
