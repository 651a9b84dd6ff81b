import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";

import type { SiteDescription } from "@verandah/field/site.ts";
import { expect } from "vitest";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { killAll } from "../../../tools/process/processes.ts";
import { findFreePort } from "../../../tools/system/ports.ts";
import { makeDataFolder } from "../../../tools/testing/started-system.ts";
import { Browser } from "./browser.ts";
import { readMetric } from "./metrics.ts";
import { familyOf } from "./process-family.ts";
import { ProductProgram } from "./product-program.ts";
import { TIME_LIMIT_MS, sizes } from "./sizes.ts";

const GONE_MAX_MS = 10_000;

/** The product's own PostgreSQL with its own settings (fsync on), which can be killed and started again at the same address. */
class BreakablePostgres {
  readonly #dataDir: string;
  #running: EmbeddedPostgres | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Starts it, also after a kill. @returns its address, always the same */
  async start(): Promise<string> {
    this.#running = await startEmbeddedPostgres({ dataDir: this.#dataDir });
    return this.#running.url;
  }

  /** kill -9 of the postmaster and all its children; waits until all have ended. */
  async kill(): Promise<void> {
    const postmaster = this.#running?.postmaster;
    if (!postmaster) return;
    await killAll(familyOf(postmaster.pid), GONE_MAX_MS);
    await postmaster.ended;
    this.#running = undefined;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}

const HOST = "127.0.0.1";
/** Below the ports that a system gives to sockets without one; Linux begins at 32768, and others later. Source: ip(7). */
const PORTS = [20_000, 32_000] as const;
const POLL_MS = 50;

/** The server and its PostgreSQL, both real and both breakable, always on the same ports. */
export interface Rig extends AsyncDisposable {
  readonly folder: string;
  readonly postgres: BreakablePostgres;
  readonly server: ProductProgram;
  /** The settings of the server, for a second server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly browser: Browser;
  readonly httpPort: number;
  readonly mqttPort: number;
  /** A metric of GET /metrics, such as `verandah_live_streams`; undefined when it is missing. */
  metric: (name: string) => Promise<number | undefined>;
}

/** Starts database and server for the given site files, with the demo's accounts. */
export async function startRig(
  describe: (folder: string) => SiteDescription | Promise<string[]>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Rig> {
  await using opening = new AsyncDisposableStack();
  const data = makeDataFolder({ isQuick: !sizes.isOnDisk });
  opening.defer(() => data.remove());
  const site = await describe(data.path);
  const siteFiles = Array.isArray(site) ? site : [path.join(data.path, "site.json")];
  if (!Array.isArray(site)) writeFileSync(siteFiles[0] ?? "", JSON.stringify(site));

  const postgres = new BreakablePostgres(data.path);
  opening.defer(() => postgres.stop());
  const databaseUrl = await postgres.start();
  const [httpPort = 0, mqttPort = 0, metricsPort = 0] = await findPorts(3);
  const environment = {
    PORT: String(httpPort),
    HOST,
    DATA_DIR: data.path,
    DATABASE_URL: databaseUrl,
    MQTT_LISTEN: `${HOST}:${mqttPort}`,
    METRICS_LISTEN: `${HOST}:${metricsPort}`,
    DEMO: "on",
    SITE_FILES: siteFiles.join(","),
    ...settings,
  };
  const server = new ProductProgram({ entry: "apps/server/src/main.ts", environment });
  opening.defer(() => server.kill());
  await server.start();
  const browser = new Browser(`http://${HOST}:${httpPort}`);
  await browser.login("operator");

  const running = opening.move();
  return {
    folder: data.path,
    postgres,
    server,
    environment,
    browser,
    httpPort,
    mqttPort,
    metric: (name) => readMetric(metricsPort, name),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** So many different free ports, which no other program gets by chance before each start of the rig's programs. */
export async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort(HOST, randomInt(...PORTS)));
  return [...ports];
}

/** Waits until `isTrue`; an error counts as false. @throws Error with `what` after a timeout */
export async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  interval = POLL_MS,
): Promise<void> {
  await expect
    .poll(isTrue, { message: `Waited in vain: ${what}`, timeout: TIME_LIMIT_MS, interval })
    .toBe(true);
}
