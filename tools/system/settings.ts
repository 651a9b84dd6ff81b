import path from "node:path";

import { StartError } from "../process/start-error.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

/**
 * Garbage collection starts late within this memory, MB: with four times as much the server uses twice the memory for the same work.
 * Source: benchmark `memory`.
 */
export const serverHeapMegabyte = { demo: 256, site: 400 } as const;

type Rule = readonly [isValid: (value: string) => boolean, textOfFault: string];

const like = (pattern: RegExp) => (value: string) => pattern.test(value);

/** Of the settings that are not any text. The supervisor checks them itself: zod would take 6 MB of its memory. */
const rules = {
  PORT: [
    (value) => Number(value) <= 65_535 && /^\d+$/.test(value),
    "a port is a whole number from 0 to 65535",
  ],
  DATABASE_URL: [like(/^postgres(ql)?:\/\//), "must begin with postgres://"],
  DEMO: [like(/^(on|off)$/), "must be on or off"],
  DEMO_SITE: [like(/^(campus|small)$/), "must be campus or small"],
  DEMO_HISTORY_DAYS: [like(/^[0-7]$/), "must be a whole number of days from 0 to 7"],
  SERVER_HEAP_MB: [like(/^\d{3,6}$/), "must be a whole number of megabytes from 100 on"],
} satisfies Record<string, Rule>;

export type StartSettings = ReturnType<typeof readStartSettings>;

/**
 * The variables of the environment and the arguments that `start` reads; the programs check the other variables. An empty variable counts as
 * not set. @throws StartError with every wrong setting
 */
export function readStartSettings(environment: NodeJS.ProcessEnv, given: readonly string[] = []) {
  const textOf = (name: keyof typeof rules | "HOST" | "DATA_DIR") => environment[name] || undefined;
  const numberOf = (name: keyof typeof rules) => {
    const text = textOf(name);
    return text === undefined ? undefined : Number(text);
  };
  const faults = Object.entries<Rule>(rules).flatMap(([name, [isValid, text]]) => {
    const value = environment[name];
    return !value || isValid(value) ? [] : [`Setting ${name}: ${text}.`];
  });
  const isEmpty = given.includes("--empty");
  for (const one of given)
    if (one !== "--empty") faults.push(`Unknown argument ${one}. The only one is --empty.`);
  if (isEmpty && textOf("DEMO") === "on") faults.push("Setting DEMO: --empty starts without the demo.");
  if (faults.length > 0) throw new StartError(faults.join("\n"));
  const databaseUrl = textOf("DATABASE_URL");
  const demo = textOf("DEMO");
  const isDemo = !isEmpty && (demo === undefined ? databaseUrl === undefined : demo === "on");
  return {
    PORT: numberOf("PORT") ?? 3_000,
    HOST: textOf("HOST") ?? "127.0.0.1",
    /** An absolute path. */
    DATA_DIR: path.resolve(repository, textOf("DATA_DIR") ?? (isEmpty ? "./data-own" : "./data")),
    /** Undefined: PostgreSQL runs in the data folder. */
    DATABASE_URL: databaseUrl,
    isDemo,
    /** The start was asked for without the demo, by `--empty`. */
    isEmpty,
    DEMO_SITE: textOf("DEMO_SITE") === "small" ? ("small" as const) : ("campus" as const),
    /** Undefined: all days that the simulator has. */
    DEMO_HISTORY_DAYS: numberOf("DEMO_HISTORY_DAYS"),
    /** Memory limit of the server's JavaScript. */
    SERVER_HEAP_MB: numberOf("SERVER_HEAP_MB") ?? serverHeapMegabyte[isDemo ? "demo" : "site"],
  };
}

/** Address for a browser on this machine of a server that listens on `host`. */
export function urlOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
