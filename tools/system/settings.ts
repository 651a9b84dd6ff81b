import path from "node:path";

import { z } from "zod";

import { StartError } from "../process/start-error.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

/**
 * Garbage collection starts late within this memory, MB: with four times as much the server uses twice the memory for the same work.
 * Source: benchmark `memory`.
 */
export const serverHeapMegabyte = { demo: 256, site: 400 } as const;

const portRule = "a port is a whole number from 0 to 65535";
const fromRepository = (folder: string) => path.resolve(repository, folder);
const text = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);
const number = (pattern: RegExp, rule: string) => text(pattern, rule).transform(Number);

const schema = z
  .object({
    PORT: number(/^\d{1,5}$/, portRule)
      .refine((port) => port <= 65_535, portRule)
      .default(3_000),
    HOST: z.string().default("127.0.0.1"),
    /** An absolute path. */
    DATA_DIR: z.string().default("./data").transform(fromRepository),
    /** Undefined: PostgreSQL runs in the data folder. */
    DATABASE_URL: text(/^postgres(ql)?:\/\//, "must begin with postgres://").optional(),
    DEMO: z.enum(["on", "off"], { error: "must be on or off" }).optional(),
    DEMO_SITE: z.enum(["campus", "small"], { error: "must be campus or small" }).default("campus"),
    /** Undefined: all days that the simulator has. */
    DEMO_HISTORY_DAYS: number(/^[0-7]$/, "must be a whole number of days from 0 to 7").optional(),
    /** Memory limit of the server's JavaScript. */
    SERVER_HEAP_MB: number(/^\d{3,6}$/, "must be a whole number of megabytes from 100 on").optional(),
  })
  .transform((given) => {
    const isDemo = given.DEMO ? given.DEMO === "on" : given.DATABASE_URL === undefined;
    const heapMegabyte = given.SERVER_HEAP_MB ?? serverHeapMegabyte[isDemo ? "demo" : "site"];
    return { ...given, isDemo, SERVER_HEAP_MB: heapMegabyte };
  });

export type StartSettings = z.output<typeof schema>;

/**
 * The variables of the environment that `start` reads; the programs check the others. An empty variable counts as not set. @throws
 * StartError with every wrong setting
 */
export function readStartSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const { data, error } = schema.safeParse(given);
  if (data) return data;
  const faults = error.issues.map(({ path: [name], message }) => `Setting ${String(name)}: ${message}.`);
  throw new StartError(faults.join("\n"));
}

/** Address for a browser on this machine of a server that listens on `host`. */
export function urlOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
