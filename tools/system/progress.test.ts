import { expect, test } from "vitest";

import { ProgressPrinter } from "./progress.ts";

test("a long step is reported at each fifth, and once at its end", () => {
  const said: string[] = [];
  const printer = new ProgressPrinter((text) => said.push(text));
  for (let done = 0; done <= 168; done += 1) printer.report("History", done, 168);
  printer.report("History", 168, 168);
  expect(said).toEqual([
    "History: 0 %",
    "History: 20 %",
    "History: 40 %",
    "History: 60 %",
    "History: 80 %",
    "History: 100 %",
  ]);
});

test("a step without a size is reported as it is", () => {
  const said: string[] = [];
  new ProgressPrinter((text) => said.push(text)).report("Migrating", undefined, undefined);
  expect(said).toEqual(["Migrating"]);
});
