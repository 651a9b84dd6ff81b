import { setTimeout as sleep } from "node:timers/promises";

import type { z } from "zod";

import { Commands } from "../process/run.ts";
import { onShutdown } from "../process/shutdown.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { DataFolder } from "./data-folder.ts";
import { Database } from "./database.ts";
import { DemoCampus } from "./demo-campus.ts";
import { callUrl } from "./health-watch.ts";
import { demoAccounts, serverReady } from "./messages.ts";
import { checkPort } from "./ports.ts";
import { Program } from "./program.ts";
import { type StartSettings, urlOf } from "./settings.ts";
import { buildWeb, webDist } from "./web-build.ts";

/** Time for the field to disconnect in order while the broker still listens, ms. */
const LEAVE_MS = 500;
/** A Ctrl-C may cause an error before its signal arrives, ms. */
const SIGNAL_MS = 100;

type ServerReady = z.output<typeof serverReady>;

interface SystemOptions {
  readonly settings: StartSettings;
  readonly print: (text: string) => void;
  /** Built when its sources have changed, unless another program serves it. */
  readonly isWebServed: boolean;
  /** Added to the server's environment. */
  readonly serverEnvironment?: NodeJS.ProcessEnv;
}

/** All of Verandah on this machine: database, server and, in a demo, the field. */
export class System {
  readonly #options: SystemOptions;
  readonly #commands = new Commands();
  server: Program | undefined;
  campus: DemoCampus | undefined;
  #folder: DataFolder | undefined;
  #database: Database | undefined;
  #isStopping = false;

  constructor(options: SystemOptions) {
    this.#options = options;
  }

  /** Starts everything and returns the server's address. @throws StartError */
  async start(): Promise<string> {
    const { settings, print, isWebServed } = this.#options;
    const folder = new DataFolder(settings.dataDir);
    this.#folder = folder;
    await folder.endLeftOvers((command) => command.includes("apps/") && command.includes("src/main.ts"));
    await checkPort(settings.host, settings.port);

    const campus = settings.isDemo ? new DemoCampus({ folder, print }, settings) : undefined;
    this.campus = campus;
    this.#database = settings.databaseUrl === undefined ? new Database(folder, print) : undefined;
    const [databaseUrl, siteFiles] = await Promise.all([
      settings.databaseUrl ?? this.#database?.start() ?? "",
      campus?.provision(this.#commands) ?? [],
      isWebServed ? buildWeb(this.#commands, print) : undefined,
    ]);
    this.#refuseWhenStopping();

    let first: ServerReady | undefined;
    this.server = new Program({
      folder,
      print,
      name: "server",
      entry: "apps/server/src/main.ts",
      heapMaxMegabyte: settings.serverHeapMegabyte,
      args: () => [],
      environment: () => {
        const user = { ...process.env, ...this.#options.serverEnvironment };
        return serverEnvironment(user, { settings, databaseUrl, siteFiles, first });
      },
      health: (message) => ({
        call: callUrl(new URL("/v1/health", urlOf(settings.host, serverReady.parse(message).port))),
      }),
    });
    const starting = this.server.start().then((message) => (first = serverReady.parse(message)));
    const [ready] = await Promise.all([starting, campus?.start(starting.then(brokerPort))]);
    this.#refuseWhenStopping();
    const url = urlOf(settings.host, ready.port);
    await campus?.startActivity(url);
    return url;
  }

  /** Stops everything: first the field, so that it can disconnect from the server, and the database last. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#commands.close();
    const fieldStops = this.campus?.stop();
    await Promise.race([fieldStops, sleep(LEAVE_MS)]);
    await Promise.all([this.server?.stop(), fieldStops]);
    await this.#database?.stop();
    this.#folder?.release();
  }

  /** Ends everything at once, on a second Ctrl-C. */
  kill(): void {
    this.#commands.close();
    this.server?.kill();
    this.campus?.kill();
    this.#database?.kill();
  }

  #refuseWhenStopping(): void {
    if (this.#isStopping) throw new StartError("Stopped before it was ready.");
  }
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

/** @throws StartError for a server without a broker */
function brokerPort({ mqttPort }: ServerReady): number {
  if (mqttPort !== undefined) return mqttPort;
  throw new StartError(
    "The demo's field needs the broker: have ingest among VERANDAH_ROLES, or set DEMO=off.",
  );
}

interface Running {
  readonly print: (text: string) => void;
  /** Receives the server's address and returns the ready line. */
  readonly onReady: (url: string) => string;
  /** Runs before the system stops. */
  readonly onStop?: () => void;
}

/** Starts the system and stops it in order at the first Ctrl-C. A second Ctrl-C kills it. */
export async function runSystem(system: System, { print, onReady, onStop }: Running): Promise<void> {
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
    const url = await system.start();
    const accounts = await describeAccounts(url);
    print(onReady(url));
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
