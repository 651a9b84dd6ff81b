import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { readMetric } from "../../../faults/src/rig/metrics.ts";
import { ProductProgram } from "../../../faults/src/rig/product-program.ts";
import { startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { serverHeapMegabyte } from "../../../tools/system/settings.ts";
import { serverReady } from "../../../tools/system/system.ts";
import { makeDataFolder } from "../../../tools/testing/started-system.ts";
import { type Campus, type CampusSize, makeCampus } from "./campus.ts";
import { createAdministrator, type Users } from "./users.ts";

/** Retention of old readings during a measurement, days. */
const KEEP_DAYS = 120;

/** For thousands of connections. Source: docs/sizing.md. */
const MANY_EDGES = 1_000;
const MANY_EDGES_HEAP_MEGABYTE = 1_000;

/** A system under test. */
export interface Rig extends AsyncDisposable {
  readonly campus: Campus;
  /** Of the server. */
  readonly url: string;
  readonly mqttPort: number;
  readonly serverPid: number;
  readonly users: Users;
  /** Of the database, as the server's own account. */
  readonly databaseUrl: string;
  /** Of the database, as its superuser: for checkpoints. */
  readonly superuserUrl: string;
  readonly postmasterPid: () => number;
  readonly restartServer: () => Promise<void>;
  /** Starts a second process with a broker, beside the server. */
  readonly startBroker: () => Promise<AsyncDisposable & { readonly pid: number; readonly mqttPort: number }>;
  /** Stops PostgreSQL in order and starts it again; the server reconnects. */
  readonly restartPostgres: () => Promise<void>;
  /** On the disk that the database writes to. */
  readonly folder: string;
  readonly print: (text: string) => void;
  /** A metric of GET /metrics with its labels, such as `verandah_readings_total{outcome="stored"}`; 0 when it is missing. */
  readonly metric: (name: string) => Promise<number>;
}

/** Starts PostgreSQL with fsync on, the server beside it, and makes an administrator. */
export async function startRig(options: CampusSize & { print: (text: string) => void }): Promise<Rig> {
  await using starting = new AsyncDisposableStack();
  const data = makeDataFolder();
  const folder = data.path;
  starting.defer(() => data.remove());
  let postgres = await startEmbeddedPostgres({ dataDir: folder });
  const databaseUrl = postgres.url;

  const campus = makeCampus(options);
  const siteFile = path.join(folder, "site.json");
  writeFileSync(siteFile, JSON.stringify(campus.site));
  const settings = {
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: path.join(folder, "server"),
    DATABASE_URL: databaseUrl,
    MQTT_LISTEN: "127.0.0.1:0",
    METRICS_LISTEN: "127.0.0.1:0",
    DEMO: "off",
    SITE_FILES: siteFile,
    READINGS_KEEP_DAYS: String(KEEP_DAYS),
  };
  const heapMegabyte = (options.pumps ?? 0) > MANY_EDGES ? MANY_EDGES_HEAP_MEGABYTE : serverHeapMegabyte.site;
  const server = new ProductProgram({
    entry: "apps/server/src/main.ts",
    environment: settings,
    heapMegabyte,
  });
  starting.defer(() => server.stop());
  const { port = 0, mqttPort = 0, metricsPort = 0 } = serverReady.parse(await server.start());
  const url = `http://127.0.0.1:${port}`;
  const users = await createAdministrator(url, databaseUrl);

  // A restart keeps its addresses.
  Object.assign(settings, {
    PORT: String(port),
    MQTT_LISTEN: `127.0.0.1:${mqttPort}`,
    METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
  });
  const started = starting.move();
  return {
    campus,
    url,
    mqttPort,
    get serverPid() {
      return server.pid ?? 0;
    },
    users,
    databaseUrl,
    superuserUrl: superuserUrl(databaseUrl, folder),
    postmasterPid: () => postgres.postmaster.pid,
    async startBroker() {
      const second = { PROCESS_NAME: "second", VERANDAH_ROLES: "ingest", MQTT_LISTEN: "127.0.0.1:0" };
      const environment = { ...settings, ...second, METRICS_LISTEN: "127.0.0.1:0" };
      const program = new ProductProgram({ entry: "apps/server/src/main.ts", environment, heapMegabyte });
      const { mqttPort: secondPort = 0 } = serverReady.parse(await program.start());
      return { pid: program.pid ?? 0, mqttPort: secondPort, [Symbol.asyncDispose]: () => program.stop() };
    },
    async restartServer() {
      await server.stop();
      await server.start();
    },
    async restartPostgres() {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir: folder });
    },
    folder,
    print: options.print,
    metric: async (name) => (await readMetric(metricsPort, name)) ?? 0,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function superuserUrl(databaseUrl: string, dataDir: string): string {
  const passwords: Record<string, string> = JSON.parse(
    readFileSync(path.join(dataDir, "postgres-passwords.json"), "utf8"),
  );
  const url = new URL(databaseUrl);
  url.username = "postgres";
  url.password = passwords["postgres"] ?? "";
  return url.href;
}
