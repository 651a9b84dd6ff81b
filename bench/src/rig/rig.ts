import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { certificate } from "@verandah/field/testing/certificate.ts";

import { readMetric } from "../../../faults/src/rig/metrics.ts";
import { ProductProgram } from "../../../faults/src/rig/product-program.ts";
import { startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { findFreePort } from "../../../tools/system/ports.ts";
import { serverHeapMegabyte } from "../../../tools/system/settings.ts";
import { readPorts } from "../../../tools/system/system.ts";
import { makeDataFolder } from "../../../tools/testing/started-system.ts";
import { type Campus, type CampusSize, makeCampus } from "./campus.ts";
import { createAdministrator, type Users } from "./users.ts";

/** Retention of old readings during a measurement, days. */
const KEEP_DAYS = 120;

/** For thousands of connections. Source: docs/sizing.md. */
const MANY_EDGES = 1_000;
const MANY_EDGES_HEAP_MEGABYTE = 1_000;
const EDGES_PER_MEGABYTE = 50;

/** A process of the server with a broker. */
export interface Broker {
  readonly pid: number;
  readonly mqttPort: number;
  /** Readings since its start that are stored, or equal the last one, which is not stored again. */
  readonly countKept: () => Promise<number>;
}

/** A system under test. */
export interface Rig extends AsyncDisposable {
  readonly campus: Campus;
  /** Of the server. */
  readonly url: string;
  readonly mqttPort: number;
  readonly mqttTlsPort: number;
  readonly serverPid: number;
  readonly users: Users;
  /** Of the database, as the server's own account. */
  readonly databaseUrl: string;
  /** Of the database, as its superuser: for checkpoints. */
  readonly superuserUrl: string;
  readonly postmasterPid: () => number;
  readonly stopServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  /** Starts another process with a broker, beside the server. */
  readonly startBroker: (name: string) => Promise<AsyncDisposable & Broker>;
  /** Stops PostgreSQL in order and starts it again; the server reconnects. */
  readonly restartPostgres: () => Promise<void>;
  /** On the disk that the database writes to. */
  readonly folder: string;
  readonly print: (text: string) => void;
  /** A metric of the server with its labels; undefined when it is missing. */
  readonly readMetric: (name: string) => Promise<number | undefined>;
  /** The same as of a broker, for the server. */
  readonly countKept: Broker["countKept"];
}

async function countKept(metricsPort: number): Promise<number> {
  const results = ["stored", "unchanged"].map((outcome) =>
    readMetric(metricsPort, `verandah_readings_total{outcome="${outcome}"}`),
  );
  return (await Promise.all(results)).reduce<number>((sum, result) => sum + (result ?? 0), 0);
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
  const pem = path.join(folder, "verandah.pem");
  writeFileSync(pem, `${certificate.cert}\n${certificate.key}`);
  const mqttTlsPort = await findFreePort("127.0.0.1");
  const settings = {
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: path.join(folder, "server"),
    DATABASE_URL: databaseUrl,
    MQTT_LISTEN: "127.0.0.1:0",
    MQTT_TLS_LISTEN: `127.0.0.1:${mqttTlsPort}`,
    MQTT_TLS_CERT: pem,
    MQTT_TLS_KEY: pem,
    METRICS_LISTEN: "127.0.0.1:0",
    DEMO: "off",
    SITE_FILES: siteFile,
    READINGS_KEEP_DAYS: String(KEEP_DAYS),
  };
  const { pumps = 0 } = options;
  const heapMegabyte =
    options.heapMegabyte ??
    (pumps > MANY_EDGES
      ? Math.max(MANY_EDGES_HEAP_MEGABYTE, pumps / EDGES_PER_MEGABYTE)
      : serverHeapMegabyte.site);
  const server = new ProductProgram({
    entry: "apps/server/src/main.ts",
    environment: settings,
    heapMegabyte,
  });
  starting.defer(() => server.stop());
  const { port = 0, mqttPort = 0, metricsPort = 0 } = readPorts(await server.start());
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
    mqttTlsPort,
    get serverPid() {
      return server.pid ?? 0;
    },
    users,
    databaseUrl,
    superuserUrl: superuserUrl(databaseUrl, folder),
    postmasterPid: () => postgres.postmaster.pid,
    async startBroker(name) {
      const own = { PROCESS_NAME: name, VERANDAH_ROLES: "ingest", METRICS_LISTEN: "127.0.0.1:0" };
      const listen = { MQTT_LISTEN: "127.0.0.1:0", MQTT_TLS_LISTEN: "127.0.0.1:0" };
      const environment = { ...settings, ...own, ...listen };
      const program = new ProductProgram({ entry: "apps/server/src/main.ts", environment, heapMegabyte });
      const ready = readPorts(await program.start());
      return {
        pid: program.pid ?? 0,
        mqttPort: ready.mqttPort ?? 0,
        countKept: () => countKept(ready.metricsPort ?? 0),
        [Symbol.asyncDispose]: () => program.stop(),
      };
    },
    stopServer: () => server.stop(),
    startServer: async () => void (await server.start()),
    async restartPostgres() {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir: folder });
    },
    folder,
    print: options.print,
    readMetric: (name) => readMetric(metricsPort, name),
    countKept: () => countKept(metricsPort),
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
