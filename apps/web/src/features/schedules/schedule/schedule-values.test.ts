import { expect, test } from "vitest";

import { newValues, readValues } from "./schedule-values.ts";

test("a year that no call takes is said to be too far, and no form of instant is asked for", () => {
  const slot = { start: "2026-01-05T21:00", end: "20260-01-05T21:00" };
  expect(readValues(newValues(slot), "Asia/Kolkata").errors).toMatchObject({
    end: "Choose a year up to 9999",
  });
});
