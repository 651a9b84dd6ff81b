import { afterAll, expect, test } from "vitest";

import { commandLine, hasEnded } from "./process/processes.ts";
import { makeDataFolder, StartedSystem } from "./testing/started-system.ts";

const data = makeDataFolder({ isQuick: true });
let running: StartedSystem | undefined;

afterAll(async () => {
  await running?.killAll();
  await data.remove();
});

const isReady = async ({ url }: StartedSystem) => (await fetch(new URL("/v1/health", url))).ok;

test("after a kill -9 of everything it starts again", async () => {
  running = await StartedSystem.start(data.path);
  await running.killAll();
  running = await StartedSystem.start(data.path);
  expect(await isReady(running)).toBe(true);
});

test("after a kill -9 of the supervisor its programs end, and the next start takes over the database", async () => {
  if (!running) throw new Error("The test before has left no system");
  const supervisor = running.supervisor();
  const postmaster = running.postmaster();
  const programs = running.processes().filter((pid) => pid !== postmaster);
  process.kill(supervisor, "SIGKILL");
  const ended = await Promise.all(programs.map((pid) => hasEnded(pid, 5_000)));
  expect(ended).not.toContain(false);
  running = await StartedSystem.start(data.path);
  expect(commandLine(postmaster)).toBeUndefined();
  expect(await isReady(running)).toBe(true);
  expect(await running.interrupt()).toBeUndefined();
});
