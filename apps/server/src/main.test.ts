import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import path from "node:path";

import { expect, test, vi } from "vitest";

import { createPostgresBus } from "#core/postgres-bus.ts";

import { startLinkedApp } from "./testing/start-linked-app.ts";
import { PASSWORD, startTestApp } from "./testing/start-test-app.ts";

/** Jobs that need the database soon after the start. */
const WAITING_JOBS_MIN = 3;

/** The server as a separate process on the database of a test app. */
async function startProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
  onProgress: (message: unknown) => void = () => undefined,
  execArgv: string[] = [],
) {
  const folder = await mkdtemp(path.join(tmpdir(), "verandah-server-"));
  const child = fork(path.join(import.meta.dirname, "main.ts"), {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: "0",
      MQTT_LISTEN: "127.0.0.1:0",
      METRICS_LISTEN: "off",
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [...process.execArgv, ...execArgv],
  });
  const ready = await new Promise<{ port?: number; metricsPort?: number } | undefined>((resolve) => {
    child.on("message", (message: { type: string; port?: number; metricsPort?: number }) => {
      if (message.type === "ready") resolve(message);
      else onProgress(message);
    });
    child.once("exit", () => resolve(undefined));
  });
  return {
    ready,
    /** @returns the exit code */
    async end(): Promise<unknown> {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      return (await exited)[0];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}

test("starts although the bus's first connection fails, and connects to the next host", async () => {
  await using linked = await startLinkedApp();
  const { host } = new URL(linked.app.databaseUrl);
  const refused = createServer();
  await once(refused.listen(0, "127.0.0.1"), "listening");
  const address = refused.address();
  const closedPort = address && typeof address === "object" ? address.port : 0;
  refused.close();
  const hosts = linked.app.databaseUrl.replace(host, `127.0.0.1:${closedPort},${host}`);
  await using server = await startProcess(hosts, { VERANDAH_ROLES: "jobs", METRICS_LISTEN: "127.0.0.1:0" });
  expect(server.ready).toBeDefined();
  await vi.waitFor(async () => {
    const answer = await fetch(`http://127.0.0.1:${server.ready?.metricsPort}/v1/ready`);
    const { reasons }: { reasons: { code: string }[] } = JSON.parse(await answer.text());
    expect(reasons.map(({ code }) => code)).not.toContain("bus-down");
  });
  const metrics = await (await fetch(`http://127.0.0.1:${server.ready?.metricsPort}/metrics`)).text();
  for (const name of ["verandah_alarms_active", "verandah_mails", "verandah_room_calendars"])
    expect(metrics, "a process with jobs reports the site").toContain(`# TYPE ${name} `);
});

test("the process ends within 3 s of a SIGTERM although the database hangs", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  const clock = path.join(import.meta.dirname, "../../../tools/testing/program-clock.ts");
  await using server = await startProcess(app.databaseUrl, {}, undefined, ["--import", clock]);
  link.stall();
  await vi.waitFor(() => expect(link.waiting()).toBeGreaterThanOrEqual(WAITING_JOBS_MIN));
  // It ends with code 3 after 3 s of its own clock.
  expect(await server.end()).toBe(0);
  link.restore();
}, 40_000);

test.each([
  ["api,jobs", "online"],
  ["api,ingest,jobs", "unknown"],
])("a start with the roles %s leaves an edge that was online %s", async (roles, state) => {
  await using app = await startTestApp();
  await app.db.updateTable("edges").set({ state: "online" }).where("ssid", "=", "T-GW").execute();
  await using server = await startProcess(app.databaseUrl, { VERANDAH_ROLES: roles });
  const edge = await app.db.selectFrom("edges").select("state").where("ssid", "=", "T-GW").executeTakeFirst();
  expect(edge).toEqual({ state });
  expect(await server.end()).toBe(0);
});

test("a process with all roles exchanges events with others", async () => {
  await using app = await startTestApp();
  await using server = await startProcess(app.databaseUrl);
  await using other = createPostgresBus(app.databaseUrl, (error) => {
    throw error;
  });
  const ended: string[] = [];
  other.subscribe("session-ended", ({ code }) => void ended.push(code));
  const credentials = { username: "operator", password: PASSWORD, role: "" };
  const body = JSON.stringify({ credentials, force: true });
  await vi.waitFor(
    async () => {
      const headers = { "content-type": "application/json" };
      await fetch(`http://127.0.0.1:${server.ready?.port}/v1/auth/login`, { method: "POST", headers, body });
      expect(ended).toContain("session-replaced");
    },
    { timeout: 10_000, interval: 500 },
  );
}, 40_000);

test("a process without the role api serves health, readiness and metrics only, on the set port of the metrics", async () => {
  await using app = await startTestApp();
  const port = await findFreePort();
  await using server = await startProcess(app.databaseUrl, {
    VERANDAH_ROLES: "ingest,jobs",
    METRICS_LISTEN: `127.0.0.1:${port}`,
  });
  expect([server.ready?.port, server.ready?.metricsPort]).toEqual([undefined, port]);
  const get = (address: string) => fetch(`http://127.0.0.1:${port}${address}`);
  expect(await (await get("/v1/health")).json()).toMatchObject({ status: "ready", database: "up" });
  await expect
    .poll(async () => (await get("/v1/ready")).json(), { timeout: 10_000 })
    .toEqual({ status: "ready", roles: ["ingest", "jobs"], reasons: [] });
  const text = await (await get("/metrics")).text();
  expect(text).toContain('verandah_job_runs_total{job="alarms",outcome="failed"} 0\n');
  expect(text).toContain('verandah_job_runs_total{job="commands",outcome="failed"} 0\n');
  expect(text).toContain(`verandah_process{host="${hostname()}",roles="ingest,jobs"} 1\n`);
  for (const address of ["/", "/v1/auth/demo-accounts", "/v1/cities", "/v1/openapi.json"])
    expect([address, (await get(address)).status]).toEqual([address, 404]);
}, 40_000);

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

test("a process that loses its bus is not ready until the bus is back", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using server = await startProcess(app.databaseUrl, { VERANDAH_ROLES: "api" });
  link.cut();
  const get = () => fetch(`http://127.0.0.1:${server.ready?.port}/v1/ready`);
  const codes = async () => {
    const { reasons }: { reasons: { code: string }[] } = JSON.parse(await (await get()).text());
    return reasons.map(({ code }) => code);
  };
  await expect.poll(codes, { timeout: 10_000 }).toContain("bus-down");
  link.restore();
  await expect.poll(codes, { timeout: 10_000 }).toEqual([]);
}, 40_000);

