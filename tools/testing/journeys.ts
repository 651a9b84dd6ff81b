import path from "node:path";

import type { Commands } from "../process/run.ts";
import { repository } from "../system/settings.ts";
import { type Counts, readCounts } from "./counts.ts";
import { makeDataFolder, StartedSystem } from "./started-system.ts";

/** Plays the Playwright journeys against a system started as a user starts it, and stops that as a user does. */
export async function runJourneys(
  commands: Commands,
  signal: AbortSignal,
  chromium: string,
  say: (text: string) => void,
): Promise<Counts> {
  const data = makeDataFolder();
  const report = path.join(data.path, "playwright.json");
  let system: StartedSystem | undefined;
  try {
    system = await StartedSystem.start(data.path, {}, signal);
    const { code } = await commands.run(
      process.execPath,
      [path.join(repository, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json"],
      {
        cwd: path.join(repository, "e2e"),
        env: {
          ...process.env,
          CHROMIUM_PATH: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          VERANDAH_URL: system.url,
          VERANDAH_DATA_DIR: data.path,
        },
        onOutput: (text) => process.stdout.write(text),
      },
    );
    const counts = readCounts("playwright", report, code);
    const wrong = await system.interrupt();
    system = undefined;
    if (wrong) say(wrong);
    return wrong ? { ...counts, failed: counts.failed + 1 } : counts;
  } finally {
    await system?.killAll();
    await data.remove();
  }
}
