import { expect, test } from "vitest";

import { spanText } from "./time.ts";

test.each([
  ["2026-01-05T08:00:00Z", "2026-01-05T09:30:00Z", "5 Jan, 13:30 – 15:00"],
  ["2026-01-05T08:00:00Z", "2026-01-05T19:00:00Z", "5 Jan, 13:30 – 6 Jan, 00:30"],
])("from %s to %s is %s", (from, to, text) => {
  expect(spanText(from, to, "Asia/Kolkata")).toBe(text);
});
