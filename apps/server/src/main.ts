import { once } from "node:events";
import { mkdir } from "node:fs/promises";

import { z } from "zod";

import { explainDbRefusal } from "#core/db.ts";
import { codeOf } from "#core/errors.ts";
import { readSettings, SettingsError } from "#core/settings.ts";
import { SiteRefused } from "#features/campuses/site-import.ts";
import { openDemoField } from "#features/demo/demo-field.ts";

import { startServer } from "./server.ts";

/** Maximum time from a signal to the end of the process, even if a part hangs, ms. Senders repeat unacknowledged messages. */
const SHUTDOWN_MS = 2_500;

const startMessage = z.object({ type: z.literal("start"), environment: z.record(z.string(), z.string()) });

/** With START_ON_MESSAGE the parent process sends the environment when all that it names is there. */
async function readEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env["START_ON_MESSAGE"] !== "on") return process.env;
  const [message]: unknown[] = await once(process, "message");
  return { ...process.env, ...startMessage.parse(message).environment };
}

const sendProgress = (text: string) => void process.send?.({ type: "progress", text });

/** Reads the settings, handles signals and reports to the parent process. */
async function main(): Promise<void> {
  const environment = await readEnvironment();
  const settings = readSettings(environment);
  await mkdir(settings.DATA_DIR, { recursive: true });
  const demoField = environment["DEMO_FIELD"] === "on" ? openDemoField(settings.DATA_DIR) : undefined;
  const server = await startServer(settings, sendProgress, demoField);
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    await server[Symbol.asyncDispose]();
    process.exit(0);
  }
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // Without its parent process nothing else would stop this process.
  process.on("disconnect", () => void stop());
  const { port, mqttPort, metricsPort } = server;
  process.send?.({ type: "ready", port, mqttPort, metricsPort });
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return `Settings are wrong.\n${error.message}`;
  if (error instanceof SiteRefused) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) === "EADDRINUSE" && "port" in error)
    return `Port ${String(error.port)} is in use. Set another one (PORT, MQTT_LISTEN or METRICS_LISTEN), or stop the program that uses it.`;
  if (codeOf(error) === "ENOENT" && "path" in error) return `There is no file ${String(error.path)}.`;
  return explainDbRefusal(error) ?? error.stack ?? error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
