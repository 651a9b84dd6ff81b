import { expect, test } from "vitest";

import { formatNumber, formatTable, limitedRow } from "./table.ts";

test("numbers have three significant digits", () => {
  expect([0.01234, 1.234, 12.34, 123.4, 12_345.6, 5_000, 0].map(formatNumber)).toEqual([
    "0.012",
    "1.23",
    "12.3",
    "123",
    "12,346",
    "5,000",
    "0",
  ]);
});

test("a row shows both results, the ratio with its range, and whether the target is reached", () => {
  const ratio = { median: 0.5, min: 0.4, max: 0.6 };
  const target = { text: "ratio 0.5", isReached: true };
  const text = formatTable({
    title: "some work",
    rows: [
      { work: "all", ours: 50, unit: "ms", reference: 100, ratio, target },
      { work: "alone", ours: 1.5, unit: "MB" },
    ],
    notes: ["a note"],
  });
  expect(text.split("\n").map((line) => line.replaceAll(/ +/g, " "))).toEqual([
    "some work",
    "",
    "| work | ours | reference | ratio (range) | reach at least | reached |",
    expect.stringMatching(/^\|[-|]+\|$/),
    "| all | 50 ms | 100 ms | 0.500 (0.400–0.600) | ratio 0.5 | yes |",
    "| alone | 1.50 MB | – | – | – | – |",
    "",
    "- a note",
  ]);
});

test.each([
  ["ms", 25, 25, "≤ 25 ms", true],
  ["ms", 25.1, 25, "≤ 25 ms", false],
  ["KB a connection", 12, 30, "≤ 30 KB", true],
  ["", 61, 60, "≤ 60", false],
  ["", 0, 0, "0", true],
])("a limit in '%s' is reached up to its number: %d of %d", (unit, ours, most, text, isReached) => {
  expect(limitedRow("work", unit, ours, most)).toEqual({
    work: "work",
    unit,
    ours,
    target: { text, isReached },
  });
});
