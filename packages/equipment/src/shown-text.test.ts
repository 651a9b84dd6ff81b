import { expect, test } from "vitest";

import { shownLine } from "./shown-text.ts";

test.each([
  ["a right-to-left override", "Pump \u202Eerif\u202C", "Pump erif"],
  ["an isolate", "\u2066AHU\u2069 1", "AHU 1"],
  ["an escape sequence", "\u001B[31mFire\u001B[0m", "[31mFire[0m"],
  ["a NUL", "Fire\u0000 alarm", "Fire alarm"],
  ["a line break", "Fire\r\nalarm", "Fire alarm"],
  ["Hindi and Kannada", "अलार्म \u0930\u094D\u200D ಅಲಾರಂ", "अलार्म \u0930\u094D\u200D ಅಲಾರಂ"],
])("cleans %s", (_what, text, shown) => {
  expect(shownLine(100).parse(text)).toBe(shown);
});

test("refuses a text that has nothing to show, or is too long", () => {
  for (const unseen of ["\u202E\u0007 ", "\u200B\uFEFF", "\u00AD \u2060", "\u3164"])
    expect(shownLine(100).safeParse(unseen).success).toBe(false);
  expect(shownLine(100, 0).parse("\u200B")).toBe("");
  expect(shownLine(100).parse("👨\u200D👩\u200D👦")).toBe("👨\u200D👩\u200D👦");
  expect(shownLine(3).safeParse("abc\u202E").success).toBe(true);
  expect(shownLine(3).safeParse("abcd").success).toBe(false);
});
