import { expect, test } from "vitest";

import { createProgramConsole } from "./program-console.ts";

function consoleOf(name: string) {
  const printed: string[] = [];
  return { printed, ...createProgramConsole(name, (text) => printed.push(text)) };
}

test("a long step is reported at each fifth, and once at its end; one without a size unchanged", () => {
  const { showProgress, printed } = consoleOf("simulator");
  showProgress("Migrating", undefined, undefined);
  for (let done = 0; done <= 168; done += 1) showProgress("History", done, 168);
  showProgress("History", 168, 168);
  const steps = [0, 20, 40, 60, 80, 100].map((percent) => `History: ${percent} %`);
  expect(printed).toEqual(["Migrating", ...steps]);
});

test("shows the first three errors of a log, also of lines that arrive in parts", () => {
  const { readLog, printed } = consoleOf("gateway");
  readLog('{"level":30,"msg":"Started"}\n{"level":50,"msg":"No answer","err":{"mess');
  readLog('age":"timeout"}}\n{"level":60,"msg":"Two"}\n{"level":50,"msg":"Three"}\n{"level":50,"msg":"4"}\n');
  expect(printed).toEqual([
    "gateway: No answer: timeout",
    "gateway: Two",
    "gateway: Three (more in its log)",
  ]);
});
