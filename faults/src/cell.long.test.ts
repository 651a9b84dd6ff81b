import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { listAlarmGrid } from "@verandah/contract/alarms/alarms.ts";
import { openEdgeLink } from "@verandah/field/edge-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Cell, fullHosts, roles } from "../../deploy/cell/cell.ts";
import { repository } from "../../tools/system/settings.ts";
import { CellLoad, type Figures, probeSsids, publisherSsids, SILENT } from "./rig/cell-load.ts";
import { LAMP, UNIT } from "./rig/cell-orders.ts";
import { waitFor } from "./rig/rig.ts";
import { aSite, passwordOf } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";
import { slowNetwork } from "./rig/slow-network.ts";

/** Time after each fault, in which the load goes on, ms. */
const QUIET_MS = 5_000;
const SILENT_MS = 10_000;
/** Longest time of a wrong state, s. */
const WRONG_STATE_MAX = 5;
/** The cell copies the database and starts all its programs, ms. */
const START_MAX_MS = 300_000;
const table = path.resolve(import.meta.dirname, "../../dist/cell-faults.md");

interface Fault {
  readonly name: string;
  readonly times: number;
  /** Breaks and repairs the cell. Faults of one kind hit the two hosts by turns. */
  readonly act: (cell: Cell, host: 1 | 2) => Promise<void>;
  /** Longest time in which nothing may be stored, s. */
  readonly storedAgainMax?: number;
}

async function restart(cell: Cell, ...names: readonly string[]): Promise<void> {
  for (const name of names) await cell.program(name).kill();
  for (const name of names) await cell.program(name).start();
}

/** A second client with the name of a device that publishes, at the other broker. */
async function connectTwice(cell: Cell, host: 1 | 2): Promise<void> {
  const { host: address, port } = cell.brokers[host - 1] ?? { host: "", port: 0 };
  const [ssid = ""] = publisherSsids;
  const link = openEdgeLink({ url: `mqtts://${address}:${port}`, ssid, password: passwordOf(ssid) });
  await waitFor("the second client is connected", () => link.isConnected);
  link.dropConnection();
  await link.close();
}

/** Tables that the processes use all the time: each migration changes the next one. */
const changedTables = [
  "latest",
  "devices",
  "alarm_conditions",
  "commands",
  "edges",
  "alarm_settings",
  "points",
];
let version = 0;

/** A server with one more migration at each call. Its processes read the migrations only when they start. @returns its folder */
function makeNewerServer(): string {
  const newer = path.join(folder, "newer");
  if (version === 0) {
    cpSync(path.join(repository, "apps/server"), path.join(newer, "apps/server"), { recursive: true });
    for (const shared of ["node_modules", "apps/web"])
      symlinkSync(path.join(repository, shared), path.join(newer, shared));
  }
  version += 1;
  writeFileSync(
    path.join(newer, `apps/server/migrations/${9_000 + version}-newer.sql`),
    `alter table ${changedTables[version % changedTables.length]} add column newer_${version} int not null default 0;
     create table newer_${version} (id int primary key);`,
  );
  return newer;
}

/** One process after the other; those of the earlier version go on beside the newer schema. */
async function upgrade(cell: Cell): Promise<void> {
  const newer = makeNewerServer();
  for (const host of fullHosts)
    for (const role of roles) {
      const program = cell.program(`${role}${host}`);
      await program.stop();
      program.useFolder(newer);
      await program.start();
    }
  const check = ["psql", "--dbname=verandah", "--command", `table newer_${version}`];
  cell.runAsPostgres(await cell.primary(), check);
}

const faults: readonly Fault[] = [
  { name: "ingest killed", times: 40, act: (cell, host) => restart(cell, `ingest${host}`) },
  { name: "api killed", times: 40, act: (cell, host) => restart(cell, `api${host}`) },
  { name: "jobs killed", times: 40, act: (cell, host) => restart(cell, `jobs${host}`) },
  { name: "NATS server killed", times: 40, act: (cell, host) => restart(cell, `nats${host}`) },
  { name: "two NATS servers killed", times: 40, act: (cell, host) => restart(cell, `nats${host}`, "nats3") },
  {
    name: "ingest stopped for 10 s",
    times: 10,
    async act(cell, host) {
      cell.program(`ingest${host}`).signal("SIGSTOP");
      await sleep(SILENT_MS);
      cell.program(`ingest${host}`).signal("SIGCONT");
    },
  },
  { name: "a client at both brokers", times: 10, act: connectTwice },
  { name: "rolling upgrade", times: 10, act: upgrade },
  {
    name: "a host without network for 10 s",
    times: 10,
    async act(cell, host) {
      cell.network.cut(host);
      await sleep(SILENT_MS);
      cell.network.join(host);
      await cell.untilReplicated();
    },
  },
  {
    name: "a network of 200 ms, with stalls, for 10 s",
    times: 10,
    async act(cell) {
      {
        await using _ = await slowNetwork(cell.network);
        await sleep(SILENT_MS);
      }
      await cell.untilReplicated();
    },
  },
  {
    name: "PostgreSQL killed",
    times: 20,
    storedAgainMax: 8,
    async act(cell) {
      await cell.killPostgres();
      await cell.untilReplicated();
    },
  },
  {
    name: "switchover",
    times: 20,
    storedAgainMax: 5,
    async act(cell) {
      await cell.switchOver();
      await cell.untilReplicated();
    },
  },
  {
    name: "host of the primary gone",
    times: 20,
    storedAgainMax: 25,
    async act(cell) {
      const host = await cell.primary();
      await cell.killHost(host);
      await waitFor("the standby is the primary", async () => (await cell.primary()) !== host);
      await cell.startHost(host);
      await cell.untilReplicated();
    },
  },
];

