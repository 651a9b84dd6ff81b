import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { Commands } from "../process/run.ts";
import { onShutdown } from "../process/shutdown.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { DataFolder } from "./data-folder.ts";
import { createDatabase } from "./database.ts";
import type { DemoCampus } from "./demo-campus.ts";
import { callUrl } from "./health-watch.ts";
import { checkPort } from "./ports.ts";
import { createProgram, fieldOf, numberOf, type Program } from "./program.ts";
import { readStartSettings, type StartSettings, urlOf } from "./settings.ts";
import { buildWeb, webDist } from "./web-build.ts";

/** Time for the field to disconnect in order while the broker still listens, ms. */
const LEAVE_MS = 500;
/** A Ctrl-C may cause an error before its signal arrives, ms. */
const SIGNAL_MS = 100;

/** Without the role `api` there is no `port`, and without a broker no `mqttPort`. */
type ServerReady = { readonly [name in "port" | "mqttPort" | "metricsPort"]?: number | undefined };

/** The ports in a server's ready message. */
export const readPorts = (message: unknown): ServerReady => ({
  port: numberOf(message, "port"),
  mqttPort: numberOf(message, "mqttPort"),
  metricsPort: numberOf(message, "metricsPort"),
});

interface Started {
  /** Of the pages and of the REST interface; undefined without the role `api`. */
  readonly url: string | undefined;
  readonly server: Program;
  readonly campus: DemoCampus | undefined;
  /** Ended when the system stops. */
  readonly commands: Commands;
}

interface SystemOptions {
  /** Address at which another program serves the web app. Without it the server does, from a build of the present sources. */
  readonly webUrl?: string;
  /** Returns the ready line. */
  readonly onReady: (started: Started) => string;
}

const print = (text: string) => console.log(text);

