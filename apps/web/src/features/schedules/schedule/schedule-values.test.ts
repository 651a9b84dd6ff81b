import { expect, test } from "vitest";

import { newValues, readValues } from "./schedule-values.ts";

test("a year that no call accepts is too far, without an error of the format", () => {
  const slot = { start: "2026-01-05T21:00", end: "20260-01-05T21:00" };
  expect(readValues(newValues(slot, 0), "Asia/Kolkata").errors).toMatchObject({
    end: "Choose a year up to 9999",
  });
});
