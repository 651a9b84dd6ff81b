import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";
import { expect, test, vi } from "vitest";

import { mumbai } from "../campus/mumbai.ts";
import { zonesOf } from "../campus/shapes.ts";
import { measureSensor } from "../physics/measured.ts";
import { createPhysics } from "../physics/physics.ts";
import { startTestBroker, type TestBroker } from "../testing/start-test-broker.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type HistoryOptions, importHistory, messagesOf } from "./import-history.ts";
import {
  BLOCKS_PER_DAY,
  HISTORY_STEP_MS,
  instantsOf,
  LAST_HOUR_STEP_MS,
  preparePast,
} from "./past-values.ts";

const HOUR_MS = 3_600_000;
const anchorMs = Date.parse("2026-11-18T07:00:00Z");
const POINTS = 12 * 7;
/** 23 hours in steps of five minutes and one in steps of a minute; other days have no finer hour. */
const NEWEST_DAY_STEPS = 23 * 12 + 60;
const OTHER_DAY_STEPS = 24 * 12;

function run(broker: TestBroker, folder: string, options: Partial<HistoryOptions> = {}) {
  return importHistory({
    campuses: [mumbai()],
    passwordOf: () => "secret",
    brokerUrl: broker.url,
    memoryFile: join(folder, "history.json"),
    now: () => anchorMs,
    onProgress: () => {},
    signal: new AbortController().signal,
    days: 2,
    valuesPerSecond: 1e6,
    ...options,
  });
}

/** Each value once: `device point instant` → value. */
function received(broker: TestBroker): Map<string, number> {
  const values = new Map<string, number>();
  for (const message of broker.readings("IMPORT-BOM"))
    for (const { device, point, values: series } of message.series)
      for (const [atMs, value] of series) values.set(`${device} ${point} ${atMs}`, value);
  return values;
}

test("past instants are five minutes apart, and one minute in the last hour", () => {
  const instants = instantsOf(anchorMs - 3 * HOUR_MS, anchorMs, anchorMs);
  expect(instants).toHaveLength(24 + 60);
  expect((instants[1] ?? 0) - (instants[0] ?? 0)).toBe(HISTORY_STEP_MS);
  expect(anchorMs - (instants.at(-1) ?? 0)).toBe(LAST_HOUR_STEP_MS);
});

test("all points of all days arrive once, the newest day first", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  const progress: [number, number][] = [];
  expect(await run(broker, folder.path, { onProgress: (...step) => progress.push(step) })).toBe(true);
  expect(received(broker).size).toBe(POINTS * (NEWEST_DAY_STEPS + OTHER_DAY_STEPS));
  const [first] = broker.readings("IMPORT-BOM");
  expect(first?.series[0]?.values[0]?.[0]).toBe(anchorMs - 24 * HOUR_MS);
  expect(progress.at(-1)).toEqual([2 * BLOCKS_PER_DAY, 2 * BLOCKS_PER_DAY]);
  const count = broker.published.length;
  expect(await run(broker, folder.path)).toBe(false);
  expect(broker.published.length).toBe(count);
});

test("sends the long history of a campus once, after the rest", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  const campuses = [
    { ...mumbai(), weatherStations: [{ ssid: "WX", name: "Weather", buildingKey: "bom/h" }] },
  ];
  await run(broker, folder.path, { campuses, days: 1 });
  const count = broker.published.length;
  expect(await run(broker, folder.path, { campuses, days: 1, longDays: 2 })).toBe(true);
  const long = broker
    .readings("IMPORT-BOM")
    .flatMap(({ series }) => series)
    .filter(({ device }) => device === "WX");
  expect(Math.min(...long.flatMap(({ values }) => values.map(([atMs]) => atMs)))).toBe(
    anchorMs - 72 * HOUR_MS,
  );
  expect(broker.published.length).toBe(count + 2);
  expect(await run(broker, folder.path, { campuses, days: 1, longDays: 2 })).toBe(false);
});

test("continues after an interruption, with the same result as one run", async () => {
  await using whole = await startTestBroker();
  await using halves = await startTestBroker();
  using folder = temporaryFolder();
  using other = temporaryFolder();
  await run(whole, other.path);

  const ending = new AbortController();
  const stopped = run(halves, folder.path, {
    signal: ending.signal,
    onProgress: (done) => done === 5 && ending.abort(new Error("killed")),
  });
  await expect(stopped).rejects.toThrow("killed");
  expect(received(halves).size).toBeLessThan(received(whole).size);
  // A later clock must not move the instants.
  expect(await run(halves, folder.path, { now: () => anchorMs + HOUR_MS })).toBe(true);
  expect(received(halves)).toEqual(received(whole));
});

test("starts again with an unreadable progress file", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "history.json"), '{"anch');
  expect(await run(broker, folder.path, { days: 1 })).toBe(true);
  expect(JSON.parse(readFileSync(join(folder.path, "history.json"), "utf8"))).toMatchObject({ anchorMs });
});

test("a broker that disconnects in between receives everything in the end", async () => {
  await using broker = await startTestBroker();
  using folder = temporaryFolder();
  const done = run(broker, folder.path, { days: 1, valuesPerSecond: 60_000 });
  await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(2));
  await broker.stop();
  await broker.start();
  await done;
  expect(received(broker).size).toBe(POINTS * NEWEST_DAY_STEPS);
});

test("there is no jump between the last past value and the first live one", async () => {
  const physics = createPhysics(mumbai());
  const pieces = [...(await preparePast(physics, anchorMs, 1)).piecesOfDay(0)];
  const live = physics.warmUp(anchorMs);
  for (const zone of zonesOf(physics.campus))
    for (const sensor of zone.sensors) {
      const past = pieces.at(-1)?.find((one) => one.device === sensor.ssid && one.point === "TEMPERATURE");
      const last = past?.values.at(-1)?.[1] ?? 0;
      expect(Math.abs((measureSensor(physics, live, zone, sensor).TEMPERATURE ?? 0) - last)).toBeLessThan(
        0.3,
      );
    }
});

test("there is no jump between days", async () => {
  const past = await preparePast(createPhysics(mumbai()), anchorMs, 2);
  const newer = [...past.piecesOfDay(0)][0];
  const older = [...past.piecesOfDay(1)].at(-1);
  for (const series of newer?.filter((one) => one.point === "TEMPERATURE") ?? []) {
    const before = older
      ?.find((one) => one.device === series.device && one.point === series.point)
      ?.values.at(-1)?.[1];
    expect(Math.abs((series.values[0]?.[1] ?? 0) - (before ?? 0))).toBeLessThan(0.5);
  }
});

test("a message fits the broker's frame", async () => {
  const pieces = [...(await preparePast(createPhysics(mumbai()), anchorMs, 1)).piecesOfDay(0)];
  const big = Array.from({ length: 10 }, () => pieces.at(-1) ?? []).flat();
  for (const series of messagesOf(big))
    expect(JSON.stringify(series).length).toBeLessThan(FRAME_MAX_BYTES - 1_000);
});
