import { expect, test } from "vitest";

import { newValues, scheduleInput } from "./schedule-values.ts";

test("a year that no call accepts has an error that a person can read", () => {
  const slot = { start: "2026-01-05T21:00", end: "20260-01-05T21:00" };
  const { error } = scheduleInput("Asia/Kolkata").safeParse(newValues(slot, 0));
  expect(error?.issues).toContainEqual(
    expect.objectContaining({ path: ["end"], message: "Choose a date and a time" }),
  );
});
