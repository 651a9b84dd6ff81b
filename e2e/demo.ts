import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";

import { expect, test as base } from "./fixtures.ts";
import { folder, ownSettings, type System } from "./systems.ts";

/** A new machine may build the web app first, ms. */
const START_MAX_MS = 180_000;

/** Starts Verandah as a user does, in an empty data folder, until it is ready. */
export async function startVerandah(
  name: string,
  given: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const dataDir = path.join(folder, name);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const started = spawn("npm", ["start", ...(given.length > 0 ? ["--", ...given] : [])], {
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
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const urlIn = () => /^Verandah is ready at (\S+)$/m.exec(output)?.[1];
  await expect.poll(urlIn, { timeout: START_MAX_MS }).toBeDefined();
  return {
    url: urlIn() ?? "",
    dataDir,
    process: started,
    output: () => output,
    async stop(): Promise<void> {
      process.kill(-(started.pid ?? 0), "SIGINT");
      await once(started, "exit");
    },
  };
}

/** The demo's campus as a user starts it. */
export const test = base.extend<object, { demo: System & { process: ChildProcess } }>({
  demo: [
    async ({}, use) => {
      const demo = await startVerandah("demo");
      await use(demo);
      await demo.stop();
    },
    { scope: "worker", timeout: START_MAX_MS },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  system: async ({ demo }, use) => use(demo),
});

export { expect } from "./fixtures.ts";
