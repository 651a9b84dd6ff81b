import { once } from "node:events";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { pino } from "pino";
import { z } from "zod";

import { campusesOf } from "./campus/demo-campuses.ts";
import { importHistoryInThread } from "./history/history-thread.ts";
import { HISTORY_DAYS } from "./history/past-values.ts";
import {
  type Broker,
  parseBroker,
  parseHistoryDays,
  parseSite,
  parseTimeFactor,
  readSimulatorSettings,
  SettingsError,
} from "./settings.ts";
import { startSimulator } from "./simulator.ts";

const log = pino({ name: "simulator", level: process.env.LOG_LEVEL ?? "info" });
const SHUTDOWN_MS = 2_500;

const ending = new AbortController();

const brokerMessage = z.object({ type: z.literal("broker"), url: z.string() });

/** The broker's address from the parent process, which starts the server meanwhile. */
async function receiveBroker(): Promise<Broker> {
  const gone = new AbortController();
  process.once("disconnect", () => gone.abort());
  const [message]: unknown[] = await once(process, "message", { signal: gone.signal });
  return parseBroker(brokerMessage.parse(message).url);
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      settings: { type: "string" },
      mqtt: { type: "string" },
      state: { type: "string" },
      site: { type: "string", default: "campus" },
      "history-days": { type: "string", default: String(HISTORY_DAYS) },
      "time-factor": { type: "string", default: "1" },
    },
  });
  if (!values.settings) throw new SettingsError("Give the settings file: --settings DIR/simulator.json");
  if (!values.state) throw new SettingsError("Give the folder for the state: --state DIR");
  return {
    settings: readSimulatorSettings(values.settings),
    broker: values.mqtt === undefined && process.connected ? receiveBroker() : parseBroker(values.mqtt),
    folder: resolve(values.state),
    campuses: campusesOf(parseSite(values.site)),
    historyDays: parseHistoryDays(values["history-days"]),
    timeFactor: parseTimeFactor(values["time-factor"]),
  };
}

/** Notifies the parent process. Without a parent this does nothing. */
function send(message: { type: string } & Record<string, unknown>): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function main(): Promise<void> {
  const { settings, broker, folder, campuses, historyDays, timeFactor } = readArguments();
  const simulator = await startSimulator({ campuses, settings, broker, folder, timeFactor });
  const { controlPort, uplinkPort, gateways } = simulator;

  async function stop(why: string): Promise<void> {
    if (ending.signal.aborted) return;
    ending.abort(new Error(why));
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    await simulator[Symbol.asyncDispose]();
    process.exit(0);
  }
  process.once("SIGTERM", () => void stop("SIGTERM"));
  process.once("SIGINT", () => void stop("SIGINT"));
  process.once("disconnect", () => void stop("parent gone"));

  send({ type: "ready", controlPort, uplinkPort, gateways });
  log.info(
    { controlPort, uplinkPort, devices: simulator.deviceCount, points: simulator.pointCount },
    "Field is up",
  );

  if (historyDays === 0) return;
  const importers = campuses.map((campus) => campus.importer.ssid);
  const didWork = await importHistoryInThread(
    {
      campuses,
      passwords: Object.fromEntries(importers.map((ssid) => [ssid, settings.passwords[ssid] ?? ""])),
      brokerUrl: (await broker).url,
      memoryFile: join(folder, "simulator-history.json"),
      days: historyDays,
    },
    (done, total) => send({ type: "progress", text: "History", done, total }),
    ending.signal,
  );
  if (didWork) log.info("History is complete");
}

main().catch((error: unknown) => {
  // A stop aborts the history, which is not an error.
  if (ending.signal.aborted) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
