import { expect, test } from "vitest";

import { pumpColumns } from "../pumps/pumps.ts";
import { reportHeading } from "./report-headings.ts";
import { exportColumnsOf, reportIds, reports } from "./reports.ts";

test("every column of a report or file has a heading, which is its name in English", () => {
  const columns = reportIds.flatMap((id) => [...reports[id].columns, ...exportColumnsOf(id)]);
  const names = new Set<string>([...columns.map(({ name }) => name), ...pumpColumns]);
  for (const name of names) {
    const { id, message } = reportHeading(name);
    expect([id === name, message]).toEqual([false, name]);
  }
});
