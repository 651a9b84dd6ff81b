import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { demoAccounts } from "../../apps/simulator/src/demo-activity.ts";
import { Commands } from "../process/run.ts";
import { onShutdown } from "../process/shutdown.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { DataFolder } from "./data-folder.ts";
import { createDatabase } from "./database.ts";
import { createDemoCampus, type DemoCampus } from "./demo-campus.ts";
import { callUrl } from "./health-watch.ts";
import { checkPort } from "./ports.ts";
import { createProgram, type Program } from "./program.ts";
import { type StartSettings, urlOf } from "./settings.ts";
import { buildWeb, webDist } from "./web-build.ts";

/** Time for the field to disconnect in order while the broker still listens, ms. */
const LEAVE_MS = 500;
/** A Ctrl-C may cause an error before its signal arrives, ms. */
const SIGNAL_MS = 100;

/** Without the role `api` there is no `port`, and without a broker no `mqttPort`. */
export const serverReady = z.object({
  port: z.int().optional(),
  mqttPort: z.int().optional(),
  metricsPort: z.int().optional(),
});
type ServerReady = z.output<typeof serverReady>;

interface Started {
  /** Of the pages and of the REST interface; undefined without the role `api`. */
  readonly url: string | undefined;
  readonly server: Program;
  readonly campus: DemoCampus | undefined;
}

interface SystemOptions {
  readonly settings: StartSettings;
  readonly print: (text: string) => void;
  /** Built when its sources have changed, unless another program serves it. */
  readonly isWebServed: boolean;
  /** Added to the server's environment. */
  readonly serverEnvironment?: NodeJS.ProcessEnv;
  /** Returns the ready line. */
  readonly onReady: (started: Started) => string;
  /** Runs before the system stops. */
  readonly onStop?: () => void;
}

/** All of Verandah on this machine: database, server and, in a demo, the field. */
function createSystem({ settings, print, isWebServed, serverEnvironment: added }: SystemOptions) {
  const commands = new Commands();
  let folder: DataFolder | undefined;
  let database: ReturnType<typeof createDatabase> | undefined;
  let server: Program | undefined;
  let campus: DemoCampus | undefined;
  let isStopping = false;

  function refuseWhenStopping(): void {
    if (isStopping) throw new StartError("Stopped before it was ready.");
  }

  return {
    /** @throws StartError */
    async start(): Promise<Started> {
      folder = new DataFolder(settings.dataDir);
      await folder.endLeftOvers((command) => command.includes("apps/") && command.includes("src/main.ts"));
      await checkPort(settings.host, settings.port);

      if (settings.isDemo) campus = createDemoCampus(folder, print, settings);
      if (settings.databaseUrl === undefined) database = createDatabase(folder, print);
      const [databaseUrl = "", siteFiles = []] = await Promise.all([
        settings.databaseUrl ?? database?.start().then(({ url }) => url),
        campus?.provision(commands),
        isWebServed ? buildWeb(commands, print) : undefined,
      ]);
      refuseWhenStopping();

      let first: ServerReady | undefined;
      server = createProgram({
        folder,
        print,
        name: "server",
        entry: "apps/server/src/main.ts",
        heapMaxMegabyte: settings.serverHeapMegabyte,
        environment: () =>
          serverEnvironment({ ...process.env, ...added }, { settings, databaseUrl, siteFiles, first }),
        health(message) {
          const url = healthUrl(serverReady.parse(message), settings.host, process.env["METRICS_LISTEN"]);
          return url && { call: callUrl(url) };
        },
      });
      const starting = server.start().then((message) => (first = serverReady.parse(message)));
      const [ready] = await Promise.all([starting, campus?.start(starting.then(brokerPort))]);
      refuseWhenStopping();
      const url = ready.port === undefined ? undefined : urlOf(settings.host, ready.port);
      if (url !== undefined) await campus?.startActivity(url);
      return { url, server, campus };
    },
    /** Stops everything: first the field, so that it can disconnect from the server, and the database last. */
    async stop(): Promise<void> {
      isStopping = true;
      commands.close();
      const fieldStops = campus?.stop();
      await Promise.race([fieldStops, sleep(LEAVE_MS)]);
      await Promise.all([server?.stop(), fieldStops]);
      await database?.stop();
      folder?.release();
    },
    kill(): void {
      commands.close();
      server?.kill();
      campus?.kill();
      database?.kill();
    },
  };
}

interface ServerSettings {
  readonly settings: StartSettings;
  readonly databaseUrl: string;
  /** Those of the demo. */
  readonly siteFiles: readonly string[];
  /** Ports of the server's first start. It keeps them, because browsers and the field use them. */
  readonly first: ServerReady | undefined;
}

/** Settings for the server in addition to the user's. */
export function serverEnvironment(user: NodeJS.ProcessEnv, known: ServerSettings): NodeJS.ProcessEnv {
  const { settings, databaseUrl, siteFiles, first } = known;
  return {
    ...user,
    PORT: String(first?.port ?? settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: settings.isDemo ? "on" : "off",
    SITE_FILES: [...siteFiles, user["SITE_FILES"] ?? ""].filter(Boolean).join(","),
    WEB_DIST: webDist,
    ...(first?.mqttPort && !user["MQTT_LISTEN"] ? { MQTT_LISTEN: `127.0.0.1:${first.mqttPort}` } : {}),
  };
}

/** Where a server answers its health: with its calls, or else with its metrics. Undefined when it does neither. */
export function healthUrl(
  { port, metricsPort }: ServerReady,
  host: string,
  metricsListen = "",
): URL | undefined {
  if (port !== undefined) return new URL("/v1/health", urlOf(host, port));
  if (metricsPort === undefined) return undefined;
  const metricsHost = metricsListen.replace(/:\d+$/, "").replaceAll(/[[\]]/g, "") || "127.0.0.1";
  return new URL("/v1/health", urlOf(metricsHost, metricsPort));
}

/** @throws StartError for a server without a broker */
function brokerPort({ mqttPort }: ServerReady): number {
  if (mqttPort !== undefined) return mqttPort;
  throw new StartError(
    "The demo's field needs the broker: have ingest among VERANDAH_ROLES, or set DEMO=off.",
  );
}

/** Starts the system and stops it in order at the first Ctrl-C. A second Ctrl-C kills it. */
export async function runSystem(options: SystemOptions): Promise<void> {
  const { print, onReady, onStop } = options;
  const system = createSystem(options);
  let isStopping = false;
  async function stop(code: number): Promise<void> {
    isStopping = true;
    onStop?.();
    await system.stop();
    process.exit(code);
  }
  onShutdown(
    () => {
      if (isStopping) return;
      print("Stopping");
      void stop(0);
    },
    () => {
      system.kill();
      onStop?.();
      process.exit(1);
    },
  );
  try {
    const started = await system.start();
    const accounts = started.url && (await describeAccounts(started.url));
    print(onReady(started));
    if (accounts) print(accounts);
  } catch (error) {
    await sleep(SIGNAL_MS);
    if (isStopping) return;
    console.error(describeFailure(error));
    await stop(1);
  }
}

/** The line that names the demo's accounts; undefined when there are none. */
async function describeAccounts(url: string): Promise<string | undefined> {
  const reply = await fetch(new URL("/v1/auth/demo-accounts", url), { signal: AbortSignal.timeout(5_000) });
  const { accounts = [] } = demoAccounts.safeParse(await reply.json()).data ?? {};
  const names = accounts.map(({ username }) => username).join(", ");
  return accounts[0] && `Accounts: ${names} (password ${accounts[0].password})`;
}
