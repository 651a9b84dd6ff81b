import { bengaluru } from "@verandah/simulator/campus/bengaluru.ts";
import { expect, test } from "vitest";

import { startUnits } from "../../testing/unit-bench.ts";

test(
  "a working day without faults and the night after it raise nothing on any unit of the tower",
  { timeout: 240_000 },
  () => {
    const units = startUnits("2026-11-17T18:30:00Z", bengaluru());
    units.pass(24 * 3_600_000);
    expect(units.raised).toEqual([]);
  },
);
