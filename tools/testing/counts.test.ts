import { expect, test } from "vitest";

import { readCounts } from "./counts.ts";

const fileOf = (name: string, message: string, ...statuses: string[]) => ({
  name,
  message,
  assertionResults: statuses.map((status, nr) => ({
    status,
    fullName: `test ${nr}`,
    failureMessages: status === "failed" ? ["It was 5.\n  at here"] : [],
  })),
});
const countsOf = (testResults: object[], exitCode: number) =>
  readCounts(JSON.stringify({ testResults }), exitCode);

const clients = "/apps/gateway/src/independent-clients.test.ts";
const skipped = fileOf("/a.test.ts", "", "passed", "skipped");
test.each([
  ["a skipped test is a failure", [skipped], 0, { passed: 1, failed: 1, notRun: 0 }],
  ["not one against external programs", [fileOf(clients, "", "skipped")], 0, { failed: 0, notRun: 1 }],
  ["but its failure is", [fileOf(clients, "", "failed", "skipped")], 1, { failed: 1, notRun: 1 }],
  ["a failed run without a failed test is one", [fileOf("/a.test.ts", "", "passed")], 1, { failed: 1 }],
])("%s", (_case, files, exitCode, counts) => {
  expect(countsOf(files, exitCode)).toMatchObject(counts);
});

test("adds up the files, and lists failures with their reasons, also of a file that could not be read", () => {
  const files = [fileOf("/a.test.ts", "", "passed", "failed"), fileOf("/b.test.ts", "Unexpected token")];
  expect(countsOf([...files, fileOf(clients, "", "passed", "skipped")], 1)).toEqual({
    passed: 2,
    failed: 1,
    notRun: 1,
    failures: ["/a.test.ts › test 1\nIt was 5.\n  at here", "/b.test.ts\nUnexpected token"],
  });
});

test("a runner without a report has failed, and so has a journey that fails, is flaky or is skipped", () => {
  expect(readCounts(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
  expect(readCounts(JSON.stringify({ stats }), 1)).toEqual({ passed: 5, failed: 3 });
});
