import { afterAll, expect, test } from "vitest";

import { commandLine, hasEnded } from "../../tools/process/processes.ts";
import { makeDataFolder, type RunningVerandah, startVerandah } from "../../tools/testing/started-system.ts";

const data = makeDataFolder({ isQuick: true });
let running: RunningVerandah | undefined;

afterAll(async () => {
  await running?.killAll();
  await data.remove();
});

const isReady = async ({ url }: RunningVerandah) => (await fetch(new URL("/v1/health", url))).ok;

test("starts again after a kill -9 of everything; after one of the supervisor its programs end, and the next start takes over the database", async () => {
  running = await startVerandah(data.path);
  await running.killAll();
  running = await startVerandah(data.path);
  expect(await isReady(running)).toBe(true);
  const supervisor = running.supervisor();
  const postmaster = running.postmaster();
  const programs = running.processes().filter((pid) => pid !== postmaster);
  process.kill(supervisor, "SIGKILL");
  const ended = await Promise.all(programs.map((pid) => hasEnded(pid, 5_000)));
  expect(ended).not.toContain(false);
  running = await startVerandah(data.path);
  expect(commandLine(postmaster)).toBeUndefined();
  expect(await isReady(running)).toBe(true);
  expect(await running.interrupt()).toBeUndefined();
});
