import { existsSync, readFileSync } from "node:fs";

import { z } from "zod";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Tests against external programs that this machine does not have. */
  readonly notRun?: number;
  /** Failures before the last step, each with its reason: its own report is far above the end of the output. */
  readonly failures?: readonly string[];
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (of: (counts: Counts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    notRun: sum(({ notRun = 0 }) => notRun),
    failures: all.flatMap(({ failures = [] }) => failures),
  };
}

/** The only tests that may be skipped: on some machines the programs that they need cannot be installed. */
const MAY_BE_SKIPPED = /[\\/]independent-clients\.test\.ts$/;

const vitestReport = z
  .object({
    numTotalTests: z.int(),
    numPassedTests: z.int(),
    testResults: z.array(
      z.object({
        name: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
        ),
      }),
    ),
  })
  .transform(({ numTotalTests, numPassedTests: passed, testResults }) => {
    const notRun = testResults
      .filter(({ name }) => MAY_BE_SKIPPED.test(name))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => /^(skipped|pending)$/.test(status)).length;
    const failures = testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}\n${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => [`${name} › ${fullName}`, ...failureMessages].join("\n")),
    ]);
    return { passed, failed: numTotalTests - passed - notRun, failures, ...(notRun > 0 && { notRun }) };
  });

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  })
  .transform(({ stats: { expected, unexpected, flaky, skipped } }) => ({
    passed: expected,
    failed: unexpected + flaky + skipped,
  }));

const reports = { vitest: vitestReport, playwright: playwrightReport };

/** Reads a report. A skipped or flaky test counts as failed, and so does a failed run without a failed test. */
export function readCounts(runner: keyof typeof reports, file: string, exitCode: number): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts: Counts = reports[runner].parse(JSON.parse(readFileSync(file, "utf8")));
  return counts.failed === 0 && exitCode !== 0 ? { ...counts, failed: 1 } : counts;
}
