import { parseArgs } from "node:util";

import { pino } from "pino";

import { discover } from "./discovery/discover.ts";
import { proposalText } from "./discovery/proposal.ts";
import { startGateway } from "./gateway.ts";
import { type GatewaySettings, readGatewaySettings } from "./settings.ts";
import { SettingsError } from "./yaml-file.ts";

const SHUTDOWN_MS = 2_800;

async function run(settings: GatewaySettings): Promise<void> {
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
  // `npm run` sends the stop signal to its child through this channel.
  process.on("message", (message: unknown) => {
    if (typeof message === "object" && message !== null && "type" in message && message.type === "stop")
      void stop();
  });

  process.send?.({ type: "ready" });
  log.info({ devices: settings.devices.length }, "Gateway is up");
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { config: { type: "string" } },
    allowPositionals: true,
  });
  const [command, ...others] = positionals;
  if (others.length > 0 || (command !== undefined && command !== "discover"))
    throw new SettingsError(
      `Unknown argument: ${positionals.join(" ")}. Use no argument to run the gateway, or discover`,
    );
  if (!values.config) throw new SettingsError("Give the settings file: --config FILE");
  const settings = readGatewaySettings(values.config);
  if (command !== "discover") return run(settings);
  process.stdout.write(proposalText(await discover(settings)));
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
