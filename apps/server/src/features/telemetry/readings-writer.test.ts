import type { ReadingsMessage } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { getEdge } from "#features/devices/devices.service.ts";

import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const oneValue = (device: string, point: string, at: number, value: number): ReadingsMessage => ({
  epoch: "e",
  seq: 1,
  sentAt: at,
  series: [{ device, point, values: [[at, value]] }],
});

async function senderOf(app: App, ssid: string) {
  const edge = await getEdge(app.ctx, ssid);
  if (!edge) throw new Error(`No edge ${ssid}`);
  return edge;
}

test("a message that the database can never take is set aside, and those beside it are stored", async () => {
  await using app = await startTestApp();
  const at = app.now().getTime();
  const [bad, good] = [await senderOf(app, "T-S1"), await senderOf(app, "T-S2")];
  const poison = { ...oneValue("T-S1", "TEMPERATURE", at, 24), epoch: "\u0000" };
  await Promise.all([
    app.writer.store(bad, poison),
    app.writer.store(good, oneValue("T-S2", "TEMPERATURE", at, 25)),
  ]);
  const rows = await app.db.selectFrom("readings").select("value").execute();
  expect(rows).toEqual([{ value: 25 }]);
  expect(app.writer.counts).toMatchObject({ stored: 1, impossible: 1 });
});

test("a value no instrument can mean is kept as suspect, and spoils no sum", async () => {
  await using app = await startTestApp();
  const sender = await senderOf(app, "T-S1");
  const at = app.now().getTime();
  for (const [index, value] of [1e308, 1e308, 400].entries())
    await app.writer.store(sender, oneValue("T-S1", "CO2", at - 1_000 + index, value));
  const rows = await app.db.selectFrom("readings").select(["value", "quality"]).orderBy("at").execute();
  expect(rows).toEqual([
    { value: 1e308, quality: 1 },
    { value: 1e308, quality: 1 },
    { value: 400, quality: 0 },
  ]);
  const [rollup] = await app.db.selectFrom("readings_5m").select(["sum", "count"]).execute();
  expect(rollup).toEqual({ sum: 400, count: 1 });
});
