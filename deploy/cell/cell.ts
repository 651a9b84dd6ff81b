import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

import { z } from "zod";

import { hasEnded, killAll } from "../../tools/process/processes.ts";
import { StartError } from "../../tools/process/start-error.ts";
import { repository } from "../../tools/system/settings.ts";
import { addressOf, CellNetwork, type Host, hosts, MACHINE_ADDRESS, SUBNET } from "./network.ts";
import { CellProgram, type ProgramOptions, until } from "./program.ts";

/** Programs that a cell needs, and Debian's packages with them. */
const needed: Readonly<Record<string, string>> = {
  ip: "iproute2",
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  "nats-server": "nats-server",
  pgbackrest: "pgbackrest",
  openssl: "openssl",
};
/** Hosts with PostgreSQL, HAProxy and the processes of Verandah. */
export const fullHosts = [1, 2] as const;
export type FullHost = (typeof fullHosts)[number];
export const roles = ["api", "ingest", "jobs"] as const;
type Role = (typeof roles)[number];

/** Ports of the shipped settings. */
const ports = { etcd: 2379, nats: 4222, patroni: 8008, postgres: 5432, mqtt: 8883, api: 3000, ingest: 8884 };
const metricsPorts = { ingest: 9464, api: 9465, jobs: 9466 };
const PASSWORD = "change-me";
const HEAP_MEGABYTE = 400;
/** Fewer than in the shipped settings, because of the limit of open files. */
const PROXY_CONNECTIONS = 8_000;
/** Longest time until all programs of a killed host have ended, ms. */
const GONE_MAX_MS = 10_000;

/** Answer of Patroni. Source: GET /cluster of its REST interface. */
const cluster = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});
type Member = z.output<typeof cluster>["members"][number];
/** Source: GET /patroni of the primary; a standby has no list. */
const primaryState = z.object({
  replication: z.array(z.object({ state: z.string(), sync_state: z.string() })).default([]),
});

function checkMachine(): void {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const faults = Object.entries(needed).flatMap(([program, debianPackage]) =>
    folders.some((folder) => existsSync(path.join(folder, program))) ? [] : [debianPackage],
  );
  if (!binFolder()) faults.push("postgresql");
  if (process.getuid?.() !== 0) throw new StartError("A cell needs root for its network namespaces.");
  if (faults.length > 0) throw new StartError(`A cell needs these packages of Debian: ${faults.join(", ")}.`);
}

/** Of the newest PostgreSQL of Debian. */
const binFolder = () => globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);

const hasRole = (members: readonly Member[], role: string) =>
  members.some((member) => member.role === role && member.state !== "stopped");

/**
 * A cell as docs/operating.md describes it, on this machine: three etcd and NATS servers, two PostgreSQL under Patroni with synchronous
 * replication, two HAProxy, and two processes of each role, on three hosts with the settings files of `deploy`. Everything comes from Debian's packages.
 */
export class Cell implements AsyncDisposable {
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly network = new CellNetwork();
  readonly #programs = new Map<string, CellProgram>();

  private constructor(folder: string, settings: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#settings = settings;
  }

