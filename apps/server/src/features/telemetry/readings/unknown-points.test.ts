import type { ReplyOf } from "@verandah/contract/route.ts";
import type { listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";
import { UNKNOWN_POINTS_MAX } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Listed = ReplyOf<typeof listUnknownPoints>;

async function send(app: App, edge: string, device: string, point: string, values = 1): Promise<void> {
  const atMs = app.now().getTime();
  await app.send(edge, [{ device, point, values: Array.from({ length: values }, () => [atMs, 1]) }]);
}

async function listed(app: App, ssid = "T-GW"): Promise<Listed> {
  await app.writer.unknownPoints.store(app.ctx);
  return (await (await app.as("administrator")).get(`/v1/telemetry/${ssid}/unknownpoints`)).json();
}

test("lists points that the site model does not contain by name with their cause, newest first", async () => {
  await using app = await startTestApp();
  await send(app, "T-GW", "T-AHU", "Typo Temperature", 3);
  await send(app, "T-GW", "NEW-1", "TEMPERATURE");
  app.advance(1_000);
  await send(app, "T-GW", "T-S1", "TEMPERATURE");
  expect(await listed(app)).toEqual([
    {
      device: "T-S1",
      point: "TEMPERATURE",
      count: 1,
      lastAt: "2026-01-05T08:00:01.000Z",
      cause: "other-gateway",
    },
    {
      device: "NEW-1",
      point: "TEMPERATURE",
      count: 1,
      lastAt: "2026-01-05T08:00:00.000Z",
      cause: "unknown-device",
    },
    {
      device: "T-AHU",
      point: "Typo Temperature",
      count: 3,
      lastAt: "2026-01-05T08:00:00.000Z",
      cause: "unknown-point",
    },
  ]);
  expect(await listed(app, "T-S1")).toEqual([]);
});

test("one name that the database cannot store loses no count of the others", async () => {
  await using app = await startTestApp();
  await send(app, "T-GW", "T-AHU", "Flur\u0000oben");
  await send(app, "T-GW", "T-AHU", "half \uD83D");
  await send(app, "T-GW", "T-AHU", "Typo Temperature");
  expect((await listed(app)).map(({ point, count }) => [point, count])).toEqual([
    ["Flur\u2400oben", 1],
    ["Typo Temperature", 1],
    ["half \uFFFD", 1],
  ]);
});

test("adds counts up and lists no point that was imported or that has sent nothing for a week", async () => {
  await using app = await startTestApp();
  await send(app, "T-GW", "T-AHU", "A");
  await listed(app);
  await send(app, "T-GW", "T-AHU", "A");
  await send(app, "T-GW", "T-AHU", "B");
  expect((await listed(app)).map(({ point, count }) => [point, count])).toEqual([
    ["A", 2],
    ["B", 1],
  ]);
  await app.query(
    "insert into points (device_id, param_id, unit, kind, interval_ms) select id, 'A', 'none', 'reading', 10000 from devices where ssid = 'T-AHU'",
  );
  expect((await listed(app)).map(({ point }) => point)).toEqual(["B"]);
  app.advance(7 * 86_400_000 + 1);
  expect(await listed(app)).toEqual([]);
});

test("lists and stores at most the newest 200 points of an edge", async () => {
  await using app = await startTestApp();
  const names = Array.from({ length: UNKNOWN_POINTS_MAX + 20 }, (_, n) => `early ${n}`);
  const values: [number, number][] = [[app.now().getTime(), 1]];
  await app.send(
    "T-GW",
    names.map((point) => ({ device: "T-AHU", point, values })),
  );
  // Until they are stored, only the first ones are counted.
  const points = (await listed(app)).map(({ point }) => point);
  expect(points.toSorted()).toEqual(names.slice(0, UNKNOWN_POINTS_MAX).toSorted());
  app.advance(1_000);
  for (let n = 0; n < 5; n += 1) await send(app, "T-GW", "T-AHU", `late ${n}`);
  const now = await listed(app);
  expect(now).toHaveLength(UNKNOWN_POINTS_MAX);
  expect(now.slice(0, 5).map(({ point }) => point)).toEqual([
    "late 0",
    "late 1",
    "late 2",
    "late 3",
    "late 4",
  ]);
  expect((await app.query("select count(*)::int from unknown_points")).rows).toEqual([
    { count: UNKNOWN_POINTS_MAX },
  ]);
});

test("shows them to administrators of their campus only", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await send(app, "T-GW", "O-AHU", "Fire Alarm");
  // A device of another campus is unknown in this one.
  expect(await listed(app)).toMatchObject([{ device: "O-AHU", cause: "unknown-device" }]);
  const statusOf = async (role: Parameters<App["as"]>[0], ssid: string) =>
    (await (await app.as(role)).get(`/v1/telemetry/${ssid}/unknownpoints`)).statusCode;
  for (const role of ["operator", "viewer", "pumpCustomer", "member"] as const)
    expect(await statusOf(role, "T-GW")).toBe(403);
  expect(await statusOf("other-administrator", "T-GW")).toBe(404);
  expect(await statusOf("administrator", "O-GW")).toBe(404);
  expect(await statusOf("administrator", "none")).toBe(404);
});
