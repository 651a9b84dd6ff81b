import { expect, test } from "vitest";

import { bengaluru } from "../../apps/simulator/src/campus/bengaluru.ts";
import { startUnits } from "../testing/unit-bench.ts";

test("a working day without faults and the night after it raise nothing on any unit of the tower", () => {
  const units = startUnits("2026-11-17T18:30:00Z", bengaluru());
  units.pass(24 * 3_600_000);
  expect(units.raised).toEqual([]);
});