  /**
   * @param folder empty, for data, settings and logs
   * @param settings of the processes of Verandah
   * @throws StartError
   */
  static async start(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<Cell> {
    checkMachine();
    const cell = new Cell(folder, settings);
    try {
      await cell.#start();
    } catch (error) {
      await cell[Symbol.asyncDispose]();
      throw error;
    }
    return cell;
  }

  /** A program by its name: its kind and the number of its host, such as `ingest1`. */
  program(name: string): CellProgram {
    const found = this.#programs.get(name);
    if (!found) throw new Error(`There is no program ${name}`);
    return found;
  }

  /** The certificate, as PEM, that HAProxy, the brokers and NATS have. */
  get certificate(): string {
    return readFileSync(path.join(this.#folder, "certificate.pem"), "utf8");
  }

  readonly webUrls = fullHosts.map((host) => `http://${addressOf(host)}:${ports.api}`);
  /** Of the two HAProxy. */
  readonly brokers = fullHosts.map((host) => ({ host: addressOf(host), port: ports.mqtt }));

  /** Members of the database, as a Patroni that answers sees them. */
  async members(): Promise<Member[]> {
    return Promise.any(
      fullHosts.map(async (host) => cluster.parse(await this.#askPatroni(host, "cluster")).members),
    );
  }

  async #askPatroni(host: FullHost, call: string): Promise<unknown> {
    const url = `http://${addressOf(host)}:${ports.patroni}/${call}`;
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).json();
  }

  /** The host with the primary. @throws Error without one */
  async primary(): Promise<FullHost> {
    const leader = (await this.members()).find(({ role }) => role === "leader");
    const host = fullHosts.find((one) => leader?.name === `host${one}`);
    if (!host) throw new Error("The database has no primary");
    return host;
  }

  /**
   * Waits until a synchronous standby receives what the primary writes. Before, a fault of the primary stops all writes. Patroni names a
   * standby also while it still recovers.
   */
  async untilReplicated(): Promise<void> {
    await until("the database has a synchronous standby", async () => {
      const primary = await this.primary();
      if (!hasRole(await this.members(), "sync_standby")) return false;
      const { replication } = primaryState.parse(await this.#askPatroni(primary, "patroni"));
      return replication.some((one) => one.state === "streaming" && one.sync_state === "sync");
    });
  }

  /**
   * Runs a command of PostgreSQL, Patroni or pgBackRest on a host as its administrator does.
   *
   * @returns its output
   * @throws Error with it when it fails
   */
  runAsPostgres(host: FullHost, command: readonly string[], input = ""): string {
    const [program = "", ...args] = this.network.on(host, [...asPostgres, ...command]);
    const PATH = `${binFolder()}:${process.env["PATH"]}`;
    const env = { ...this.#postgresEnvironment(host), PATH, PGHOST: path.join(this.#folderOf(host), "run") };
    return execFileSync(program, args, { cwd: "/", encoding: "utf8", env, input });
  }

  /** Settings file of Patroni, and folder of the database. */
  filesOf(host: FullHost): { patroni: string; data: string } {
    const folder = this.#folderOf(host);
    return { patroni: path.join(folder, "patroni.yml"), data: path.join(folder, "postgresql/15/verandah") };
  }

  /** kill -9 of the primary's postmaster; Patroni goes on. */
  async killPostgres(): Promise<void> {
    const { data } = this.filesOf(await this.primary());
    const pid = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, "SIGKILL");
    await hasEnded(pid, GONE_MAX_MS);
  }

  /** Makes the standby the primary. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const candidate = leader === 1 ? 2 : 1;
    await this.#callPatroni(leader, "POST", "switchover", {
      leader: `host${leader}`,
      candidate: `host${candidate}`,
    });
  }

  /** Changes settings of all members of the database. Source: PATCH /config of Patroni's REST interface; null removes a setting. */
  async configureDatabase(settings: Readonly<Record<string, boolean | null>>): Promise<void> {
    await this.#callPatroni(await this.primary(), "PATCH", "config", settings);
  }

  async #callPatroni(host: FullHost, method: string, call: string, body: object): Promise<void> {
    const reply = await fetch(`http://${addressOf(host)}:${ports.patroni}/${call}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`Patroni answered ${reply.status}: ${await reply.text()}`);
  }

  /** Takes a host away, as a power failure does: all its programs end, and nothing answers at its address. */
  async killHost(host: Host): Promise<void> {
    this.network.cut(host);
    await killAll(this.network.pids(host), GONE_MAX_MS);
  }

  /** Starts the programs of a killed host. */
  async startHost(host: Host): Promise<void> {
    this.network.join(host);
    const programs = [...this.#programs.values()].filter((program) => program.host === host);
    for (const program of programs) await program.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The processes first, the votes last.
    const kinds = Map.groupBy(this.#programs.values(), ({ name }) => name.slice(0, -1));
    for (const programs of [...kinds.values()].toReversed())
      await Promise.all(programs.map((program) => program.stop()));
    for (const host of hosts) await this.killHost(host);
    this.network[Symbol.dispose]();
  }

  async #start(): Promise<void> {
    this.#makeCertificate();
    for (const host of hosts) mkdirSync(this.#folderOf(host));
    await this.#startAll(hosts.map((host) => this.#etcd(host)));
    await this.#startAll(hosts.map((host) => this.#nats(host)));
    // The first becomes the primary, which the second copies.
    for (const host of fullHosts) await this.#startAll([this.#patroni(host)]);
    await this.untilReplicated();
    this.#createDatabase(await this.primary());
    this.runAsPostgres(await this.primary(), ["pgbackrest", "--stanza=verandah", "stanza-create"]);
    await this.#startAll(fullHosts.map((host) => this.#proxy(host)));
    // The first process migrates the database, and imports the site.
    await this.#startAll([this.#server(1, "api")]);
    const others = fullHosts.flatMap((host) => roles.map((role) => ({ host, role })));
    await this.#startAll(
      others.flatMap(({ host, role }) => (host === 1 && role === "api" ? [] : this.#server(host, role))),
    );
  }

  async #startAll(all: readonly ProgramOptions[]): Promise<void> {
    const programs = all.map((options) => new CellProgram(this.network, options));
    for (const program of programs) this.#programs.set(program.name, program);
    await Promise.all(programs.map((program) => program.start()));
  }

  #folderOf(host: Host): string {
    return path.join(this.#folder, `host${host}`);
  }

  #logOf(name: string): string {
    return path.join(this.#folder, `${name}.log`);
  }

  /** The text of a settings file of `deploy` for a host of this cell. */
  #settingsOf(host: Host, file: string): string {
    return readFileSync(path.join(import.meta.dirname, "..", file), "utf8")
      .replaceAll("HOST_NAME", `host${host}`)
      .replaceAll("HOST_ADDRESS", addressOf(host))
      .replaceAll("10.0.0.", `${SUBNET}.`)
      .replaceAll("/etc/haproxy/certs/", `${this.#folder}/`)
      .replaceAll("/etc/nats/authority.pem", path.join(this.#folder, "certificate.pem"))
      .replaceAll("/etc/nats/", `${this.#folder}/`)
      .replaceAll("/run/postgresql", `${this.#folderOf(host)}/run`)
      .replaceAll("/var/lib/pgbackrest", `${this.#folder}/pgbackrest`)
      .replaceAll("/var/lib/", `${this.#folderOf(host)}/`)
      .replaceAll("/usr/lib/postgresql/15/bin", binFolder() ?? "");
  }

  /** Writes it for a program of the host. @returns its path */
  #writeSettings(host: Host, file: string): string {
    const target = path.join(this.#folderOf(host), file);
    writeFileSync(target, this.#settingsOf(host, file), { mode: 0o644 });
    return target;
  }

  /** One certificate for all programs. It is its own authority. */
  #makeCertificate(): void {
    chmodSync(this.#folder, 0o711);
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => path.join(this.#folder, name));
    const names = [...hosts.map(addressOf), "127.0.0.1"].map((address) => `IP:${address}`).join(",");
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "365"];
    const subject = ["-subj", "/CN=verandah", "-addext", `subjectAltName=${names}`];
    const files = ["-keyout", key ?? "", "-out", certificate ?? ""];
    execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "pipe" });
    const both = [certificate, key].map((file) => readFileSync(file ?? "", "utf8")).join("");
    writeFileSync(path.join(this.#folder, "verandah.pem"), both, { mode: 0o600 });
  }

  #etcd(host: Host): ProgramOptions {
    const environment: Record<string, string> = {};
    for (const [name, value] of Object.entries(parseEnv(this.#settingsOf(host, "etcd.env"))))
      environment[name] = value ?? "";
    return {
      name: `etcd${host}`,
      host,
      command: ["etcd"],
      environment,
      log: this.#logOf(`etcd${host}`),
      ready: `http://${addressOf(host)}:${ports.etcd}/health`,
    };
  }

  #nats(host: Host): ProgramOptions {
    return {
      name: `nats${host}`,
      host,
      command: ["nats-server", "--config", this.#writeSettings(host, "nats.conf")],
      log: this.#logOf(`nats${host}`),
      ready: `tcp://${addressOf(host)}:${ports.nats}`,
    };
  }

  #patroni(host: FullHost): ProgramOptions {
    const own = ["run", "postgresql"].map((name) => path.join(this.#folderOf(host), name));
    for (const folder of [...own, path.join(this.#folder, "pgbackrest")]) {
      mkdirSync(folder, { recursive: true });
      execFileSync("chown", ["postgres:postgres", folder]);
    }
    return {
      name: `patroni${host}`,
      host,
      command: [...asPostgres, "patroni", this.#writeSettings(host, "patroni.yml")],
      environment: this.#postgresEnvironment(host),
      log: this.#logOf(`patroni${host}`),
      ready: `http://${addressOf(host)}:${ports.patroni}/health`,
    };
  }

  #postgresEnvironment(host: FullHost): Record<string, string> {
    const pgbackrest = path.join(this.#folderOf(host), "pgbackrest.conf");
    if (!existsSync(pgbackrest)) this.#writeSettings(host, "pgbackrest.conf");
    // Patroni stores the passwords of its accounts in the home folder.
    return { HOME: path.join(this.#folderOf(host), "postgresql"), PGBACKREST_CONFIG: pgbackrest };
  }

  #createDatabase(host: FullHost): void {
    const statements = [
      `create role verandah login password '${PASSWORD}'`,
      "create database verandah owner verandah encoding 'UTF8' template template0",
    ].flatMap((statement) => ["--command", statement]);
    this.runAsPostgres(host, ["psql", "--no-psqlrc", ...statements]);
  }

  #proxy(host: FullHost): ProgramOptions {
    const limit = ["-n", String(PROXY_CONNECTIONS)];
    return {
      name: `haproxy${host}`,
      host,
      command: ["haproxy", "-db", ...limit, "-f", this.#writeSettings(host, "haproxy.cfg")],
      log: this.#logOf(`haproxy${host}`),
      ready: `tcp://${addressOf(host)}:${ports.mqtt}`,
    };
  }

  #server(host: FullHost, role: Role): ProgramOptions {
    const name = `${role}${host}`;
    const address = addressOf(host);
    const certificate = path.join(this.#folder, "verandah.pem");
    const dataFolder = path.join(this.#folderOf(host), name);
    mkdirSync(dataFolder);
    return {
      name,
      host,
      command: [process.execPath, `--max-old-space-size=${HEAP_MEGABYTE}`, "apps/server/src/main.ts"],
      cwd: repository,
      environment: {
        DATABASE_URL: `postgres://verandah:${PASSWORD}@127.0.0.1:5000/verandah`,
        DATABASE_STANDBY: "on",
        NATS_URL: hosts.map((one) => `tls://verandah:${PASSWORD}@${addressOf(one)}:${ports.nats}`).join(","),
        NATS_CA_FILE: path.join(this.#folder, "certificate.pem"),
        VERANDAH_ROLES: role,
        PROCESS_NAME: name,
        DATA_DIR: dataFolder,
        HOST: address,
        PORT: String(ports.api),
        // Relays of this machine may be between the hosts.
        TRUSTED_PROXIES: [...fullHosts.map(addressOf), MACHINE_ADDRESS].join(","),
        METRICS_LISTEN: `${address}:${metricsPorts[role]}`,
        ...(role === "ingest" && {
          MQTT_TLS_LISTEN: `${address}:${ports.ingest}`,
          MQTT_TLS_CERT: certificate,
          MQTT_TLS_KEY: certificate,
        }),
        ...this.#settings,
      },
      log: this.#logOf(name),
      ready: `http://${address}:${metricsPorts[role]}/v1/ready`,
    };
  }
}

/** Neither PostgreSQL nor Patroni may run as root. */
const asPostgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"];
