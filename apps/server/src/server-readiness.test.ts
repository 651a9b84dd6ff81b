import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import type { NotReadyReason } from "@verandah/contract/health.ts";
import { expect, test } from "vitest";

import { createJobRuns } from "#core/jobs/job-runs.ts";
import { repeat } from "#core/jobs/repeat.ts";

import { addIngestReadiness, addJobReadiness, addServerReadiness } from "./server-readiness.ts";
import { openOneConnection } from "./testing/database/one-connection.ts";
import { startLoopClock } from "./testing/loop-clock.ts";
import { startLinkedApp } from "./testing/start-linked-app.ts";
import { quietLog, startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Parts = Parameters<typeof addServerReadiness>[1];

const GB = 1024 ** 3;

/** The checks of every process, with a right clock and enough space unless given otherwise. */
const addChecks = (app: App, parts: Partial<Parts> = {}) =>
  addServerReadiness(app.readiness, {
    db: app.db,
    now: () => new Date(),
    folders: ["/data"],
    bus: { isConnected: true },
    readFree: async () => GB,
    ...parts,
  });

async function readiness(app: App) {
  const reply = await app.client().get("/v1/ready");
  const { status, reasons } = reply.json<{
    status: string;
    reasons: { code: NotReadyReason; message: string }[];
  }>();
  expect([reply.statusCode, status]).toEqual(reasons.length === 0 ? [200, "ready"] : [503, "not-ready"]);
  return reasons;
}

test("answers 200 and the roles of the process while nothing is wrong", async () => {
  await using app = await startTestApp();
  addChecks(app, { bus: { isConnected: true } });
  const reply = await app.client().get("/v1/ready");
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { status: "ready", roles: ["api", "ingest", "jobs"], reasons: [] },
  ]);
});

test.each<[NotReadyReason, string, Partial<Parts>]>([
  [
    "bus-down",
    "The connection to the other processes of the server is lost",
    { bus: { isConnected: false } },
  ],
  [
    "disk-full",
    "The disk of /database has less than 64 MB free",
    { folders: ["/data", "/database"], readFree: async (folder) => (folder === "/data" ? GB : GB / 17) },
  ],
  [
    "clock-differs",
    "The clock of the server is 1440 min ahead of the clock of the database",
    { now: () => new Date(Date.now() + 86_400_000) },
  ],
  [
    "clock-differs",
    "The clock of the server is 6 min behind the clock of the database",
    { now: () => new Date(Date.now() - 360_000) },
  ],
])("answers 503 with %s: %s", async (code, message, parts) => {
  await using app = await startTestApp();
  addChecks(app, parts);
  expect(await readiness(app)).toEqual([{ code, message }]);
});

test("a clock that differs by 4 minutes is no reason", async () => {
  await using app = await startTestApp();
  addChecks(app, { now: () => new Date(Date.now() + 240_000) });
  expect(await readiness(app)).toEqual([]);
});

test("answers 503 with a database that accepts no writes, while its health is 200", async () => {
  await using app = await startTestApp();
  const url = new URL(app.databaseUrl);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  await using standby = openOneConnection(url.href);
  addChecks(app, { db: standby.db });
  expect(await readiness(app)).toEqual([
    { code: "database-read-only", message: "The database accepts no writes" },
  ]);
  expect((await app.client().get("/v1/health")).statusCode).toBe(200);
});

test("answers 503 within 3 s while the database does not respond, and a browser still gets the page", async () => {
  const webDist = await mkdtemp(path.join(os.tmpdir(), "verandah-web-"));
  for (const page of ["index.html", "farmer.html"])
    await writeFile(path.join(webDist, page), `<!doctype html><title>Verandah</title>${page}`);
  await using linked = await startLinkedApp({ webDist });
  const { app, link } = linked;
  addChecks(app);
  const { token } = (await app.as("operator")).session;
  link.stall();
  const { seconds } = startLoopClock();
  expect(await readiness(app)).toMatchObject([{ code: "database-down" }]);
  expect(seconds()).toBeLessThan(3);
  expect((await app.client().get("/login")).body).toContain("<title>Verandah</title>");
  const cookies = { token: token.replace("JWT ", ""), role: "1" };
  expect((await app.app.inject({ method: "GET", url: "/", cookies })).body).toContain("index.html");
  link.restore();
  await expect.poll(() => readiness(app)).toEqual([]);
  await rm(webDist, { recursive: true });
}, 20_000);

test("the role ingest is not ready while readings wait for the database", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const { writer } = field.ingest;
  addIngestReadiness(app.readiness, {
    writer: {
      counts: writer.counts,
      get waitingMs() {
        return 100 * writer.waitingMs;
      },
    },
  });
  const at = app.now().getTime();
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at - 1_000, 20, 1));
  link.stall();
  const sent = sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at, 21, 2));
  await expect
    .poll(() => readiness(app))
    .toEqual([
      {
        code: "readings-waiting",
        message: expect.stringMatching(/^1 readings have waited \d+ s to be stored$/),
      },
    ]);
  link.restore();
  await sent;
  expect(await readiness(app)).toEqual([]);
});

test("a process is not ready when a job has failed for more than two minutes", async () => {
  await using app = await startTestApp();
  let nowMs = 0;
  const runs = createJobRuns(() => nowMs);
  addJobReadiness(app.readiness, runs, () => nowMs);
  let isBroken = true;
  const work = () => (isBroken ? Promise.reject(new Error("broken")) : Promise.resolve());
  await using alarms = repeat("alarms", 60_000, work, { ...quietLog, runs });
  await using bookings = repeat("bookings", 60_000, () => Promise.resolve(), { ...quietLog, runs });
  await expect
    .poll(() => runs.list.map(({ failed, succeeded }) => [failed, succeeded]))
    .toEqual([
      [1, 0],
      [0, 1],
    ]);
  nowMs = 120_000;
  expect(await readiness(app)).toEqual([]);
  nowMs = 180_001;
  expect(await readiness(app)).toEqual([
    { code: "jobs-late", message: "Jobs have not ended well for a long time: alarms, bookings" },
  ]);
  isBroken = false;
  alarms.now();
  await expect
    .poll(() => readiness(app))
    .toEqual([{ code: "jobs-late", message: expect.stringMatching(/: bookings$/) }]);
  bookings.now();
  await expect.poll(() => readiness(app)).toEqual([]);
});