/** All of Verandah on this machine: database, server and, in a demo, the field. */
function createSystem(stopping: AbortSignal) {
  const commands = new Commands();
  let folder: DataFolder | undefined;
  let database: ReturnType<typeof createDatabase> | undefined;
  let server: Program | undefined;
  let campus: DemoCampus | undefined;

  /** Runs the demo beside a campus of one's own, or removes it, as the server requests. */
  async function changeDemo(message: unknown, settings: StartSettings, ready: Promise<ServerReady>) {
    if (settings.isDemo || fieldOf(message, "type") !== "demo" || !folder) return;
    const { createDemoCampus } = await import("./demo-campus.ts");
    const { answerDemoRequest } = await import("../../apps/simulator/src/demo-requests.ts");
    campus ??= createDemoCampus(folder, settings);
    const url = urlOf(settings.HOST, (await ready).port ?? settings.PORT);
    server?.send(await answerDemoRequest(message, campus, url, ready.then(brokerPort)));
    if (fieldOf(message, "action") === "remove") campus = undefined;
  }

  return {
    /** @throws StartError */
    async start(settings: StartSettings, webUrl: string | undefined): Promise<Started> {
      folder = new DataFolder(settings.DATA_DIR);
      await folder.endLeftOvers((command) => command.includes("apps/") && command.includes("src/main.ts"));
      refuseMixture(folder, settings);
      await checkPort(settings.HOST, settings.PORT);

      if (settings.isDemo) {
        // Without the demo it takes 7 MB less memory.
        const { createDemoCampus } = await import("./demo-campus.ts");
        campus = createDemoCampus(folder, settings);
      }
      if (settings.DATABASE_URL === undefined) database = createDatabase(folder, print);
      const provisioned = campus?.provision();
      const known = Promise.all([
        settings.DATABASE_URL ?? database?.start().then(({ url }) => url),
        provisioned,
        webUrl === undefined ? buildWeb(commands) : undefined,
      ]);
      let first: ServerReady | undefined;
      server = createProgram({
        folder,
        name: "server",
        entry: "apps/server/src/main.ts",
        heapMaxMegabyte: settings.SERVER_HEAP_MB,
        environment: () => ({ ...process.env, START_ON_MESSAGE: "on" }),
        async settings() {
          const [databaseUrl = "", siteFiles = []] = await known;
          return serverEnvironment(process.env, { settings, webUrl, databaseUrl, siteFiles, first });
        },
        onMessage: (message) => void changeDemo(message, settings, starting),
        health(message) {
          const url = healthUrl(readPorts(message), settings.HOST, process.env["METRICS_LISTEN"]);
          return url && { call: callUrl(url) };
        },
      });
      const starting: Promise<ServerReady> = server.start().then((message) => (first = readPorts(message)));
      const [ready] = await Promise.all([
        starting,
        provisioned?.then(() => campus?.start(starting.then(brokerPort))),
        known,
      ]);
      stopping.throwIfAborted();
      const url = ready.port === undefined ? undefined : urlOf(settings.HOST, ready.port);
      if (url !== undefined) await campus?.startActivity(url);
      return { url, server, campus, commands };
    },
    /** Stops everything: first the field, so that it can disconnect from the server, and the database last. */
    async stop(): Promise<void> {
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

/** The demo never becomes a part of a building of one's own, and the reverse. @throws StartError */
export function refuseMixture(
  folder: Pick<DataFolder, "path" | "file">,
  { isDemo, isEmpty }: StartSettings,
): void {
  const other = isEmpty ? "demo" : "without-demo";
  if ((isEmpty || isDemo) && existsSync(folder.file(other)))
    throw new StartError(
      `The data folder ${folder.path} was begun ${isEmpty ? "with the demo" : "with --empty"}. Set DATA_DIR to another folder.`,
    );
  if (isEmpty) writeFileSync(folder.file("without-demo"), "");
}

interface ServerSettings {
  readonly settings: StartSettings;
  readonly webUrl: string | undefined;
  readonly databaseUrl: string;
  /** Those of the demo. */
  readonly siteFiles: readonly string[];
  /** Ports of the server's first start. It keeps them, because browsers and the field use them. */
  readonly first: ServerReady | undefined;
}

/** Settings for the server in addition to the user's. */
export function serverEnvironment(user: NodeJS.ProcessEnv, known: ServerSettings): NodeJS.ProcessEnv {
  const { settings, webUrl, databaseUrl, siteFiles, first } = known;
  return {
    ...user,
    PORT: String(first?.port ?? settings.PORT),
    HOST: settings.HOST,
    DATA_DIR: settings.DATA_DIR,
    DATABASE_URL: databaseUrl,
    DEMO: settings.isDemo ? "on" : "off",
    DEMO_FIELD: settings.isDemo ? "off" : "on",
    SITE_FILES: [...siteFiles, user["SITE_FILES"] ?? ""].filter(Boolean).join(","),
    WEB_DIST: webDist,
    // Links in mails and the check of a write's origin use the address that the browser shows.
    PUBLIC_URL: user["PUBLIC_URL"] || webUrl,
    ...(first?.mqttPort && !user["MQTT_LISTEN"] ? { MQTT_LISTEN: `127.0.0.1:${first.mqttPort}` } : {}),
  };
}

/** Where a server answers its health: with its calls, or else with its metrics. Undefined when it does neither. */
export function healthUrl({ port, metricsPort }: ServerReady, host: string, metricsListen = "") {
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
export async function runSystem(
  configure: (settings: StartSettings) => SystemOptions | Promise<SystemOptions>,
): Promise<void> {
  const stopping = new AbortController();
  const system = createSystem(stopping.signal);
  async function stop(code: number): Promise<void> {
    stopping.abort();
    await system.stop();
    process.exit(code);
  }
  onShutdown(
    () => {
      if (stopping.signal.aborted) return;
      print("Stopping");
      void stop(0);
    },
    () => {
      system.kill();
      process.exit(1);
    },
  );
  try {
    const settings = readStartSettings(process.env, process.argv.slice(2));
    const { webUrl, onReady } = await configure(settings);
    const started = await system.start(settings, webUrl);
    const accounts = started.url && (await started.campus?.describeAccounts(started.url));
    print(onReady(started));
    if (accounts) print(accounts);
  } catch (error) {
    await sleep(SIGNAL_MS);
    if (stopping.signal.aborted) return;
    console.error(describeFailure(error));
    await stop(1);
  }
}
