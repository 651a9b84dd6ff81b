import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, groupJournal } from "../readings/readings-upkeep.ts";

const MINUTE_MS = 60_000;

test("a bucket of a state has its last value from the journal and from closed hours, and the more likely one from rollups", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  const from = Date.parse("2026-01-05T08:00:00Z");
  // On for twenty minutes of each hour, off at its start and end.
  const values = Array.from({ length: 240 }, (_, minute): [number, number] => [
    from + minute * MINUTE_MS,
    minute % 60 >= 10 && minute % 60 < 30 ? 10 : 0,
  ]);
  await app.send("T-IMPORT", [{ device: "T-AHU", point: "ahu_on_off_sp", values }]);
  const user = await app.as("viewer");
  const lasts = async (buckets: number) => {
    app.endSharedAnswers();
    const range = "from=2026-01-05T08:00:00Z&to=2026-01-05T12:00:00Z";
    const url = `/v1/telemetry/T-AHU/trend?param_id=ahu_on_off_sp&${range}&buckets=${buckets}`;
    const { buckets: found } = (await user.get(url)).json<{ buckets: { avg: number; last: number }[] }>();
    return found.map(({ avg, last }) => [avg, last]);
  };
  const quarter = [
    [10 / 3, 10],
    [10, 10],
    [0, 0],
    [0, 0],
  ];
  const hour = [10 / 3, 0];
  expect((await lasts(16)).slice(0, 4)).toEqual(quarter);
  expect(await lasts(4)).toEqual([hour, hour, hour, hour]);
  expect((await lasts(240)).slice(9, 11)).toEqual([
    [0, 0],
    [10, 10],
  ]);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  expect((await lasts(16)).slice(0, 4)).toEqual(quarter);
  expect(await lasts(4)).toEqual([hour, hour, hour, hour]);
  // Two-minute buckets read the values, now from chunks.
  expect((await lasts(120)).slice(4, 6)).toEqual([
    [0, 0],
    [10, 10],
  ]);
});

test("a measurement has no last value", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 });
  const range = "from=2026-01-05T11:00:00Z&to=2026-01-05T13:00:00Z";
  const { buckets } = (
    await (await app.as("viewer")).get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)
  ).json();
  expect(buckets).toHaveLength(1);
  expect(buckets[0]).not.toHaveProperty("last");
});
