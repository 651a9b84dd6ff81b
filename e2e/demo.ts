import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";

import { expect, test as base } from "./fixtures.ts";
import { folder, ownSettings, type System } from "./systems.ts";

/** A new machine may build the web app first, ms. */
const START_MAX_MS = 180_000;

/** The demo's campus as a user starts it. */
export const test = base.extend<object, { demo: System & { process: ChildProcess } }>({
  demo: [
    async ({}, use) => {
      const dataDir = path.join(folder, "demo");
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir, { recursive: true });
      const demo = spawn("npm", ["start"], {
        cwd: path.join(import.meta.dirname, ".."),
        // A terminal's Ctrl-C reaches its whole group.
        detached: true,
        env: {
          ...process.env,
          ...ownSettings,
          DATA_DIR: dataDir,
          PORT: "0",
          METRICS_LISTEN: "off",
          DEMO_HISTORY_DAYS: "1",
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      demo.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      const urlIn = () => /^Verandah is ready at (\S+)$/m.exec(output)?.[1];
      await expect.poll(urlIn, { timeout: START_MAX_MS }).toBeDefined();
      await use({ url: urlIn() ?? "", dataDir, process: demo });
      process.kill(-(demo.pid ?? 0), "SIGINT");
      await once(demo, "exit");
    },
    { scope: "worker", timeout: START_MAX_MS },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  system: async ({ demo }, use) => use(demo),
});

export { expect } from "./fixtures.ts";
