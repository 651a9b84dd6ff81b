import { expect, test } from "vitest";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";

test("the report of schedules lists done, skipped and failed occurrences beside the commands, and no future ones", async () => {
  await using bench = await startSchedules("2026-01-05T06:30:00Z");
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  await bench.addDay({ day: "2026-01-06", kind: "holiday", name: "Pongal" });
  await bench.goTo("2026-01-05T07:30:00Z", ["T-AHU2"]);
  await bench.follow();
  await bench.goTo("2026-01-05T07:41:00Z", ["T-AHU2"]);
  await bench.run();
  await bench.goTo("2026-01-06T07:30:00Z");
  await bench.run();
  const operator = await bench.app.as("operator");
  const answer = await operator.get(
    "/v1/reports/ahu-schedule-activity?from=2026-01-05T07:00:00Z&to=2026-01-07T00:00:00Z",
  );
  const rows = answer.json<{ rows: Record<string, unknown>[] }>().rows;
  const [first, second, ...atOnce] = rows.map((row) => [
    row["Date"],
    row["Time"],
    row["DeviceName"],
    row["Key"],
    row["Value"],
    row["State"],
  ]);
  expect([first, second]).toEqual([
    ["2026-01-06", "13:00:00", "Default schedule", "Schedule: on", null, "Skipped: overridden by Pongal"],
    ["2026-01-05", "18:00:00", "Default schedule", "Schedule: off", null, "Skipped: no server ran in time"],
  ]);
  // Rows of the same instant may have any order.
  expect(atOnce).toHaveLength(2);
  expect(atOnce).toEqual(
    expect.arrayContaining([
      [
        "2026-01-05",
        "13:00:00",
        "Default schedule",
        "Schedule: on",
        null,
        "Failed: Unit T-AHU2: the device or its gateway is offline",
      ],
      ["2026-01-05", "13:00:00", "Unit T-AHU", "On/Off", "On", "Confirmed"],
    ]),
  );
  expect(rows.every((row) => row["Category"] === "Schedule")).toBe(true);
});
