import { watch } from "node:fs";
import path from "node:path";

import type { Commands } from "./process/run.ts";
import { StartError } from "./process/start-error.ts";
import { findFreePort } from "./system/ports.ts";
import { repository, urlOf } from "./system/settings.ts";
import { runSystem } from "./system/system.ts";

/** Port on which Vite serves the web app, if it is free. */
const WEB_PORT = 5_173;
/** Editors write a file in several steps, which need only one restart, ms. */
const QUIET_MS = 200;

/** Serves the web app from its sources and reloads the browser after changes; forwards calls to the server. */
async function serveWeb(commands: Commands, host: string, port: number, api: string): Promise<void> {
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  const args = [vite, "--host", host, "--port", String(port), "--strictPort", "--logLevel", "warn"];
  const { code, output } = await commands.run(process.execPath, args, {
    cwd: path.join(repository, "apps/web"),
    env: { ...process.env, VERANDAH_API: api },
    onOutput: (text) => process.stdout.write(text),
  });
  console.log(`Vite has ended (code ${code}). ${output.slice(-500)}`);
}

/** Restarts a program after a change of its sources or of a package, once for several changes within a short time. */
function restartOnChange(name: string, restart: () => unknown): void {
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    console.log(`The ${name}'s sources have changed; starting it again`);
    void restart();
  };
  for (const folder of [`apps/${name}/src`, "packages"])
    watch(path.join(repository, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith("~") || /\.test\.tsx?$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MS);
    });
}

await runSystem(async (settings) => {
  const webPort = await findFreePort(settings.HOST, WEB_PORT);
  const webUrl = urlOf(settings.HOST, webPort);
  return {
    webUrl,
    onReady({ url: api, server, campus, commands }) {
      if (api === undefined) throw new StartError("The pages need the role api among VERANDAH_ROLES.");
      void serveWeb(commands, settings.HOST, webPort, api);
      restartOnChange("server", () => server.restart());
      restartOnChange("simulator", () => campus?.restartSimulator());
      restartOnChange("gateway", () => campus?.restartGateways());
      return `Verandah is ready at ${webUrl}, and reloads what changes (its server is at ${api})`;
    },
  };
});
