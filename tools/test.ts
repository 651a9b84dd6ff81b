import { availableParallelism } from "node:os";
import path from "node:path";

import { verify } from "./checks/verify.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { Commands } from "./process/run.ts";
import { onShutdown } from "./process/shutdown.ts";
import { describeFailure } from "./process/start-error.ts";
import { repository } from "./system/settings.ts";
import { buildWeb } from "./system/web-build.ts";
import { findChromium } from "./testing/chromium.ts";
import { addCounts, type Counts, readCounts } from "./testing/counts.ts";
import { findFieldClients } from "./testing/field-clients.ts";
import { runJourneys } from "./testing/journeys.ts";
import { makeDataFolder } from "./testing/started-system.ts";

const print = (text: string) => console.log(text);
const commands = new Commands();
const abandoned = new AbortController();

/** Tests of one program, and those that start whole programs and mostly wait for them: together they use two cores. */
const halves = {
  inside: ["--project=server", "--project=web"],
  outside: ["--project=!server", "--project=!web"],
};
const WORKERS_MIN = 2;

/** This database is deleted after the run, so it need not survive a power failure. */
const throwAway = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  // It delays the deletion of databases, and none exists long enough to need it.
  autovacuum: "off",
};

/** Every test without a browser, with one PostgreSQL for all of them. */
async function runTests(): Promise<Counts> {
  // Several tests start whole systems, and each would build it separately.
  await buildWeb(commands, print);
  const data = makeDataFolder({ isQuick: true });
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: data.path,
      print,
      settings: throwAway,
      signal: abandoned.signal,
    });
    const counts = await Promise.all(
      Object.entries(halves).map(([half, projects]) =>
        runVitest(projects, path.join(data.path, `${half}.json`), postgres.url),
      ),
    );
    await postgres.stop();
    return addCounts(counts);
  } finally {
    await data.remove();
  }
}

async function runVitest(projects: string[], report: string, databaseUrl: string): Promise<Counts> {
  const { code } = await commands.run(
    process.execPath,
    [
      path.join(repository, "node_modules/vitest/vitest.mjs"),
      "run",
      ...projects,
      `--maxWorkers=${Math.max(WORKERS_MIN, Math.floor(availableParallelism() / 2))}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    {
      cwd: repository,
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
      onOutput: (text) => process.stdout.write(text),
    },
  );
  return readCounts("vitest", report, code);
}

/** A step that cannot start counts as one failure. */
async function attempt(run: () => Promise<Counts>): Promise<Counts> {
  try {
    return await run();
  } catch (error) {
    console.error(describeFailure(error));
    return { passed: 0, failed: 1 };
  }
}

/** Waits for a step; Ctrl-C lets the step clean up, and no further step follows. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  const result = await run();
  if (abandoned.signal.aborted) process.exit(1);
  print(`${name} took ${Math.round((performance.now() - startedAtMs) / 1_000)} s`);
  return result;
}

onShutdown(
  () => {
    abandoned.abort();
    commands.close();
  },
  () => process.exit(1),
);

// Fetched during the checks: it waits for the network, they for the processor. One after the other: the package manager locks its
// database.
const missingClients = findFieldClients(commands, print);
const chromium = missingClients.then(() => findChromium(commands, print));
chromium.catch(() => undefined);
const failedChecks = await step("Verify", () => verify(commands, print));
if (failedChecks.length > 0) {
  console.error(`Verify has failed: ${failedChecks.join(", ")}. The tests were not run.`);
  print(`0 passed, ${failedChecks.length} failed`);
  process.exit(1);
}
const missing = await missingClients;
const tests = await step("Tests", () => attempt(runTests));
const journeys = await step("Journeys", () =>
  attempt(async () => runJourneys(commands, abandoned.signal, await chromium, print)),
);
const { passed, failed, notRun, failures = [] } = addCounts([tests, journeys]);
for (const failure of failures) print(failure);
if (missing) print(missing);
if (notRun) print(`${notRun} tests against programs of others were not run`);
print(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
