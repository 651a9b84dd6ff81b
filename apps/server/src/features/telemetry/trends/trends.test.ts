import type { TrendReply } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, groupJournal } from "../readings/readings-upkeep.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const at = (time: string) => `2026-01-05T${time}:00.000Z`;

/** A value every 10 s from 08:00 until 12:00, except from 09:10 until 09:30. */
async function sendWithOutage(app: App): Promise<void> {
  const fromMs = Date.parse(at("08:00"));
  const values = Array.from({ length: 4 * 360 }, (_, index): [number, number] => [
    fromMs + index * 10_000,
    20 + (index % 7),
  ]).filter(([ms]) => ms < Date.parse(at("09:10")) || ms >= Date.parse(at("09:30")));
  await app.send("T-IMPORT", [{ device: "T-S1", point: "TEMPERATURE", values }]);
}

async function trendOf(app: App, range: string): Promise<TrendReply> {
  app.endSharedAnswers();
  const user = await app.as("viewer");
  return (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)).json();
}

test.each([
  ["values", "buckets=1440", 10_000],
  ["the five-minute rollup", "buckets=48", 300_000],
])("an outage of 20 minutes is a gap in %s", async (_, buckets, bucketMs) => {
  await using app = await startTestApp({ now: at("12:00") });
  await sendWithOutage(app);
  const expected = { bucketMs, gaps: [{ from: at("09:10"), to: at("09:30") }] };
  const range = `from=${at("08:00")}&to=${at("12:00")}&${buckets}`;
  expect(await trendOf(app, range)).toMatchObject(expected);
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  expect(await trendOf(app, range)).toMatchObject(expected);
});

test("a range into the future has a gap until now, not further", async () => {
  await using app = await startTestApp({ now: at("12:20") });
  await sendWithOutage(app);
  const { gaps } = await trendOf(app, `from=${at("11:30")}&to=${at("13:00")}&buckets=90`);
  expect(gaps).toEqual([{ from: at("12:00"), to: at("12:20") }]);
});

test("a point without values in a range is one gap", async () => {
  await using app = await startTestApp({ now: at("12:00") });
  expect(await trendOf(app, `from=${at("08:00")}&to=${at("09:00")}`)).toMatchObject({
    buckets: [],
    suspects: [],
    gaps: [{ from: at("08:00"), to: at("09:00") }],
  });
});

test("separates suspect from good values, from the journal and from closed hours", async () => {
  await using app = await startTestApp({ now: at("12:00") });
  const values: [number, number][] = [
    [Date.parse(at("10:00")), 24],
    [Date.parse(at("10:01")), 99],
    [Date.parse(at("10:02")), 25],
  ];
  await app.send("T-IMPORT", [{ device: "T-S1", point: "TEMPERATURE", values }]);
  for (const buckets of [60, 12]) {
    const range = `from=${at("10:00")}&to=${at("11:00")}&buckets=${buckets}`;
    const suspects = [{ at: buckets === 60 ? at("10:01") : at("10:00"), value: 99 }];
    const open = await trendOf(app, range);
    expect(open.suspects).toEqual(suspects);
    expect(open.buckets.map(({ avg }) => avg)).toEqual(buckets === 60 ? [24, 25] : [24.5]);
  }
  await groupJournal(app.ctx, true);
  await closeHours(app.ctx, 0);
  for (const buckets of [60, 12]) {
    const closed = await trendOf(app, `from=${at("10:00")}&to=${at("11:00")}&buckets=${buckets}`);
    expect(closed.suspects.map(({ value }) => value)).toEqual([99]);
    expect(closed.buckets.map(({ avg }) => avg)).toEqual(buckets === 60 ? [24, 25] : [24.5]);
  }
});
