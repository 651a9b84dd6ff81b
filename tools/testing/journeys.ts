import { globSync } from "node:fs";
import path from "node:path";

import type { Commands } from "../process/run.ts";
import { repository } from "../system/settings.ts";
import { type Counts, readCounts } from "./counts.ts";
import { makeDataFolder, StartedSystem } from "./started-system.ts";

const journeysFolder = path.join(repository, "e2e");

/** Journeys mostly wait for the field: two systems beside each other take little more than half the time of one. */
const SYSTEMS = 2;
/** Enough for every journey, and soon filled in. */
const HISTORY_DAYS = "1";

/** Plays the Playwright journeys against systems started as a user starts them, and stops those as a user does. */
export async function runJourneys(
  commands: Commands,
  signal: AbortSignal,
  chromium: string,
  say: (text: string) => void,
): Promise<Counts> {
  const running = new Set<StartedSystem>();
  const folders = Array.from({ length: SYSTEMS }, () => makeDataFolder({ isQuick: true }));
  try {
    // One after the other: the first may have to build the web app for all.
    for (const { path: dataDir } of folders)
      running.add(await StartedSystem.start(dataDir, { DEMO_HISTORY_DAYS: HISTORY_DAYS }, signal));
    const counts = await Promise.all(
      [...running].map(async (system, at) => {
        const played = await playFiles(system, at, { commands, chromium });
        const wrong = await system.interrupt();
        running.delete(system);
        if (wrong) say(wrong);
        return wrong ? { ...played, failed: played.failed + 1 } : played;
      }),
    );
    return {
      passed: counts.reduce((sum, one) => sum + one.passed, 0),
      failed: counts.reduce((sum, one) => sum + one.failed, 0),
    };
  } finally {
    for (const system of running) await system.killAll();
    for (const folder of folders) await folder.remove();
  }
}

/** The files of journeys take turns among the systems. */
function filesOf(system: number): string[] {
  const files = globSync("*.spec.ts", { cwd: journeysFolder }).toSorted((a, b) => a.localeCompare(b));
  return files.filter((_, at) => at % SYSTEMS === system);
}

async function playFiles(
  system: StartedSystem,
  number: number,
  parts: { commands: Commands; chromium: string },
): Promise<Counts> {
  const report = path.join(system.dataDir, "playwright.json");
  const { code } = await parts.commands.run(
    process.execPath,
    [
      path.join(repository, "node_modules/@playwright/test/cli.js"),
      "test",
      "--reporter=list,json",
      `--output=../test-results/${number}`,
      ...filesOf(number),
    ],
    {
      cwd: journeysFolder,
      env: {
        ...process.env,
        CHROMIUM_PATH: parts.chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        VERANDAH_URL: system.url,
        VERANDAH_DATA_DIR: system.dataDir,
      },
      onOutput: (text) => process.stdout.write(text),
    },
  );
  return readCounts("playwright", report, code);
}
