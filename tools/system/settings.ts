import path from "node:path";

import { StartError } from "../process/start-error.ts";

export const repository = path.resolve(import.meta.dirname, "../..");

/**
 * Garbage collection starts late within this memory, MB: with four times as much the server uses twice the memory for the same work.
 * Source: benchmark `memory`.
 */
export const serverHeapMegabyte = { demo: 256, site: 400 } as const;

interface Rule {
  readonly pattern: RegExp;
  readonly max?: number;
  /** What a fault says. */
  readonly text: string;
}

/** Of the settings that are not any text. The supervisor checks them itself: zod would take 6 MB of its memory. */
const rules = {
  PORT: { pattern: /^\d{1,5}$/, max: 65_535, text: "a port is a whole number from 0 to 65535" },
  DATABASE_URL: { pattern: /^postgres(ql)?:\/\//, text: "must begin with postgres://" },
  DEMO: { pattern: /^(on|off)$/, text: "must be on or off" },
  DEMO_SITE: { pattern: /^(campus|small)$/, text: "must be campus or small" },
  DEMO_HISTORY_DAYS: { pattern: /^[0-7]$/, text: "must be a whole number of days from 0 to 7" },
  SERVER_HEAP_MB: { pattern: /^\d{3,6}$/, text: "must be a whole number of megabytes from 100 on" },
} satisfies Record<string, Rule>;

export interface StartSettings {
  readonly PORT: number;
  readonly HOST: string;
  /** An absolute path. */
  readonly DATA_DIR: string;
  /** Undefined: PostgreSQL runs in the data folder. */
  readonly DATABASE_URL: string | undefined;
  readonly isDemo: boolean;
  /** The start was asked for without the demo, by `--empty`. */
  readonly isEmpty: boolean;
  readonly DEMO_SITE: "campus" | "small";
  /** Undefined: all days that the simulator has. */
  readonly DEMO_HISTORY_DAYS: number | undefined;
  /** Memory limit of the server's JavaScript. */
  readonly SERVER_HEAP_MB: number;
}

const isValid = (value: string, { pattern, max = Infinity }: Rule) =>
  pattern.test(value) && !(Number(value) > max);

/**
 * The variables of the environment and the arguments that `start` reads; the programs check the other variables. An empty variable counts as
 * not set. @throws StartError with every wrong setting
 */
export function readStartSettings(
  environment: NodeJS.ProcessEnv,
  given: readonly string[] = [],
): StartSettings {
  const textOf = (name: keyof typeof rules | "HOST" | "DATA_DIR") => environment[name] || undefined;
  const numberOf = (name: keyof typeof rules) => {
    const text = textOf(name);
    return text === undefined ? undefined : Number(text);
  };
  const faults = Object.entries<Rule>(rules).flatMap(([name, rule]) => {
    const value = environment[name];
    return !value || isValid(value, rule) ? [] : [`Setting ${name}: ${rule.text}.`];
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
    DATA_DIR: path.resolve(repository, textOf("DATA_DIR") ?? (isEmpty ? "./data-own" : "./data")),
    DATABASE_URL: databaseUrl,
    isDemo,
    isEmpty,
    DEMO_SITE: textOf("DEMO_SITE") === "small" ? "small" : "campus",
    DEMO_HISTORY_DAYS: numberOf("DEMO_HISTORY_DAYS"),
    SERVER_HEAP_MB: numberOf("SERVER_HEAP_MB") ?? serverHeapMegabyte[isDemo ? "demo" : "site"],
  };
}

/** Address for a browser on this machine of a server that listens on `host`. */
export function urlOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const name = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
