import { reportHeading } from "@verandah/contract/reports/report-headings.ts";
import { exportColumnsOf, reportIds, reports } from "@verandah/contract/reports/reports.ts";
import { expect, test } from "vitest";

import { reportNames } from "./report-texts.ts";

test("every report and column has the contract's text in English", () => {
  for (const id of reportIds) {
    expect(reportNames[id].message).toBe(reports[id].name);
    for (const { name } of reports[id].columns)
      expect([id, name, reportHeading("en", name)]).toEqual([id, name, name]);
  }
});

test("every column has a heading in the other languages", () => {
  const names = new Set(
    reportIds.flatMap((id) => [...reports[id].columns, ...exportColumnsOf(id)].map(({ name }) => name)),
  );
  for (const language of ["hi", "kn"] as const)
    for (const name of names) expect([name, reportHeading(language, name)]).not.toEqual([name, name]);
});
