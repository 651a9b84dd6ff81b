import { parseArgs } from "node:util";

import { pino } from "pino";

import { startGateway } from "./gateway.ts";
import { readGatewaySettings } from "./settings.ts";
import { SettingsError } from "./yaml-file.ts";

/** Told to end, the process is gone by then, ms. */
const SHUTDOWN_MS = 2_800;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { config: { type: "string" } } });
  if (!values.config) throw new SettingsError("Say where the settings are: --config FILE");
  const settings = readGatewaySettings(values.config);
  const log = pino({ name: `gateway ${settings.ssid}`, level: process.env.LOG_LEVEL ?? "info" });
  const gateway = await startGateway(settings, log);

  let isEnding = false;
  async function stop(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    await gateway[Symbol.asyncDispose]();
    process.exit(0);
  }
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
  process.once("disconnect", () => void stop());

  process.send?.({ type: "ready" });
  log.info({ devices: settings.devices.length }, "Gateway is up");
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
