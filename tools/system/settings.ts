import path from "node:path";

import { z } from "zod";

import { StartError } from "../process/start-error.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

const portRule = "a port is a whole number from 0 to 65535";

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portRule)
    .default("3000")
    .transform(Number)
    .refine((port) => port <= 65_535, portRule),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  DEMO: z.enum(["on", "off"], { error: "must be on or off" }).optional(),
  DEMO_SITE: z.enum(["campus", "small"], { error: "must be campus or small" }).default("campus"),
  DEMO_HISTORY_DAYS: z
    .string()
    .regex(/^[0-7]$/, "must be a whole number of days from 0 to 7")
    .transform(Number)
    .optional(),
  SERVER_HEAP_MB: z
    .string()
    .regex(/^\d{3,6}$/, "must be a whole number of megabytes from 100 on")
    .transform(Number)
    .optional(),
});

export interface StartSettings {
  readonly port: number;
  readonly host: string;
  /** An absolute path. */
  readonly dataDir: string;
  /** None: PostgreSQL runs in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly isDemo: boolean;
  /** The demo's campus, or a small one that reports ten times as often. */
  readonly demoSite: "campus" | "small";
  /** Days of history that the demo makes; undefined for all that its simulator has. */
  readonly demoHistoryDays: number | undefined;
  /** Memory limit of the server's JavaScript, MB. */
  readonly serverHeapMegabyte: number;
}

/**
 * Garbage collection starts late within this memory: with four times as much the server uses twice the memory for the same work. Source:
 * benchmark `memory`.
 */
export const serverHeapMegabyte = { demo: 256, site: 400 } as const;

/**
 * The variables of the environment that `start` reads; the programs check the others. An empty variable counts as not set. @throws
 * StartError with every wrong setting
 */
export function readStartSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new StartError(
      parsed.error.issues
        .map(({ path: [name], message }) => `Setting ${String(name)}: ${message}.`)
        .join("\n"),
    );
  const { PORT, HOST, DATA_DIR, DATABASE_URL, DEMO, DEMO_SITE, DEMO_HISTORY_DAYS, SERVER_HEAP_MB } =
    parsed.data;
  const isDemo = DEMO ? DEMO === "on" : DATABASE_URL === undefined;
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(repository, DATA_DIR),
    databaseUrl: DATABASE_URL,
    isDemo,
    demoSite: DEMO_SITE,
    demoHistoryDays: DEMO_HISTORY_DAYS,
    serverHeapMegabyte: SERVER_HEAP_MB ?? serverHeapMegabyte[isDemo ? "demo" : "site"],
  };
}

/** Address for a browser on this machine of a server that listens on `host`. */
export function urlOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
