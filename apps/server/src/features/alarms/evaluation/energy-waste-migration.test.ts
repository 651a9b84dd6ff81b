import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { addAlarm } from "../../../testing/reports/report-rows.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

test("the migration converts the texts of energy waste alarms from W to kW, and no others", async () => {
  await using app = await startTestApp();
  const raisedAt = "2026-01-05T02:00:00Z";
  await addAlarm(app.db, { ssid: "T-S1", code: 251, message: "W", value: 3_456, raisedAt });
  await addAlarm(app.db, { ssid: "T-S1", code: 205, message: "Temperature high", raisedAt });
  await app.query(
    "update alarms set text_name = 'energy-wasted', text_numbers = '{3456,3000}' where code = 251",
  );
  await app.query(
    "update alarms set text_name = 'temperature-high', text_numbers = '{30,28}' where code = 205",
  );
  await app.query(
    await readFile(
      new URL("../../../../migrations/0030-energy-waste-in-kilowatts.sql", import.meta.url),
      "utf8",
    ),
  );
  const user = await app.as("viewer");
  const day = "from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z";
  const keys = async (language: string) =>
    (await user.get(`/v1/reports/device-noncritical?${day}&language=${language}`))
      .json<{ rows: { Key: string; Value: unknown }[] }>()
      .rows.map((row) => row.Key);
  expect(await keys("en")).toEqual(
    expect.arrayContaining(["Energy waste: 3.46 kW while unoccupied (limit 3 kW)", "Temperature high"]),
  );
  expect(await keys("hi")).toEqual(
    expect.arrayContaining([
      "ऊर्जा की बर्बादी: कोई उपस्थित नहीं, फिर भी 3.46 kW (सीमा 3 kW)",
      expect.stringContaining("30"),
    ]),
  );
});
