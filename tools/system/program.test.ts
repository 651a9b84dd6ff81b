import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterAll, expect, test } from "vitest";
import { z } from "zod";

import { hasEnded } from "../process/processes.ts";
import { makeDataFolder } from "../testing/started-system.ts";
import { DataFolder } from "./data-folder.ts";
import { callUrl } from "./health-watch.ts";
import { createProgram } from "./program.ts";

const data = makeDataFolder();
const folder = new DataFolder(data.path);

afterAll(async () => {
  folder.release();
  await data.remove();
});

const ready = z.object({ port: z.int() });

/** Answers every fourth call, with an error, and ends the three between without an answer: busy, not hung. */
const source = `
import http from "node:http";
let calls = 0;
const server = http.createServer((request, response) => {
  calls += 1;
  if (calls % 4 === 1) response.writeHead(503).end();
  else request.socket.destroy();
});
server.listen(0, "127.0.0.1", () => process.send({ type: "ready", port: server.address().port }));
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
`;

/** A program with a health check every 20 ms. */
async function startProgram(name: string) {
  const entry = path.join(data.path, `${name}.mjs`);
  writeFileSync(entry, source);
  const printed: string[] = [];
  const starts: number[] = [];
  const print = (text: string) => void printed.push(text);
  const pid = () => Number(readFileSync(folder.file("run", name), "utf8"));
  const program = createProgram({
    name,
    entry,
    heapMaxMegabyte: 64,
    environment: () => process.env,
    folder,
    print,
    onMessage: () => void starts.push(pid()),
    health: (message) => ({
      call: callUrl(new URL(`http://127.0.0.1:${ready.parse(message).port}`)),
      everyMs: 20,
      // Only a program that does not answer is late, also on a busy machine.
      answerMaxMs: 1_000,
    }),
  });
  await program.start();
  return { program, printed, starts, entry };
}

test("restarts a hung program", async () => {
  const { program, printed, starts } = await startProgram("hanging");
  const [first = 0] = starts;
  process.kill(first, "SIGSTOP");
  await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(2);
  expect(await hasEnded(first, 1_000)).toBe(true);
  expect(printed).toEqual([
    "hanging does not answer any more; ending it",
    "hanging has ended (SIGKILL); starting it again",
  ]);
  await program.stop();
  expect(await hasEnded(starts[1] ?? 0, 1_000)).toBe(true);
});

test("does not restart a program that answers with an error, or repeatedly misses three calls", async () => {
  const { program, printed, starts } = await startProgram("busy");
  await new Promise((done) => setTimeout(done, 1_500));
  expect({ printed, starts: starts.length }).toEqual({ printed: [], starts: 1 });
  await program.stop();
  // A stopped program is not restarted either.
  await new Promise((done) => setTimeout(done, 700));
  expect(printed).toEqual([]);
});

test("restarts a program that was ready at once, also after the sixth kill in a row", async () => {
  const { program, printed, starts } = await startProgram("killed");
  for (let kills = 1; kills <= 6; kills += 1) {
    process.kill(starts.at(-1) ?? 0, "SIGKILL");
    await expect.poll(() => starts.length, { timeout: 10_000, interval: 10 }).toBe(kills + 1);
  }
  // A start that waits is announced with its delay.
  expect(printed).toEqual(Array.from({ length: 6 }, () => "killed has ended (SIGKILL); starting it again"));
  await program.stop();
});

test("starts a program that ends before it is ready again after a delay", async () => {
  const { program, printed, starts, entry } = await startProgram("broken");
  writeFileSync(entry, "process.exit(1)");
  process.kill(starts[0] ?? 0, "SIGKILL");
  await expect.poll(() => printed, { timeout: 5_000 }).toContain("broken did not start; trying again in 2 s");
  expect(printed).toContain("broken did not start; trying again in 1 s");
  writeFileSync(entry, source);
  await expect.poll(() => starts.length, { timeout: 5_000 }).toBe(2);
  await program.stop();
});

test.each([
  ["starts with settings that come while it loads", () => Promise.resolve({ PORT: "1234" }), "port 1234"],
  ["ends without its settings", () => Promise.reject(new Error("no database")), "waiting did not start"],
])("%s", async (_name, settings, outcome) => {
  const entry = path.join(data.path, "waiting.mjs");
  writeFileSync(
    entry,
    `process.on("message", ({ environment }) => process.send({ type: "ready", port: Number(environment.PORT) }));
     process.on("disconnect", () => process.exit());`,
  );
  const program = createProgram({
    name: "waiting",
    entry,
    heapMaxMegabyte: 64,
    environment: () => process.env,
    settings,
    folder,
  });
  const started = program.start().then((message) => `port ${ready.parse(message).port}`, String);
  expect(await started).toContain(outcome);
  await program.stop();
});
