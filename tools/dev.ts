import path from "node:path";

import { Commands } from "./process/run.ts";
import { onShutdown } from "./process/shutdown.ts";
import { describeFailure } from "./process/start-error.ts";
import { findFreePort } from "./system/ports.ts";
import { readStartSettings, repository, urlOf } from "./system/settings.ts";
import { describeAccounts, System } from "./system/system.ts";
import { watchSources } from "./system/watch.ts";

/** Where Vite serves the web app, if it is free. */
const WEB_PORT = 5_173;

const say = (text: string) => console.log(text);
const commands = new Commands();

/** Serves the web app from its sources, reloading the browser as they change; calls go on to the server. */
async function serveWeb(host: string, port: number, api: string): Promise<void> {
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  const { code, output } = await commands.run(
    process.execPath,
    [vite, "--host", host, "--port", String(port), "--strictPort", "--logLevel", "warn"],
    {
      cwd: path.join(repository, "apps/web"),
      env: { ...process.env, VERANDAH_API: api },
      onOutput: (text) => process.stdout.write(text),
    },
  );
  say(`Vite has ended (code ${code}). ${output.slice(-500)}`);
}

function restartOnChange(system: System): void {
  const packages = [
    "packages/contract/src",
    "packages/equipment/src",
    "packages/field/src",
    "packages/time/src",
  ];
  watchSources(["apps/server/src", "apps/server/migrations", ...packages], () => {
    say("The server's sources have changed; starting it again");
    void system.server?.restart();
  });
  watchSources(
    ["apps/simulator/src", "packages/equipment/src", "packages/field/src", "packages/time/src"],
    () => {
      say("The simulator's sources have changed; starting it again");
      void system.campus?.restartSimulator();
    },
  );
  watchSources(["apps/gateway/src", "packages/equipment/src", "packages/field/src"], () => {
    say("The gateway's sources have changed; starting it again");
    void system.campus?.restartGateways();
  });
}

async function run(): Promise<void> {
  const settings = readStartSettings(process.env);
  const webPort = await findFreePort(settings.host, WEB_PORT);
  const webUrl = urlOf(settings.host, webPort);
  // Links in mails and the check of a write's origin follow the address that the browser shows.
  const serverEnvironment = { PUBLIC_URL: process.env["PUBLIC_URL"] || webUrl };
  const system = new System({ settings, say, isWebServed: false, serverEnvironment });
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    commands.close();
    await system.stop();
    process.exit(code);
  };
  onShutdown(
    () => void stop(0),
    () => {
      system.kill();
      commands.close();
      process.exit(1);
    },
  );
  try {
    const api = await system.start();
    void serveWeb(settings.host, webPort, api);
    restartOnChange(system);
    const accounts = await describeAccounts(api);
    say(`Verandah is ready at ${webUrl}, and reloads what changes (its server is at ${api})`);
    if (accounts) say(accounts);
  } catch (error) {
    if (!isStopping) console.error(describeFailure(error));
    await stop(1);
  }
}

try {
  await run();
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
