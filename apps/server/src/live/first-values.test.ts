import { roles } from "@verandah/contract/roles.ts";
import { expect, test, vi } from "vitest";

import type { LiveStream } from "#core/live-hub.ts";

import { aDevice, aSite } from "../testing/sites.ts";
import { startTestApp } from "../testing/start-test-app.ts";
import { createFirstValues } from "./first-values.ts";

const ssids = Array.from({ length: 60 }, (_, at) => `DALI-${at + 1_000}`);

/** A floor of 60 devices, and a hub whose streams read when `read` is called; `fast` ones at once. */
async function startFloor() {
  const site = aSite();
  for (const ssid of ssids)
    site.devices.push(aDevice("DALI", ssid, ["Status"], { location: "T/g/z1", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const rows = await app.db.selectFrom("devices").select(["id", "ssid"]).where("ssid", "in", ssids).execute();
  const devices = new Map(rows.map(({ id, ssid }) => [id, ssid]));
  const got = new Map<LiveStream, string[]>();
  const unread: (() => void)[] = [];
  const slow = new Set<LiveStream>();
  let reads = 0;
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      reads += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const hub = {
    drop: vi.fn<(stream: LiveStream) => void>(),
    async sendTo(stream: LiveStream, bytes: Buffer) {
      const own = Array.from(bytes.toString().matchAll(/"ssid":"([^"]+)"/g), ([, ssid = ""]) => ssid);
      got.set(stream, [...(got.get(stream) ?? []), ...own]);
      if (slow.has(stream)) await new Promise<void>((resolve) => void unread.push(resolve));
      return true;
    },
  };
  const firstValues = createFirstValues({ ...app.ctx, db }, hub, app.app.log);
  function open(isSlow = false): LiveStream {
    const actor = {
      userId: 1,
      roleId: roles.operator,
      campusId: 1,
      buildingId: 1,
      sessionId: "1",
      name: "operator",
    };
    const stream = { actor, buildingId: 1, devices };
    if (isSlow) slow.add(stream);
    firstValues.add(stream);
    return stream;
  }
  return {
    open,
    got,
    report: () => firstValues.onReadingsStored([...devices.keys()]),
    reads: () => reads,
    read: () => unread.shift()?.(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("a hundred streams that follow the same devices at once get all values from two rounds of reads", async () => {
  await using floor = await startFloor();
  const streams = Array.from({ length: 100 }, () => floor.open());
  await vi.waitFor(() => {
    for (const stream of streams) expect(floor.got.get(stream)?.toSorted()).toEqual(ssids);
  });
  expect(floor.reads()).toBeLessThanOrEqual(6);
});

test("a stream that opens a moment later gets the same read, until a device reports", async () => {
  await using floor = await startFloor();
  const all = async (stream: LiveStream) =>
    vi.waitFor(() => expect(floor.got.get(stream)?.toSorted()).toEqual(ssids));
  await all(floor.open());
  const reads = floor.reads();
  await all(floor.open());
  expect(floor.reads()).toBe(reads);
  floor.report();
  await all(floor.open());
  expect(floor.reads()).toBe(reads + 3);
});

test("a stream that opens while all others have not read is not held up by them", async () => {
  await using floor = await startFloor();
  const slow = floor.open(true);
  await vi.waitFor(() => expect(floor.got.get(slow)).toHaveLength(25));
  const fast = floor.open();
  await vi.waitFor(() => expect(floor.got.get(fast)?.toSorted()).toEqual(ssids));
  expect(floor.got.get(slow)).toHaveLength(25);
});

test("a stream that reads slowly has one part in memory, and gets the others when it has read", async () => {
  await using floor = await startFloor();
  const slow = floor.open(true);
  const fast = floor.open();
  await vi.waitFor(() => expect(floor.got.get(fast)?.toSorted()).toEqual(ssids));
  expect(floor.got.get(slow)).toHaveLength(25);
  floor.read();
  // The last part has 10.
  await vi.waitFor(() => expect([35, 50]).toContain(floor.got.get(slow)?.length));
  floor.read();
  await vi.waitFor(() => expect(floor.got.get(slow)?.toSorted()).toEqual(ssids));
});
