import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { afterAll, beforeAll, expect, test } from "vitest";

import { Cell, type FullHost, fullHosts, roles } from "../../deploy/cell/cell.ts";
import { startBalancer } from "./rig/balancer.ts";
import { Browser } from "./rig/browser.ts";
import { CountingPublisher } from "./rig/counting-publisher.ts";
import { waitFor } from "./rig/rig.ts";
import { aSite, pointsOf } from "./rig/site.ts";

const DEVICE = "S1";
const READINGS_MIN = 200;
const START_MAX_MS = 300_000;
const FIRST: FullHost = 1;

const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-cell-"));
const opened = new AsyncDisposableStack();
opened.defer(() => rmSync(folder, { recursive: true, force: true }));
let cell: Cell;

beforeAll(async () => {
  const site = path.join(folder, "site.json");
  writeFileSync(site, JSON.stringify(aSite({ devices: [DEVICE], pointCount: 1 })));
  cell = opened.use(await Cell.start(folder, { SITE_FILES: site, DEMO: "on" }));
  setDefaultCACertificates([...getCACertificates("default"), cell.certificate]);
}, START_MAX_MS);

afterAll(() => opened.disposeAsync(), START_MAX_MS);

async function startPublisher(): Promise<CountingPublisher> {
  const { port } = opened.use(await startBalancer(cell.brokers));
  const load = { points: pointsOf(1), readingsPerMessage: 2, messagesPerSecond: 20 };
  const publisher = new CountingPublisher({ mqttPort: port, isTls: true, ssid: DEVICE, ...load });
  opened.defer(() => publisher.close());
  publisher.start();
  return publisher;
}

async function untilMoreIsStored(publisher: CountingPublisher): Promise<void> {
  const before = publisher.readingsAcknowledged;
  await waitFor("readings are stored", () => publisher.readingsAcknowledged > before + READINGS_MIN);
}

const servers = () => fullHosts.flatMap((host) => roles.map((role) => cell.program(`${role}${host}`)));

/** What docs/operating.md says under "Restore". */
async function restore(moment: Date): Promise<void> {
  for (const server of servers()) await server.stop();
  for (const host of fullHosts) await cell.program(`patroni${host}`).stop();
  const { patroni, data } = cell.filesOf(FIRST);
  // The last is the name of the last primary, which Patroni asks for while it remembers one.
  const answers = "verandah\nYes I am aware\nhost2\n";
  cell.runAsPostgres(FIRST, ["patronictl", "--config-file", patroni, "remove", "verandah"], answers);
  for (const host of fullHosts) rmSync(cell.filesOf(host).data, { recursive: true });
  const time = moment.toISOString().replace("T", " ").replace("Z", "+00");
  const target = ["--type=time", `--target=${time}`, "--target-action=promote"];
  cell.runAsPostgres(FIRST, ["pgbackrest", "--stanza=verandah", ...target, "restore"]);
  // Once without Patroni, which would replace the settings of the recovery.
  const log = path.join(path.dirname(data), "restore.log");
  cell.runAsPostgres(FIRST, ["pg_ctl", "--pgdata", data, "--log", log, "--wait", "start"]);
  await waitFor("the database is restored", () => {
    const [, isOver = ""] = cell
      .runAsPostgres(FIRST, ["psql", "--csv", "--command", "select not pg_is_in_recovery()"])
      .split("\n");
    return Promise.resolve(isOver === "t");
  });
  cell.runAsPostgres(FIRST, ["pg_ctl", "--pgdata", data, "--wait", "stop"]);
  for (const host of fullHosts) await cell.program(`patroni${host}`).start();
  await cell.untilReplicated();
  for (const server of servers()) await server.start();
}

test("a backup and the archive restore the cell as it was at a moment, and it goes on", async () => {
  const publisher = await startPublisher();
  await untilMoreIsStored(publisher);
  cell.runAsPostgres(await cell.primary(), ["pgbackrest", "--stanza=verandah", "--type=full", "backup"]);
  await untilMoreIsStored(publisher);
  await publisher.finish();
  const count = publisher.readingsAcknowledged;
  await sleep(1_000);
  const moment = new Date();
  await sleep(1_000);
  publisher.start();
  await untilMoreIsStored(publisher);
  await publisher.finish();
  const countLater = publisher.readingsAcknowledged;

  await restore(moment);
  const browser = new Browser(cell.webUrls[0] ?? "");
  await browser.login("operator");
  const lost = Array.from({ length: countLater - count }, (_, at) => `P1#${count + at}`);
  expect(await publisher.compare(browser)).toEqual({
    missing: lost,
    doubled: [],
    wrongValue: [],
    neverSent: [],
  });

  publisher.start();
  await untilMoreIsStored(publisher);
  await publisher.finish();
  expect((await publisher.compare(browser)).missing).toEqual(lost);
});
