import { QueryObserver } from "@tanstack/react-query";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { listLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aReading } from "../../testing/ahu-builders.ts";
import { cutOff, serve, serveLatest } from "../../testing/serve.ts";
import { createQueryClient } from "../query/query-client.ts";
import { applyReadings, readingsQuery, startAging } from "./readings-store.ts";

const ssid = "D-1";
const at = (minute: number, value: number, quality: "good" | "stale" = "good") =>
  aReading({
    param_id: "p",
    param_value: value,
    quality,
    measured_time: `2026-01-05T08:0${minute}:00.000Z`,
  });
const neverMeasured: ParameterReading = { ...at(0, 0), param_value: null, measured_time: null };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** A store with the values of D-1. */
async function open(...first: ParameterReading[]) {
  const client = createQueryClient();
  const load = async (...values: ParameterReading[]) => {
    serveLatest(values);
    return client.fetchQuery({ ...readingsQuery(ssid), staleTime: 0 });
  };
  await load(...first);
  return {
    client,
    load,
    push: (...values: (ParameterReading & { freshForMs?: number })[]) =>
      applyReadings(client, { ssid, values }),
    shown: () => client.getQueryData(readingsQuery(ssid).queryKey),
  };
}

test("a newer value replaces an older one, by whichever way each of them came", async () => {
  const { load, push, shown } = await open(neverMeasured);
  expect(shown()).toEqual([neverMeasured]);
  push(at(3, 30));
  expect(shown()).toEqual([at(3, 30)]);
  // Late, from an edge that was cut off.
  push(at(2, 20));
  expect(shown()).toEqual([at(3, 30)]);
  // Read before the event, arrived after it.
  await load(at(2, 20));
  expect(shown()).toEqual([at(3, 30)]);
  await load(at(3, 30, "stale"));
  expect(shown()).toEqual([at(3, 30, "stale")]);
  push(at(3, 30));
  expect(shown()).toEqual([at(3, 30)]);
  await load(at(4, 40));
  expect(shown()).toEqual([at(4, 40)]);
});

test("values of a device that is not shown, or of another one, change nothing", async () => {
  const { client, push, shown } = await open(at(1, 10));
  applyReadings(client, { ssid: "another", values: [at(5, 50)] });
  expect(client.getQueryData(readingsQuery("another").queryKey)).toBeUndefined();
  push({ ...at(5, 50), param_id: "other point" });
  expect(shown()).toEqual([at(1, 10)]);
});

test.each([
  ["short", "D-", [500, 1]],
  ["long", "DALI-BLR-TOWER-A-FLOOR-12-ZONE-NORTH-AREA-03-", [244, 244, 13]],
])("devices with %s ids that are needed together come by few calls", async (_length, start, counts) => {
  const asked = serveLatest([]);
  const client = createQueryClient();
  const all = Array.from({ length: 501 }, (_, index) => `${start}${String(index).padStart(3, "0")}`);
  await Promise.all(all.map((one) => client.fetchQuery(readingsQuery(one))));
  expect(asked.urls.map((url) => new URL(url).searchParams.get("devices")?.split(",").length)).toEqual(
    counts,
  );
  for (const url of asked.urls) expect(url.length).toBeLessThan(13_500);
});

test("a device that the reply leaves out was not found", async () => {
  serve(listLatest, []);
  await expect(createQueryClient().fetchQuery(readingsQuery(ssid))).rejects.toMatchObject({
    problem: { code: "not-found" },
  });
});

test("a value turns stale by this browser's clock, unless a newer one comes", async () => {
  const { client, push, shown } = await open(at(1, 10), { ...at(1, 1), param_id: "q" });
  const end = startAging(client, () => true);
  push({ ...at(2, 20), freshForMs: 30_000 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(shown()?.map(({ quality }) => quality)).toEqual(["good", "good"]);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(shown()?.map(({ quality }) => quality)).toEqual(["stale", "good"]);
  push({ ...at(3, 30), freshForMs: 30_000 });
  expect(shown()?.map(({ quality }) => quality)).toEqual(["good", "good"]);
  end();
});

test("values that cannot be loaded turn stale, unless the stream brings them", async () => {
  const { client, shown } = await open(at(1, 10));
  let isStreamed = true;
  const end = startAging(client, () => isStreamed);
  cutOff(listLatest);
  const reload = () => client.fetchQuery({ ...readingsQuery(ssid), staleTime: 0, retry: false });
  await expect(reload()).rejects.toThrow("");
  await vi.advanceTimersByTimeAsync(17_000);
  expect(shown()?.map(({ quality }) => quality)).toEqual(["good"]);
  isStreamed = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown()?.map(({ quality }) => quality)).toEqual(["stale"]);
  // The failure is not forgotten by it.
  expect(client.getQueryState(readingsQuery(ssid).queryKey)?.status).toBe("error");
  end();
});

test("only all values of a device make its age new", async () => {
  const { client, push } = await open(at(1, 10), { ...at(1, 1), param_id: "q" });
  const observer = new QueryObserver(client, { ...readingsQuery(ssid), enabled: false });
  const loadedAt = () =>
    observer.getOptimisticResult(client.defaultQueryOptions(readingsQuery(ssid))).dataUpdatedAt;
  const before = loadedAt();
  await vi.advanceTimersByTimeAsync(5_000);
  push(at(2, 20));
  expect(loadedAt()).toBe(before);
  push(at(3, 30), { ...at(3, 2), param_id: "q" });
  expect(loadedAt()).toBeGreaterThanOrEqual(before + 5_000);
});
