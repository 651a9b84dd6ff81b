import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { findFreePort } from "../../../tools/system/ports.ts";
import { serverHeapMegabyte } from "../../../tools/system/settings.ts";
import { type Campus, type CampusSize, makeCampus } from "./campus.ts";
import { startServerProcess } from "./server-process.ts";
import { createAdministrator, type Users } from "./users.ts";

/** Retention of old readings during a measurement, days. */
const KEEP_DAYS = 120;

/** For thousands of connections. Source: docs/sizing.md. */
const MANY_EDGES = 1_000;
const MANY_EDGES_HEAP_MEGABYTE = 1_000;

const quiet = () => undefined;

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
  const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-bench-"));
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  // The database's account must be able to enter it when the bench runs as root.
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, "database");
  mkdirSync(dataDir, { mode: 0o711 });
  const abandon = new AbortController();
  const startDatabase = () =>
    startEmbeddedPostgres({ dataDir, print: quiet, log: quiet, signal: abandon.signal });
  let postgres = await startDatabase();
  starting.defer(() => postgres.remove());
  const databaseUrl = postgres.url;

  const campus = makeCampus(options);
  const siteFile = path.join(folder, "site.json");
  writeFileSync(siteFile, JSON.stringify(campus.site));
  const metricsPort = await findFreePort("127.0.0.1");
  const settings = {
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: path.join(folder, "server"),
    DATABASE_URL: databaseUrl,
    MQTT_LISTEN: "127.0.0.1:0",
    METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    DEMO: "off",
    SITE_FILES: siteFile,
    READINGS_KEEP_DAYS: String(KEEP_DAYS),
  };
  const heapMegabyte = (options.pumps ?? 0) > MANY_EDGES ? MANY_EDGES_HEAP_MEGABYTE : serverHeapMegabyte.site;
  const logFile = path.join(folder, "server.log");
  const server = starting.use(await startServerProcess(settings, { logFile, heapMegabyte }));
  const users = await createAdministrator(server.url, databaseUrl);

  const started = starting.move();
  return {
    campus,
    url: server.url,
    mqttPort: server.mqttPort,
    serverPid: server.pid,
    users,
    databaseUrl,
    superuserUrl: superuserUrl(databaseUrl, dataDir),
    postmasterPid: () => postgres.postmaster.pid,
    async restartPostgres() {
      await postgres.stop();
      postgres = await startDatabase();
    },
    folder,
    print: options.print,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const line = text.split("\n").find((entry) => entry.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },
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
