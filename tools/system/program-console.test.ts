import { expect, test } from "vitest";

import { ProgramConsole } from "./program-console.ts";

function consoleOf(name: string) {
  const printed: string[] = [];
  return { printed, console: new ProgramConsole(name, (text) => printed.push(text)) };
}

test("a long step is reported at each fifth, and once at its end", () => {
  const { console, printed } = consoleOf("simulator");
  for (let done = 0; done <= 168; done += 1) console.showProgress("History", done, 168);
  console.showProgress("History", 168, 168);
  expect(printed).toEqual([0, 20, 40, 60, 80, 100].map((percent) => `History: ${percent} %`));
});

test("reports a step without a size unchanged", () => {
  const { console, printed } = consoleOf("server");
  console.showProgress("Migrating", undefined, undefined);
  expect(printed).toEqual(["Migrating"]);
});

test("shows the first three errors of a log, also of lines that arrive in parts", () => {
  const { console, printed } = consoleOf("gateway");
  console.readLog('{"level":30,"msg":"Started"}\n{"level":50,"msg":"No answer","err":{"mess');
  console.readLog(
    'age":"timeout"}}\n{"level":60,"msg":"Two"}\n{"level":50,"msg":"Three"}\n{"level":50,"msg":"Four"}\n',
  );
  expect(printed).toEqual([
    "gateway: No answer: timeout",
    "gateway: Two",
    "gateway: Three (more in its log)",
  ]);
});
