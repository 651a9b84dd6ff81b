import { afterAll, expect, test } from "vitest";

import { childrenOf, commandLine } from "../process/processes.ts";
import { query } from "../testing/sql.ts";
import { makeDataFolder } from "../testing/started-system.ts";
import { DataFolder } from "./data-folder.ts";
import { createDatabase } from "./database.ts";

const data = makeDataFolder({ isQuick: true });
const folder = new DataFolder(data.path);
const printed: string[] = [];
const print = (text: string) => void printed.push(text);
const database = createDatabase(folder, print, { everyMs: 50, answerMaxMs: 500 });

afterAll(async () => {
  await database.stop();
  folder.release();
  await data.remove();
});

test("restarts a hung PostgreSQL at its address, and ends its processes", { timeout: 30_000 }, async () => {
  const { url, postmaster } = await database.start();
  await new Promise((done) => setTimeout(done, 1_000));
  expect(printed).toEqual(["Creating the database"]);

  const processes = [postmaster.pid, ...childrenOf(postmaster.pid)];
  expect(processes.length).toBeGreaterThan(2);
  for (const pid of processes) process.kill(pid, "SIGSTOP");
  await expect
    .poll(() => printed, { timeout: 10_000 })
    .toContain("The database has ended; starting it again");
  expect(printed).toContain("The database does not answer; ending it");
  await expect
    .poll(() => query(url, "select 1 as one").catch(() => []), { timeout: 10_000 })
    .toEqual([{ one: 1 }]);
  expect(processes.filter((pid) => commandLine(pid) !== undefined)).toEqual([]);
});
