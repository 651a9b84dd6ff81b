import { existsSync, watch } from "node:fs";
import path from "node:path";

import { Commands } from "./process/run.ts";
import { describeFailure } from "./process/start-error.ts";
import { findFreePort } from "./system/ports.ts";
import { runSystem } from "./system/run-system.ts";
import { readStartSettings, repository, urlOf } from "./system/settings.ts";
import { System } from "./system/system.ts";

/** Port on which Vite serves the web app, if it is free. */
const WEB_PORT = 5_173;
/** Editors write a file in several steps, which need only one restart, ms. */
const QUIET_MS = 200;

const print = (text: string) => console.log(text);
const commands = new Commands();

/** Serves the web app from its sources and reloads the browser after changes; forwards calls to the server. */
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
  print(`Vite has ended (code ${code}). ${output.slice(-500)}`);
}

/** Calls `onChange` after a change in one of the folders, once for several changes within a short time. */
function watchSources(folders: readonly string[], onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders.filter((name) => existsSync(path.join(repository, name))))
    watch(path.join(repository, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith("~") || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MS);
    });
}

function restartOnChange(system: System): void {
  const watched: [name: string, folders: string[], restart: () => unknown][] = [
    [
      "server",
      [
        "apps/server/src",
        "apps/server/migrations",
        ...["contract", "equipment", "field", "time"].map((name) => `packages/${name}/src`),
      ],
      () => system.server?.restart(),
    ],
    [
      "simulator",
      ["apps/simulator/src", "packages/equipment/src", "packages/field/src", "packages/time/src"],
      () => system.campus?.restartSimulator(),
    ],
    [
      "gateway",
      ["apps/gateway/src", "packages/equipment/src", "packages/field/src"],
      () => system.campus?.restartGateways(),
    ],
  ];
  for (const [name, folders, restart] of watched)
    watchSources(folders, () => {
      print(`The ${name}'s sources have changed; starting it again`);
      void restart();
    });
}

try {
  const settings = readStartSettings(process.env);
  const webPort = await findFreePort(settings.host, WEB_PORT);
  const webUrl = urlOf(settings.host, webPort);
  // Links in mails and the check of a write's origin use the address that the browser shows.
  const serverEnvironment = { PUBLIC_URL: process.env["PUBLIC_URL"] || webUrl };
  const system = new System({ settings, print, isWebServed: false, serverEnvironment });
  await runSystem(system, {
    print,
    onReady(api) {
      void serveWeb(settings.host, webPort, api);
      restartOnChange(system);
      return `Verandah is ready at ${webUrl}, and reloads what changes (its server is at ${api})`;
    },
    onStop: () => commands.close(),
  });
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
