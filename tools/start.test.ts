import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { Commands } from "./process/run.ts";
import { findFreePort } from "./system/ports.ts";
import { makeDataFolder, type RunningVerandah, startVerandah } from "./testing/started-system.ts";

/** It takes over a second, with little before it. */
const INITDB_UNDER_WAY_MS = 300;
/** Longer than a stop takes on a busy machine, ms. */
const STOP_MAX_MS = 60_000;

const startFile = path.join(import.meta.dirname, "start.ts");
const data = makeDataFolder({ isQuick: true });
let running: RunningVerandah | undefined;

afterAll(async () => {
  await running?.killAll();
  await data.remove();
});

/** Occupies a port, unless another program does, which is equivalent. */
async function take(port: number): Promise<net.Server> {
  const server = net.createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => undefined);
  return server;
}

function startBriefly(environment: NodeJS.ProcessEnv): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [startFile], {
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
  const port = await findFreePort("127.0.0.1");
  const server = await take(port);
  const { status, stderr } = startBriefly({ PORT: String(port) });
  server.close();
  expect(status).toBe(1);
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken by another program. Set PORT to a free one`);
});

test("Ctrl-C during the creation of the database stops without an error message", async () => {
  const empty = makeDataFolder({ isQuick: true });
  const commands = new Commands();
  const { code, output } = await commands.run(process.execPath, [startFile], {
    env: { ...process.env, DATA_DIR: empty.path, PORT: "0" },
    onOutput(text) {
      if (text.includes("Creating the database"))
        setTimeout(() => commands.close(STOP_MAX_MS), INITDB_UNDER_WAY_MS);
    },
  });
  expect(output.replaceAll(/^(Building|Built).*\n/gm, "")).toBe("Creating the database\nStopping\n");
  expect(code).toBe(0);
  await empty.remove();
});

test("the system starts with 1883 and 5432 in use, prints its accounts, and leaves no process after Ctrl-C", async () => {
  const taken = [await take(1883), await take(5432)];
  running = await startVerandah(data.path);
  for (const server of taken) server.close();
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
