import { readFileSync } from "node:fs";

import { z } from "zod";

import { isSiteName, type SiteName } from "./campus/demo-campuses.ts";
import { HISTORY_DAYS } from "./history/past-values.ts";

/** The simulator's own file, written by provision: the secrets of every edge. */
export const simulatorSettings = z.object({
  /** Passwords by ssid. */
  passwords: z.record(z.string(), z.string().min(22)),
});
export type SimulatorSettings = z.output<typeof simulatorSettings>;

/** An invalid setting; its message is for the person who changes the settings. */
export class SettingsError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "SettingsError";
  }
}

/** @throws SettingsError */
export function readSimulatorSettings(file: string): SimulatorSettings {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingsError(`Cannot read the simulator's settings ${file}: ${String(error)}`, {
      cause: error,
    });
  }
  const parsed = simulatorSettings.safeParse(raw);
  if (!parsed.success) throw new SettingsError(`Wrong settings in ${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const brokerUrl = z.url({
  protocol: /^mqtts?$/,
  error: "--mqtt needs an address such as mqtt://127.0.0.1:1883",
});

export interface Broker {
  url: string;
  host: string;
  port: number;
}

/** @throws SettingsError */
export function parseBroker(value: string | undefined): Broker {
  const parsed = brokerUrl.safeParse(value);
  if (!parsed.success) throw new SettingsError(parsed.error.issues[0]?.message ?? "--mqtt is wrong");
  const { hostname, port, protocol } = new URL(parsed.data);
  return { url: parsed.data, host: hostname, port: Number(port || (protocol === "mqtts:" ? 8_883 : 1_883)) };
}

/** With a larger factor a step of the simulated world would be longer than an hour. */
const TIME_FACTOR_MAX = 3_600;

/** Speed of the simulated world relative to the clock. @throws SettingsError */
export function parseTimeFactor(value: string): number {
  const factor = Number(value);
  if (!(factor > 0 && factor <= TIME_FACTOR_MAX))
    throw new SettingsError(`--time-factor needs a number up to ${TIME_FACTOR_MAX}`);
  return factor;
}

/** @throws SettingsError */
export function parseSite(value: string): SiteName {
  if (!isSiteName(value)) throw new SettingsError("--site needs campus, bengaluru or small");
  return value;
}

/** Number of days of history. @throws SettingsError */
export function parseHistoryDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 0 || days > HISTORY_DAYS)
    throw new SettingsError(`--history-days needs a whole number from 0 to ${HISTORY_DAYS}`);
  return days;
}