const columns: readonly (readonly [title: string, of: keyof Figures])[] = [
  ["acknowledged", "acknowledged"],
  ["missing", "missing"],
  ["doubled", "doubled"],
  ["stray", "stray"],
  ["orders", "ordered"],
  ["executed", "executed"],
  ["executed twice", "twice"],
  ["nothing stored, s", "nothingStoredSecond"],
  ["nothing of a device stored, s", "deviceWaitedSecond"],
  ["nothing new in a browser, s", "nothingShownSecond"],
  ["wrong state, s", "wrongStateSecond"],
];

const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;

/** Adds a row to `dist/cell-faults.md`, below the titles of its columns. */
function addToTable(fault: string, times: number, figures: Figures): void {
  mkdirSync(path.dirname(table), { recursive: true });
  const titles = ["Fault", "times", ...columns.map(([title]) => title)];
  const head = rowOf(titles) + rowOf(titles.map(() => "---"));
  if (!existsSync(table) || !readFileSync(table, "utf8").includes(head)) appendFileSync(table, head);
  appendFileSync(table, rowOf([fault, times, ...columns.map(([, name]) => figures[name])]));
}

const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-cell-"));
const opened = new AsyncDisposableStack();
opened.defer(() => rmSync(folder, { recursive: true, force: true }));
let cell: Cell;
let load: CellLoad;

beforeAll(async () => {
  const site = path.join(folder, "site.json");
  writeFileSync(
    site,
    JSON.stringify(
      aSite({
        devices: [...publisherSsids, ...probeSsids, SILENT],
        units: [UNIT],
        lamps: [LAMP],
        pointCount: 1,
      }),
    ),
  );
  cell = opened.use(await Cell.start(folder, { SITE_FILES: site, DEMO: "on" }));
  load = opened.use(await CellLoad.start(cell));
}, START_MAX_MS);

afterAll(() => opened.disposeAsync(), START_MAX_MS);

test.each(faults)(
  "nothing is lost, doubled or wrong: $name",
  async ({ name, times, act, storedAgainMax = Number.POSITIVE_INFINITY }) => {
    const count = Math.min(times, sizes.cellFaultsMax);
    await load.begin();
    for (let at = 0; at < count; at += 1) {
      await act(cell, at % 2 === 0 ? 1 : 2);
      await load.untilStored();
      await sleep(QUIET_MS);
    }
    const figures = await load.end();
    addToTable(name, count, figures);
    expect(figures).toMatchObject({ missing: 0, doubled: 0, stray: 0, twice: 0 });
    expect(figures.executed).toBeGreaterThan(0);
    expect(figures.acknowledged).toBeGreaterThan(0);
    expect(figures.wrongStateSecond).toBeLessThanOrEqual(WRONG_STATE_MAX);
    expect(figures.nothingStoredSecond).toBeLessThanOrEqual(storedAgainMax);
  },
);

/** Messages of the active critical alarms. */
async function activeMessages(): Promise<string[]> {
  const { rows } = await load.browser.call(listAlarmGrid, { class: "critical", language: "en" });
  return rows.flatMap(({ Message, state }) => (state === "active" ? [Message] : []));
}

test("without a standby readings are stored on one host, and there is an alarm", async () => {
  const message = "Database without standby: new data are on one host only";
  await load.begin();
  const standby = (await cell.primary()) === 1 ? 2 : 1;
  await cell.killHost(standby);
  await load.untilStored();
  await waitFor("the alarm is active", async () => (await activeMessages()).includes(message));
  await cell.startHost(standby);
  await cell.untilReplicated();
  await waitFor("the alarm has returned", async () => !(await activeMessages()).includes(message));
  expect(await load.end()).toMatchObject({ missing: 0, doubled: 0, stray: 0 });
});

test("with synchronous_mode_strict nothing is acknowledged without a standby", async () => {
  await load.begin();
  await cell.configureDatabase({ synchronous_mode_strict: true });
  const standby = (await cell.primary()) === 1 ? 2 : 1;
  await cell.killHost(standby);
  await sleep(QUIET_MS);
  const before = load.acknowledged;
  await sleep(SILENT_MS);
  expect(load.acknowledged).toBe(before);
  await cell.startHost(standby);
  await load.untilStored();
  await cell.configureDatabase({ synchronous_mode_strict: null });
  expect(await load.end()).toMatchObject({ missing: 0, doubled: 0, stray: 0 });
});
