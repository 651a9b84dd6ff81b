import { reportIds, reports } from "@verandah/contract/reports.ts";
import { expect, test } from "vitest";

import { columnNames, reportNames } from "./report-texts.ts";

test("every report and column has the contract's text in English", () => {
  for (const id of reportIds) {
    expect(reportNames[id].message).toBe(reports[id].name);
    for (const { name } of reports[id].columns)
      expect([id, name, columnNames[name]?.message]).toEqual([id, name, name]);
  }
});
