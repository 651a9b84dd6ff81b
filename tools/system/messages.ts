import { z } from "zod";

/** A message of a program to its supervisor; any other is ignored. */
export const programMessage = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("ready") }),
  z.object({
    type: z.literal("progress"),
    text: z.string(),
    done: z.number().optional(),
    total: z.number().optional(),
  }),
]);

/** Without a broker there is no `mqttPort`. */
export const serverReady = z.object({ port: z.int(), mqttPort: z.int().optional() });

export const simulatorReady = z.object({
  controlPort: z.int(),
  gateways: z.array(z.object({ ssid: z.string(), configFile: z.string() })),
});

/** The answer of GET /v1/auth/demo-accounts. */
export const demoAccounts = z.object({
  accounts: z.array(z.object({ username: z.string(), password: z.string() })),
});