/** A database that does not exist on the test server. */
function noSuchDatabase(): string {
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = "/there-is-none";
  return url.href;
}

test.each([
  [
    "no database server",
    { DATABASE_URL: "postgres://x@127.0.0.1:1/none" },
    "The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n",
  ],
  [
    "no such database",
    { DATABASE_URL: noSuchDatabase() },
    'The database of DATABASE_URL cannot be used: database "there-is-none" does not exist\n',
  ],
])("a start with %s ends with an explanation", (_what, settings, words) => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: { DATA_DIR: tmpdir(), ...settings },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, words]);
});

test("a start without any user names the set-up page and a new code, and a missing site file ends it without a stack", async () => {
  await using app = await startTestApp({ sites: [] });
  const codes = new Set<string>();
  for (const PROCESS_NAME of ["one", "one", "two"]) {
    const lines: string[] = [];
    await using server = await startProcess(
      app.databaseUrl,
      { PROCESS_NAME },
      (message) => void lines.push(JSON.stringify(message)),
    );
    const address = `http://127\\.0\\.0\\.1:${server.ready?.port}/set-up`;
    const line = new RegExp(`"There is no user yet\\. Open ${address} and enter the code (\\w{5}-\\w{5})"`);
    codes.add(lines.flatMap((one) => line.exec(one)?.[1] ?? []).join());
  }
  expect(codes.size).toBe(3);
  expect((await app.query("select from set_up_codes")).rows).toHaveLength(2);
  const { status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: {
      DATA_DIR: tmpdir(),
      DATABASE_URL: app.databaseUrl,
      SITE_FILES: "/none/site.json",
      LOG_LEVEL: "error",
    },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    "The site file /none/site.json cannot be read: there is no such file\n",
  ]);
}, 40_000);

test("serves /metrics on a separate port, the next free one by default", async () => {
  await using app = await startTestApp();
  await using first = await startProcess(app.databaseUrl, { METRICS_LISTEN: "" });
  await using second = await startProcess(app.databaseUrl, { METRICS_LISTEN: "", VERANDAH_ROLES: "api" });
  const ports = [first, second].map((server) => server.ready?.metricsPort ?? 0);
  for (const port of ports) expect(port).toBeGreaterThanOrEqual(9464);
  expect(new Set(ports).size).toBe(2);
  await fetch(`http://127.0.0.1:${first.ready?.port}/v1/health`);
  const text = await (await fetch(`http://127.0.0.1:${ports[0]}/metrics`)).text();
  expect(text).toContain('verandah_call_seconds_count{method="GET",route="/v1/health",status="200"} 1\n');
  expect(text).toContain("verandah_broker_connections 0\n");
  const ofSecond = await (await fetch(`http://127.0.0.1:${ports[1]}/metrics`)).text();
  expect(ofSecond).toContain("verandah_live_streams 0\n");
  expect(ofSecond).not.toContain("verandah_broker_connections");
  await using third = await startProcess(app.databaseUrl, { METRICS_LISTEN: "off", VERANDAH_ROLES: "api" });
  expect(third.ready?.metricsPort).toBeUndefined();
}, 40_000);

/** Prints the modules that a server loads before its first call. */
const printLoaded = `
import { registerHooks } from "node:module";
const urls = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
for (const name of ["app", "ingest", "jobs"]) await import(new URL(name + ".ts", process.argv[1]).href);
console.log(urls.join(" "));
`;

test("loads what only the set-up of gateways needs at the first call of it, to stay small", () => {
  const { stdout } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", printLoaded, import.meta.url],
    { encoding: "utf8" },
  );
  expect(stdout).toContain("/field/src/payloads.ts");
  const large =
    /\/(yaml\/|field\/src\/protocols\/(?!fields)|field\/src\/imports\/|equipment\/src\/suggestions\/)\S*/g;
  expect(stdout.match(large)).toBeNull();
});
