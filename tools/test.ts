import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { verify } from "./checks/verify.ts";
import { Commands } from "./process/run.ts";
import { onShutdown } from "./process/shutdown.ts";
import { describeFailure } from "./process/start-error.ts";
import { repository } from "./system/settings.ts";
import { buildWeb } from "./system/web-build.ts";
import { affectedTests, changedFiles } from "./testing/affected.ts";
import { addCounts, type Counts, readCounts } from "./testing/counts.ts";
import { findChromium, findFieldClients } from "./testing/other-programs.ts";
import { makeDataFolder } from "./testing/started-system.ts";

const commands = new Commands();
/** Longest time in which the runner of the journeys stops its systems, ms. */
const RUNNER_STOP_MS = 15_000;
const data = makeDataFolder({ isQuick: true });
const isFull = Boolean(process.env["FULL"]);
/** At full size these fill the machine and measure seconds, so nothing runs beside them. */
const ONE_BY_ONE = ["--project=faults", "--project=bench", "--no-file-parallelism"];
const subjects = process.argv.slice(2);

/** Runs a runner of node_modules in a folder, with a JSON report. */
async function runTests(cli: string, cwd: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  const report = path.join(data.path, `${path.basename(cli)}.json`);
  const file = path.join(repository, "node_modules", cli);
  rmSync(report, { force: true });
  const { code } = await commands.run(process.execPath, [file, ...args], {
    cwd: path.join(repository, cwd),
    env: { ...process.env, ...environment, TEST_REPORT: report },
    onOutput: (text) => process.stdout.write(text),
  });
  return readCounts(existsSync(report) ? readFileSync(report, "utf8") : undefined, code);
}

/** Tests without a browser; of all files without filters. Three workers fill two cores: a test in three waits for a device, a process or a database. */
const runVitest = (filters: readonly string[]) =>
  runTests("vitest/vitest.mjs", ".", ["run", "--maxWorkers=3", "--passWithNoTests", ...filters], {});

/** Journeys on systems that are started and stopped as a user does. */
async function runJourneys(files: readonly string[]): Promise<Counts> {
  const chromium = await findChromium(commands);
  await buildWeb(commands);
  return runTests("@playwright/test/cli.js", "e2e", ["test", ...files], {
    CHROMIUM_PATH: chromium,
    E2E_DIR: data.path,
    ...(files.length === 1 && { E2E_SYSTEMS: "1" }),
  });
}

/** A step that cannot start counts as one failure. */
async function step(name: string, run: () => Promise<Counts>): Promise<Counts> {
  const startedAtMs = performance.now();
  const counts = await run().catch((error: unknown): Counts => {
    console.error(describeFailure(error));
    return { passed: 0, failed: 1 };
  });
  console.log(`${name} took ${Math.round((performance.now() - startedAtMs) / 1_000)} s`);
  return counts;
}

/** The checks, beside what the tests need from the network and the build; then the tests, then the journeys. */
async function testAll(): Promise<Counts[]> {
  // One after the other, because the package manager locks its database.
  const preparing = findFieldClients(commands).then((missing) => findChromium(commands).then(() => missing));
  const [checks, missing] = await Promise.all([
    step("Checks", async () => {
      await buildWeb(commands);
      const failed = await verify(commands);
      return { passed: 0, failed: failed.length, failures: failed.map((name) => `check: ${name}`) };
    }),
    preparing.catch((error: unknown) => describeFailure(error)),
  ]);
  if (checks.failed > 0) return [checks];
  const all = [
    await step("Tests", () => runVitest(isFull ? ["--project=!faults", "--project=!bench"] : [])),
    await step("Journeys", () => runJourneys([])),
  ];
  if (isFull) all.push(await step("Faults and benches", () => runVitest(ONE_BY_ONE)));
  if (missing) console.log(missing);
  return all;
}

/** The tests of a subject in all programs. */
async function testSubjects(): Promise<Counts[]> {
  const isMeant = (file: string) => subjects.some((subject) => file.includes(subject));
  const find = (pattern: string) =>
    globSync(pattern, { cwd: repository, exclude: ["**/node_modules"] }).filter(isMeant);
  const tests = find("{apps,packages,tools,faults,bench}/**/*.test.{ts,tsx}");
  const journeys = find("e2e/**/*.spec.ts");
  const failures = [`No test file has "${subjects.join('" or "')}" in its path`];
  if (tests.length + journeys.length === 0) return [{ passed: 0, failed: 1, failures }];
  const runs = tests.length > 0 ? [step("Tests", () => runVitest(tests))] : [];
  if (journeys.length > 0) runs.push(step("Journeys", () => runJourneys(journeys)));
  return Promise.all(runs);
}

/** The tests that depend on changed files. Journeys depend on everything, so they run by subject only. */
async function testChanged(): Promise<Counts[]> {
  const changed = changedFiles();
  const tests = affectedTests(changed);
  console.log(`${changed.length} files have changed, ${tests.length} test files depend on them`);
  return tests.length === 0 ? [] : [await step("Tests", () => runVitest(tests))];
}

const runSubjects = subjects.length > 0 ? testSubjects : testAll;
const run = subjects[0] === "--changed" ? testChanged : runSubjects;
let isInterrupted = false;
onShutdown(
  () => {
    isInterrupted = true;
    commands.close(RUNNER_STOP_MS);
  },
  () => process.exit(1),
);
const counts = addCounts(await run());
await data.remove();
for (const failure of counts.failures ?? []) console.log(failure);
if (counts.notRun) console.log(`${counts.notRun} tests against programs of others were not run`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 || isInterrupted ? 1 : 0);
