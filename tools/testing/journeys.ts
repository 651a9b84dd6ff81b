import path from "node:path";

import type { Commands } from "../process/run.ts";
import { repository } from "../system/settings.ts";
import { type Counts, readCounts } from "./counts.ts";
import { makeDataFolder, StartedSystem } from "./started-system.ts";

/** Journeys mostly wait for the field, so two run in the time of one; a third would leave the browser no time on two cores. */
const SYSTEMS = 2;
/** Enough for every journey, and imported soon. */
const HISTORY_DAYS = "1";

/** Runs the Playwright journeys on systems that are started and stopped as a user does. */
export async function runJourneys(
  commands: Commands,
  signal: AbortSignal,
  chromium: string,
  print: (text: string) => void,
): Promise<Counts> {
  const running = new Set<StartedSystem>();
  const folders = Array.from({ length: SYSTEMS }, () => makeDataFolder({ isQuick: true }));
  try {
    const [first, ...others] = folders.map(({ path: dataDir }) => async () => {
      running.add(await StartedSystem.start(dataDir, { DEMO_HISTORY_DAYS: HISTORY_DAYS }, signal));
    });
    // It may have to build the web app for all.
    await first?.();
    const started = await Promise.allSettled(others.map((start) => start()));
    for (const outcome of started) if (outcome.status === "rejected") throw outcome.reason;
    const played = await play([...running], folders[0]?.path ?? "", { commands, chromium });
    let { failed } = played;
    for (const system of running) {
      const wrong = await system.interrupt();
      running.delete(system);
      if (!wrong) continue;
      print(wrong);
      failed += 1;
    }
    return { ...played, failed };
  } finally {
    for (const system of running) await system.killAll();
    for (const folder of folders) await folder.remove();
  }
}

async function play(
  systems: readonly StartedSystem[],
  folder: string,
  parts: { commands: Commands; chromium: string },
): Promise<Counts> {
  const report = path.join(folder, "playwright.json");
  const { code } = await parts.commands.run(
    process.execPath,
    [path.join(repository, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
    {
      cwd: path.join(repository, "e2e"),
      env: {
        ...process.env,
        CHROMIUM_PATH: parts.chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        VERANDAH_SYSTEMS: JSON.stringify(systems.map(({ url, dataDir }) => ({ url, dataDir }))),
      },
      onOutput: (text) => process.stdout.write(text),
    },
  );
  return readCounts("playwright", report, code);
}
