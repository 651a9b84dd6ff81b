import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, expect, test, vi } from "vitest";

import { repository } from "./system/settings.ts";
import { makeDataFolder, StartedSystem } from "./testing/started-system.ts";

/** It takes over a second, with little before it. */
const INITDB_UNDER_WAY_MS = 300;

const data = makeDataFolder({ isQuick: true });
let running: StartedSystem | undefined;

afterAll(async () => {
  await running?.killAll();
  await data.remove();
});

/** Occupies a port, unless another program does, which is equivalent. @returns the server and its port */
async function take(port: number): Promise<{ server: net.Server; port: number }> {
  const server = net.createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => undefined);
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : port };
}

function startBriefly(environment: NodeJS.ProcessEnv): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [path.join(repository, "tools/start.ts")], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: data.path, ...environment },
    timeout: 30_000,
  });
}

test("reports all wrong settings, and starts nothing", () => {
  const wrong = { PORT: "seventy", DEMO: "maybe", DEMO_HISTORY_DAYS: "8", DATABASE_URL: "mysql://x" };
  const { status, stderr } = startBriefly(wrong);
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    "Setting PORT: a port is a whole number from 0 to 65535.",
    "Setting DATABASE_URL: must begin with postgres://.",
    "Setting DEMO: must be on or off.",
    "Setting DEMO_HISTORY_DAYS: must be a whole number of days from 0 to 7.",
  ]);
});

test("explains that a port is in use", async () => {
  const { server, port } = await take(0);
  const { status, stderr } = startBriefly({ PORT: String(port) });
  server.close();
  expect(status).toBe(1);
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken by another program. Set PORT to a free one`);
});

test("Ctrl-C during the creation of the database stops without an error message", async () => {
  const empty = makeDataFolder({ isQuick: true });
  const child = spawn(process.execPath, [path.join(repository, "tools/start.ts")], {
    detached: true,
    env: { ...process.env, DATA_DIR: empty.path, PORT: "0" },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await vi.waitFor(() => expect(printed).toContain("Creating the database"), { timeout: 60_000 });
  await sleep(INITDB_UNDER_WAY_MS);
  // A terminal's Ctrl-C reaches its whole group.
  process.kill(-(child.pid ?? 0), "SIGINT");
  await once(child, "close");
  expect(printed.replaceAll(/^(Building|Built).*\n/gm, "")).toBe("Creating the database\nStopping\n");
  expect(child.exitCode).toBe(0);
  await empty.remove();
});

test("the system starts with 1883 and 5432 in use, prints its accounts, and leaves no process after Ctrl-C", async () => {
  const taken = [await take(1883), await take(5432)];
  running = await StartedSystem.start(data.path);
  for (const { server } of taken) server.close();
  expect((await fetch(new URL("/v1/health", running.url))).ok).toBe(true);
  expect(running.output().match(/^Verandah is ready at /gm)).toHaveLength(1);
  await expect
    .poll(() => running?.output(), { timeout: 10_000 })
    .toMatch(/operator.*admin.*viewer.*farmer.*member.*Verandah1/);
  expect(running.processes().length).toBeGreaterThanOrEqual(5);

  const second = startBriefly({ PORT: "0" });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("is in use by another Verandah");

  expect(await running.interrupt()).toBeUndefined();
  const gatewayLog = readFileSync(path.join(data.path, "logs/gateway.log"), "utf8");
  expect(gatewayLog).toContain("Uplink is up");
  expect(gatewayLog).not.toContain("Uplink is down");
});
