import { afterAll, expect, test } from "vitest";

import { benches } from "./registry.ts";
import { Rigs } from "./rig/rigs.ts";
import { formatTable } from "./table.ts";

const printed: string[] = [];
const print = (text: string) => void printed.push(text);
const rigs = new Rigs({ isShared: true, print });

afterAll(() => rigs[Symbol.asyncDispose]());

/** All benches in the long run, otherwise one. */
const isChosen = ({ name }: { name: string }) => process.env["FULL"] !== undefined || name === "latency";

test.for(benches.filter((bench) => !bench.needsRegistry && isChosen(bench)))(
  "$name prints a whole table in its short form",
  async (bench) => {
    const table = await bench.run({ isShort: true, isLargest: false, rounds: 1, print, rigs });
    expect(table.rows.length).toBeGreaterThan(0);
    const results = table.rows.flatMap(({ work, ours, reference = 0, ratio }) =>
      [ours, reference, ratio?.min ?? 0, ratio?.median ?? 0, ratio?.max ?? 0].map((result) => ({
        work,
        result,
      })),
    );
    expect(results.filter(({ result }) => !Number.isFinite(result))).toEqual([]);
    expect(table.rows.some((row) => row.target)).toBe(true);
    const lines = formatTable(table).split("\n");
    expect(lines.filter((line) => line.startsWith("|"))).toHaveLength(table.rows.length + 2);
  },
);
