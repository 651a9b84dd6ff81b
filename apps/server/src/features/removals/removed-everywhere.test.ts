import type { ListedRemoval } from "@verandah/contract/campuses/removals.ts";
import { expect, test } from "vitest";

import { startWhole } from "../../testing/benches/whole-bench.ts";
import { createReads } from "../../testing/changes/whole-reads.ts";

/** Replies about the past, which still name removed items, and the list of removals. */
const aboutThePast = [
  "/v1/reports/:report",
  "/v1/newapis/",
  "/v1/commands",
  "/v1/point_tests",
  "/v1/bookings/own",
  "/v1/booking_feed",
  "/v1/comfort_reports/own",
  "/v1/alarms/:id",
  "/v1/campuses/removals",
];

/** Reads every GET call of the contract as several users, and lists those that name any of `words`. */
async function start() {
  const whole = await startWhole();
  const { app, users } = whole;
  const admin = users.get("administrator")!;
  const { reads, readAll } = await createReads(whole);
  await app.query("update commands set released_at = now() where released_at is null");
  await app.query("update bookings set status = 'cancelled'");
  await app.query("update waitlist set left_at = now()");
  return {
    ...whole,
    readsWith: async (words: readonly string[]) => {
      await app.index.reload();
      const found = (await readAll(reads)).filter(
        ([{ route }, { text }]) =>
          !aboutThePast.some((path) => route.path.startsWith(path)) &&
          words.some((word) => text.includes(word)),
      );
      return found.map(([{ key }]) => key);
    },
    remove: async (kind: string, id: unknown, version: unknown = 1) =>
      (await admin.post("/v1/campuses/tree/removal", { kind, id, version, readings: "keep" })).json<{
        id: number;
      }>(),
    undoAll: async () => {
      for (const { id } of (await admin.get("/v1/campuses/removals")).json<ListedRemoval[]>())
        expect((await admin.post("/v1/campuses/removals/undo", { id })).json()).toEqual({ id });
    },
  };
}

test("removed devices are in no reply but those about the past, and come back", async () => {
  await using bench = await start();
  const { rows } = await bench.app.query("select id, ssid, name, version from devices where campus_id = 1");
  const words = rows.flatMap(({ ssid, name }) => [`"${String(ssid)}"`, String(name)]);
  const before = await bench.readsWith(words);
  expect(before.length).toBeGreaterThan(40);
  for (const { id, version } of rows)
    expect(await bench.remove("device", id, version)).toEqual({ id: expect.any(Number) });
  expect(await bench.readsWith(words)).toEqual([]);
  await bench.undoAll();
  const missing = new Set(before).difference(new Set(await bench.readsWith(words)));
  // The removal ended their shelved alarms.
  expect([...missing].filter((key) => !key.includes("only=ignored"))).toEqual([]);
});

test("a removed building is in no reply but those about the past, and comes back", async () => {
  await using bench = await start();
  await bench.app.query("update locations set name = name || ' of old' where building_id = $1", [
    bench.idOf("T/tower"),
  ]);
  await bench.app.query("update spaces set name = name || ' of old'");
  await bench.app.query("update users set building_id = $1", [bench.idOf("T/annex")]);
  const words = [" of old", `"id":${bench.idOf("T/tower")},`];
  const before = await bench.readsWith(words);
  expect(before.length).toBeGreaterThan(30);
  expect(await bench.remove("place", bench.idOf("T/tower"))).toEqual({ id: expect.any(Number) });
  expect(await bench.readsWith([" of old"])).toEqual([]);
  await bench.undoAll();
  const missing = new Set(before).difference(new Set(await bench.readsWith(words)));
  expect([...missing].filter((key) => !key.includes("only=ignored"))).toEqual([]);
});
