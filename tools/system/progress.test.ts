import { expect, test } from "vitest";

import { ProgressPrinter } from "./progress.ts";

test("a long step is reported at each fifth, and once at its end", () => {
  const printed: string[] = [];
  const printer = new ProgressPrinter((text) => printed.push(text));
  for (let done = 0; done <= 168; done += 1) printer.report("History", done, 168);
  printer.report("History", 168, 168);
  expect(printed).toEqual([
    "History: 0 %",
    "History: 20 %",
    "History: 40 %",
    "History: 60 %",
    "History: 80 %",
    "History: 100 %",
  ]);
});

test("reports a step without a size unchanged", () => {
  const printed: string[] = [];
  new ProgressPrinter((text) => printed.push(text)).report("Migrating", undefined, undefined);
  expect(printed).toEqual(["Migrating"]);
});
