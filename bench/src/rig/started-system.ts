import { writeFileSync } from "node:fs";
import path from "node:path";

import type { SiteDescription } from "@verandah/field/site.ts";

import { findFreePort } from "../../../tools/system/ports.ts";
import {
  makeDataFolder,
  type RunningVerandah,
  startVerandah,
} from "../../../tools/testing/started-system.ts";

/** A complete Verandah system, started by `npm start` in its own data folder. */
export interface WholeSystem extends AsyncDisposable {
  /** Of npm; all others descend from it. */
  readonly pid: number;
  readonly url: string;
  readonly mqttPort: number;
  readonly dataDir: string;
  /** Stops it like a user, starts it again, and returns the time until it was ready, ms. */
  readonly restart: () => Promise<number>;
}

/** Starts it for a real site, or with the demo when there is none. */
export async function startSystem({ site }: { site?: SiteDescription }): Promise<WholeSystem> {
  await using starting = new AsyncDisposableStack();
  const data = makeDataFolder();
  starting.defer(() => data.remove());
  const mqttPort = await findFreePort("127.0.0.1");
  const environment: NodeJS.ProcessEnv = { MQTT_LISTEN: `127.0.0.1:${mqttPort}` };
  if (site) {
    const file = path.join(data.path, "site.json");
    writeFileSync(file, JSON.stringify(site));
    environment["DEMO"] = "off";
    environment["SITE_FILES"] = file;
  }
  let system = await startVerandah(data.path, environment);
  starting.defer(() => stop(system));
  const started = starting.move();
  return {
    get pid() {
      return system.pid;
    },
    get url() {
      return system.url;
    },
    mqttPort,
    dataDir: data.path,
    async restart() {
      await stop(system);
      const startedAtMs = performance.now();
      system = await startVerandah(data.path, environment);
      return performance.now() - startedAtMs;
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** @throws Error when it did not stop in order; then it is killed */
async function stop(system: RunningVerandah): Promise<void> {
  const wrong = await system.interrupt();
  if (wrong === undefined) return;
  await system.killAll();
  throw new Error(wrong);
}
