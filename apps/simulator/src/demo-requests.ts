import { rmSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import type { SiteName } from "./campus/demo-campuses.ts";
import { demoAccount } from "./demo-activity.ts";

const request = z.object({
  type: z.literal("demo"),
  id: z.int(),
  action: z.enum(["describe", "run", "remove"]),
  account: demoAccount.optional(),
});

/** The programs of the demo beside a campus of one's own. */
interface DemoPrograms {
  /** Writes its site files, and returns their paths. */
  provision: () => Promise<string[]>;
  /** Starts its programs, unless they run. */
  start: (mqttPort: Promise<number>) => Promise<void>;
  startActivity: (url: string, account: z.output<typeof demoAccount>) => Promise<void>;
  stop: () => Promise<void>;
  /** All that it leaves when it has stopped. */
  files: () => string[];
}

/** Follows a request of the server at `url`. @returns the answer to it, also about a failure */
export async function answerDemoRequest(
  message: unknown,
  programs: DemoPrograms,
  url: string,
  mqttPort: Promise<number>,
) {
  const { type, id, action, account } = request.parse(message);
  try {
    const siteFiles = action === "describe" ? await programs.provision() : [];
    if (action === "run") await programs.start(mqttPort);
    if (action === "run" && account) await programs.startActivity(url, account);
    if (action === "remove") {
      await programs.stop();
      for (const file of programs.files()) rmSync(file, { recursive: true, force: true });
    }
    return { type, id, siteFiles };
  } catch (error) {
    return { type, id, failure: error instanceof Error ? error.message : String(error) };
  }
}

interface StartOptions {
  /** The demo's folder. */
  dir: string;
  broker: string | undefined;
  site: SiteName;
  /** Days of its history; undefined: all. */
  days: number | undefined;
}

/** The arguments of the simulator's program. */
export const startArguments = ({ dir, broker, site, days }: StartOptions): string[] => [
  `--settings=${path.join(dir, "simulator.json")}`,
  `--state=${dir}`,
  ...(broker === undefined ? [] : [`--mqtt=${broker}`]),
  `--site=${site}`,
  ...(days === undefined ? [] : [`--history-days=${days}`]),
];
