import { z } from "zod";

import { roles } from "./roles.ts";
import { route } from "./route.ts";

const access = [roles.administrator];

/** Why this installation cannot add the demo. */
const obstacle = z.enum([
  /** It is the demo itself. */
  "is-demo",
  /** No program here can start the simulator. */
  "no-simulator",
]);

/** What a removal deletes. */
const contents = z.object({
  places: z.int(),
  spaces: z.int(),
  gateways: z.int(),
  devices: z.int(),
  alarms: z.int(),
  bookings: z.int(),
});
export type DemoContents = z.output<typeof contents>;

const accounts = z.object({ accounts: z.array(z.object({ username: z.string(), password: z.string() })) });
export type DemoAccounts = z.output<typeof accounts>["accounts"];

export const getDemo = route({
  path: "/v1/demo",
  summary: "Whether the demo is a second campus here or can be added, and what its removal deletes",
  access,
  topics: ["places", "devices", "gateways", "users", "alarms", "bookings"],
  input: z.object({}),
  reply: z.object({
    obstacle: obstacle.nullable(),
    demo: z
      .object({
        campus: z.string(),
        /** Whether it is the campus of the caller, who then cannot change it. */
        isOwn: z.boolean(),
        state: z.enum(["present", "removing", "removal-failed"]),
        /** Its simulator and gateways: `off` when another server runs them, or none does. */
        field: z.enum(["off", "starting", "running", "failed"]),
        accounts: z.array(z.string()),
        contents,
      })
      .nullable(),
  }),
});

const changes = ["places", "devices", "gateways", "users"] as const;

export const addDemo = route({
  path: "/v1/demo",
  summary: "Adds the demo as a second campus; only this answer has the passwords of its accounts",
  access,
  changes,
  input: z.object({}),
  reply: accounts,
});

export const renewDemoPasswords = route({
  path: "/v1/demo/passwords",
  summary: "Gives the accounts of the demo new passwords, and ends their sessions",
  access,
  changes: [],
  input: z.object({}),
  reply: accounts,
});

export const removeDemo = route({
  path: "/v1/demo/remove",
  summary: "Begins to remove the demo with everything in it, for ever. Only the audit stays",
  access,
  changes,
  input: z.object({}),
  reply: z.object({}),
});
