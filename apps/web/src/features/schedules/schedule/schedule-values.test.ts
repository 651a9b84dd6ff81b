import { expect, test } from "vitest";

import { newValues, readValues } from "./schedule-values.ts";

test("a year that no call accepts has an error that a person can read", () => {
  const slot = { start: "2026-01-05T21:00", end: "20260-01-05T21:00" };
  expect(readValues(newValues(slot, 0), "Asia/Kolkata").errors).toMatchObject({
    end: "Choose a date and a time",
  });
});
