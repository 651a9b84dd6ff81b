import { expect, test } from "vitest";

import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

const aSeries = { device: "T-S1", point: "TEMPERATURE", values: [[1, 24]] };

const aReadingOf = (values: number) => ({
  ...aReading("T-S1", "TEMPERATURE", 1, 24),
  series: [{ ...aSeries, values: Array.from({ length: values }, (_, at) => [at, 24]) }],
});

test.each([
  ["not JSON", "{ nonsense"],
  [
    "NaN",
    '{"epoch":"e","seq":1,"sentAt":1,"series":[{"device":"T-S1","point":"TEMPERATURE","values":[[1,NaN]]}]}',
  ],
  [
    "1e309",
    '{"epoch":"e","seq":1,"sentAt":1,"series":[{"device":"T-S1","point":"TEMPERATURE","values":[[1,1e309]]}]}',
  ],
  ["a text for a number", JSON.stringify(aReading("T-S1", "TEMPERATURE", 1, "24"))],
  ["no series", '{"epoch":"e","seq":1,"sentAt":1,"series":[]}'],
  ...[
    { what: "no values", values: [] },
    { what: "a value alone", values: [[24]] },
    { what: "four things for a value", values: [[1, 24, "good", 0]] },
    { what: "a quality that there is not", values: [[1, 24, "splendid"]] },
    { what: "an instant before 1970", values: [[-1, 24]] },
    { what: "an instant between two milliseconds", values: [[1.5, 24]] },
    { what: "an instant that no calendar has", values: [[8_640_000_000_000_001, 24]] },
    { what: "a value in a value's place", values: [{ at: 1, value: 24 }] },
    { what: "a device's name with a slash", device: "T/S1" },
    { what: "a device's name of 65 characters", device: "T".repeat(65) },
    { what: "a number for a device", device: 1 },
    { what: "a point without a name", point: "" },
    { what: "a point's name of 81 characters", point: "T".repeat(81) },
    { what: "a series without values", values: undefined },
  ].map(({ what, ...part }): [string, string] => [
    what,
    JSON.stringify({ ...aReading("T-S1", "TEMPERATURE", 1, 24), series: [{ ...aSeries, ...part }] }),
  ]),
  ["5,001 values", JSON.stringify(aReadingOf(5_001))],
])("counts %s and acknowledges it", async (_what, payload) => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", payload);
  expect(field.ingest.counts.invalidMessages).toBe(1);
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24));
  expect(await app.db.selectFrom("readings").selectAll().execute()).toHaveLength(1);
});

test("accepts values of every type, and a message of maximum size", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  const values = [
    [at - 2, 20, "suspect"],
    [at - 1, 21, "good"],
    [at, 22],
  ];
  await sensor.publish("readings", {
    ...aReading("T-S1", "TEMPERATURE", at, 0),
    series: [{ ...aSeries, values }],
  });
  const rows = await app.db.selectFrom("readings").select(["value", "quality"]).orderBy("at").execute();
  expect(rows).toEqual([
    { value: 20, quality: 1 },
    { value: 21, quality: 0 },
    { value: 22, quality: 0 },
  ]);
  await sensor.publish("readings", { ...aReadingOf(5_000), seq: 2 });
  expect(field.ingest.counts.invalidMessages).toBe(0);
});
