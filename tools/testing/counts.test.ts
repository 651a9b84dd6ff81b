import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { addCounts, readCounts } from "./counts.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-counts-"));
const report = path.join(folder, "report.json");

afterAll(() => rmSync(folder, { recursive: true }));

const file = (...tests: string[]) => ({
  name: "/some/where.test.ts",
  message: "",
  assertionResults: tests.map((outcome, nr) => ({
    status: outcome,
    fullName: `test ${nr}`,
    failureMessages: outcome === "failed" ? ["It was 5.\n  at here"] : [],
  })),
});

function vitestCounts(testResults: ReturnType<typeof file>[], exitCode: number) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const numPassedTests = all.filter(({ status }) => status === "passed").length;
  writeFileSync(report, JSON.stringify({ numTotalTests: all.length, numPassedTests, testResults }));
  return readCounts("vitest", report, exitCode);
}

test("a skipped test counts as failed", () => {
  expect(vitestCounts([file("passed", "skipped")], 0)).toMatchObject({ passed: 1, failed: 1 });
});

test("a skipped test against an external program does not count as failed, and is reported", () => {
  const clients = {
    ...file("passed", "skipped"),
    name: "/apps/gateway/src/independent-clients.test.ts",
  };
  expect(vitestCounts([clients], 0)).toMatchObject({ passed: 1, failed: 0, notRun: 1 });
  const failing = { ...clients, ...file("failed", "skipped"), name: clients.name };
  expect(vitestCounts([failing], 1)).toMatchObject({ passed: 0, failed: 1, notRun: 1 });
});

test("a file that could not be read counts as one failure", () => {
  expect(vitestCounts([file("passed"), file()], 1)).toMatchObject({ passed: 1, failed: 1 });
});

test("a failure is listed with its reason, and so is a file that could not be read", () => {
  const unread = { ...file(), name: "/some/other.test.ts", message: "Unexpected token" };
  expect(vitestCounts([file("passed", "failed"), unread], 1).failures).toEqual([
    "/some/where.test.ts › test 1\nIt was 5.\n  at here",
    "/some/other.test.ts\nUnexpected token",
  ]);
});

test("a run that fails although all its tests pass counts as one failure", () => {
  expect(vitestCounts([file("passed", "passed")], 1)).toMatchObject({ passed: 2, failed: 1 });
});

test("a runner that wrote no report counts as one failure", () => {
  expect(readCounts("playwright", path.join(folder, "none.json"), 0)).toEqual({ passed: 0, failed: 1 });
});

test("journeys that fail, pass only at the second attempt or are skipped count as failed", () => {
  writeFileSync(report, JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 } }));
  expect(readCounts("playwright", report, 1)).toEqual({ passed: 5, failed: 3 });
});

test("adds up the counts of several runs", () => {
  const some = [
    { passed: 1, failed: 2, failures: ["one", "two"] },
    { passed: 10, failed: 0, notRun: 3 },
  ];
  expect(addCounts(some)).toEqual({ passed: 11, failed: 2, notRun: 3, failures: ["one", "two"] });
});
