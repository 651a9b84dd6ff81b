import { expect, test } from "vitest";

import { aReading } from "../testing/ahu-builders.ts";
import { mergeReadings } from "./live-updates.ts";

const at = (minute: number, value: number) =>
  aReading({
    param_id: "TEMPERATURE",
    param_value: value,
    measured_time: `2026-01-05T08:0${minute}:00.000Z`,
  });

test("keeps the newer of two readings", () => {
  expect(mergeReadings([at(2, 24)], [at(3, 25)])).toEqual([at(3, 25)]);
  expect(mergeReadings([at(2, 24)], [at(1, 19)])).toEqual([at(2, 24)]);
  expect(mergeReadings([{ ...at(2, 24), measured_time: null }], [at(1, 19)])).toEqual([at(1, 19)]);
  expect(mergeReadings([at(2, 24)], [])).toEqual([at(2, 24)]);
});
