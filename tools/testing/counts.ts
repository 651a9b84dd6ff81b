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

interface VitestFile {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages: string[] }[];
}

function countsOf({ name, message, assertionResults: tests }: VitestFile): Counts {
  const having = (status: RegExp) => tests.filter((test) => status.test(test.status));
  const failed = having(/^failed$/);
  const passed = having(/^passed$/).length;
  const notRun = MAY_BE_SKIPPED.test(name) ? having(/^(skipped|pending)$/).length : 0;
  const reasons = failed.map((test) => [`${name} › ${test.fullName}`, ...test.failureMessages].join("\n"));
  const failures = message ? [`${name}\n${message}`, ...reasons] : reasons;
  return { passed, failed: tests.length - passed - notRun, notRun, failures };
}

interface Report {
  /** Of Vitest. */
  readonly testResults?: readonly VitestFile[];
  /** Of Playwright. */
  readonly stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Reads a runner's report, if there is one. A skipped or flaky test counts as failed, and so does a failed run without a failed test. */
export function readCounts(report: string | undefined, exitCode: number): Counts {
  const { testResults, stats }: Report = JSON.parse(report ?? "{}");
  let counts: Counts = { passed: 0, failed: 1 };
  if (testResults) counts = addCounts(testResults.map(countsOf));
  if (stats) counts = { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  return counts.failed === 0 && exitCode !== 0 ? { ...counts, failed: 1 } : counts;
}
