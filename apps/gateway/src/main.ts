import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { pino } from "pino";

import { discover } from "./discovery/discover.ts";
import { proposalText } from "./discovery/proposal.ts";
import { startGateway } from "./gateway.ts";
import { joinServer } from "./joining/join.ts";
import { type JoinedFile, JoinedModel, readJoined } from "./joining/joined-gateway.ts";
import { type GatewaySettings, readGatewaySettings } from "./settings.ts";
import { SettingsError } from "./yaml-file.ts";

const SHUTDOWN_MS = 2_800;
const DATA_FOLDER = "gateway-data";

async function run(settings: GatewaySettings, joined?: JoinedModel): Promise<void> {
  const log = pino({ name: `gateway ${settings.ssid}`, level: process.env.LOG_LEVEL ?? "info" });
  const gateway = await startGateway(settings, log, joined);

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

const USAGE = `Give the settings file of the gateway, or join a server:
  --config FILE            runs the gateway of this settings file
  discover --config FILE   prints devices that the file does not have
  join ADDRESS CODE        joins a server with a code from its page of gateways, and runs;
                           with --fingerprint SHA256 it accepts this certificate of the server
                           only, with --again the gateway of the folder gets a new password,
                           and with --no-run it ends when it has joined
  --data FOLDER            the folder of a gateway that has joined; without it ${DATA_FOLDER}`;

async function runJoined(folder: string, joined: JoinedFile): Promise<void> {
  const model = new JoinedModel(folder, joined);
  const settings = model.begin((why) =>
    process.stderr.write(`The copy of the site model cannot be used, and the server sends another: ${why}\n`),
  );
  await run(settings, model);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      config: { type: "string" },
      data: { type: "string" },
      fingerprint: { type: "string" },
      again: { type: "boolean" },
      "no-run": { type: "boolean" },
    },
    allowPositionals: true,
  });
  const [command, ...others] = positionals;
  const folder = resolve(values.data ?? DATA_FOLDER);
  if (command === "join") {
    const [url, code, ...more] = others;
    if (url === undefined || code === undefined || more.length > 0 || !URL.canParse(url))
      throw new SettingsError("Give the address and the code, as the page of gateways shows them");
    if (values.config)
      throw new SettingsError("A gateway that joins has no settings file: leave out --config");
    const { fingerprint, again: isAgain } = values;
    const joined = await joinServer({ url, code, fingerprint, folder, isAgain });
    process.stdout.write(`Joined ${url} as ${joined.ssid}. Its data is in ${folder}.\n`);
    if (values["no-run"]) process.exit(0);
    return runJoined(folder, joined);
  }
  if (others.length > 0 || (command !== undefined && command !== "discover"))
    throw new SettingsError(`Unknown argument: ${positionals.join(" ")}.\n${USAGE}`);
  // A service names both: the file of a gateway that has joined does not exist.
  const file =
    values.data !== undefined && values.config && !existsSync(values.config) ? undefined : values.config;
  const joined = file && values.data === undefined ? undefined : readJoined(folder);
  if (joined && file)
    throw new SettingsError(
      `${joined.ssid} in ${folder} gets its devices from its server, and ${file} has others: remove the file or the folder`,
    );
  if (joined && command === undefined) return runJoined(folder, joined);
  if (!file) throw new SettingsError(USAGE);
  const settings = readGatewaySettings(file);
  if (command !== "discover") return run(settings);
  process.stdout.write(proposalText(await discover(settings)));
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
