import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Tests against programs of others that this machine does not have. */
  readonly notRun?: number;
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (of: (counts: Counts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    notRun: sum(({ notRun = 0 }) => notRun),
  };
}

/** The one kind of test that may be skipped: it needs programs which not every machine lets us install. */
const MAY_BE_SKIPPED = /[\\/]independent-clients\.test\.ts$/;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/**
 * What a runner's report says. A skipped test counts as failed, unless it needs a program of others; so does a run that failed with no
 * test to blame.
 */
export function readCounts(runner: "vitest" | "playwright", file: string, exitCode: number): Counts {
  const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const counts = report === undefined ? { passed: 0, failed: 0 } : countsOf(runner, report);
  if (counts.failed > 0 || (exitCode === 0 && report !== undefined)) return counts;
  return { passed: counts.passed, failed: 1 };
}

function countsOf(runner: "vitest" | "playwright", report: unknown): Counts {
  if (runner === "playwright") {
    const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
    return { passed: expected, failed: unexpected + flaky + skipped };
  }
  let passed = 0;
  let failed = 0;
  let notRun = 0;
  for (const { name, status, assertionResults } of vitestReport.parse(report).testResults) {
    const good = assertionResults.filter((test) => test.status === "passed").length;
    passed += good;
    const skipped = assertionResults.filter((test) => /^(skipped|pending)$/.test(test.status)).length;
    const excused = MAY_BE_SKIPPED.test(name) ? skipped : 0;
    notRun += excused;
    failed += assertionResults.length - good - excused;
    // A file that could not be read has no tests to count.
    if (status === "failed" && assertionResults.length === good) failed += 1;
  }
  return { passed, failed, ...(notRun > 0 && { notRun }) };
}
