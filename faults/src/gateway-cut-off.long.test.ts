import { setTimeout as sleep } from "node:timers/promises";

import type { ReadingsMessage } from "@verandah/field/payloads.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type Field, type FieldGateway, GATEWAY, provision, startField } from "./rig/field.ts";
import { type Rig, startRig, waitFor } from "./rig/rig.ts";
import { sizes } from "./rig/sizes.ts";

const HOUR_MS = 3_600_000;
const POLL_MS = 1_000;
/** A bucket of a trend that mostly has one reading: less than a poll, and wide enough that a trend covers all of it, ms. */
const BUCKET_MS = 100;
const BUCKETS = 2_000;
/** Less than the gateway measures while it is disconnected. */
const SMALL_OUTBOX_BYTES = 262_144;
const LARGE_OUTBOX_BYTES = 100_000_000;
const SMALL_CUT_OFF_MS = 4_000;
/** Number of points whose history is checked; the gateway has hundreds. */
const POINTS_LOOKED_AT = 25;
/** Reading this many histories takes time on the server, which also fills the gap, ms. */
const ASK_AGAIN_MS = 1_000;

/** One of the gateway's devices. */
const AHU = "AHU-BLR-A-F0-1";

let rig: Rig;
let field: Field;

beforeAll(async () => {
  rig = await startRig(provision);
  field = await startField(rig, HOUR_MS / sizes.cutOffMs);
});
afterEach(() => field.restore());
afterAll(async () => {
  await field[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});

interface PointHistory {
  device: string;
  point: string;
  /** Each value by instant, without repeated ones. */
  readings: [atMs: number, value: number][];
}

/** The readings of the points that change most. A value that repeats the one before it need not be stored. */
function changesIn(messages: readonly ReadingsMessage[]): PointHistory[] {
  const histories = new Map<string, PointHistory>();
  for (const { series } of messages)
    for (const { device, point, values } of series) {
      const history = histories.get(`${device}/${point}`) ?? { device, point, readings: [] };
      histories.set(`${device}/${point}`, history);
      for (const [atMs, value, quality] of values)
        if (quality !== "suspect") history.readings.push([atMs, value]);
    }
  for (const history of histories.values()) {
    const inOrder = history.readings.toSorted(([a], [b]) => a - b);
    // Values before the first one are unknown here.
    history.readings = inOrder.filter(
      ([, value], at) => at > 0 && value !== inOrder[at - 1]?.[1] && value !== inOrder[at + 1]?.[1],
    );
  }
  return [...histories.values()]
    .filter(({ readings }) => readings.length > 0)
    .toSorted((a, b) => b.readings.length - a.readings.length)
    .slice(0, POINTS_LOOKED_AT);
}

/** Readings that the server does not have, has twice or has otherwise. */
async function mismatches(histories: readonly PointHistory[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { device, point, readings } of histories) {
    const fromMs = (readings[0]?.[0] ?? 0) - BUCKET_MS / 2;
    const range = { fromMs, bucketMs: BUCKET_MS, buckets: BUCKETS };
    const buckets = await rig.browser.trend(device, point, range);
    const stored = new Map(
      buckets.map((bucket) => [Math.round((Date.parse(bucket.at) - fromMs) / BUCKET_MS), bucket]),
    );
    for (const [atMs, value] of readings) {
      let bucket = stored.get(Math.floor((atMs - fromMs) / BUCKET_MS));
      // A change that the device reported at once may be in the same bucket as a poll.
      if (bucket && bucket.count > 1)
        [bucket] = await rig.browser.trend(device, point, { fromMs: atMs, bucketMs: 1, buckets: 1 });
      if (bucket?.count !== 1 || bucket.avg !== value)
        wrong.push(`${device}/${point} ${value}: ${bucket ? `${bucket.count} × ${bucket.avg}` : "missing"}`);
    }
  }
  return wrong;
}

const edge = (metric: string) => rig.metric(`verandah_edge_outbox_${metric}{edge="${GATEWAY}"}`);

/** From now on values that the gateway's controllers send are stored. */
async function waitForReadings(): Promise<void> {
  const sinceMs = Date.now();
  await waitFor(`readings of ${AHU} are stored`, async () => {
    const latest = await rig.browser.latest(AHU);
    return [...latest.values()].some(({ atMs }) => atMs > sinceMs);
  });
}

/** Disconnects the gateway and kills it, on request also half-way. @returns the content of its outbox after the kill */
async function cutOffAndKill(
  { program, outbox }: FieldGateway,
  cutOffMs: number,
  isKilledHalfWay: boolean,
): Promise<{ fromMs: number; toMs: number; histories: PointHistory[]; seqs: number[] }> {
  await field.cutOff();
  const fromMs = Date.now();
  await sleep(cutOffMs / 2);
  if (isKilledHalfWay) {
    await program.kill();
    await program.start();
  }
  await sleep(cutOffMs / 2);
  const toMs = Date.now();
  await program.kill();
  const held = outbox();
  return { fromMs, toMs, histories: changesIn(held), seqs: held.map(({ seq }) => seq) };
}

/** Waits until all readings of `histories` are stored. @returns those that are missing at the end */
async function fill(histories: readonly PointHistory[]): Promise<string[]> {
  let wrong: string[] = [];
  const isThere = async () => (wrong = await mismatches(histories)).length === 0;
  await waitFor("the gap is filled", isThere, ASK_AGAIN_MS).catch(() => undefined);
  return wrong;
}

const instantsOf = (histories: readonly PointHistory[]) =>
  histories.flatMap(({ readings }) => readings.map(([atMs]) => atMs));

test("a gateway that was disconnected for an hour of its world and killed twice fills the whole gap", async () => {
  await using gateway = await field.startGateway("large", {
    pollMs: POLL_MS,
    outboxMaxBytes: LARGE_OUTBOX_BYTES,
  });
  await waitForReadings();
  const { fromMs, toMs, histories, seqs } = await cutOffAndKill(gateway, sizes.cutOffMs, true);
  const instants = instantsOf(histories);
  // From both runs of the gateway.
  expect(Math.min(...instants)).toBeLessThan(fromMs + sizes.cutOffMs / 2);
  expect(Math.max(...instants)).toBeGreaterThan(toMs - sizes.cutOffMs / 2);
  expect(instants.length).toBeGreaterThan((sizes.cutOffMs / POLL_MS) * 10);
  // The server has none of it, except messages that it was acknowledging.
  expect((await mismatches(histories)).length).toBeGreaterThan(instants.length / 2);

  await field.restore();
  await gateway.program.start();
  expect(await fill(histories)).toEqual([]);
  expect(await edge("dropped")).toBe(0);
  // The past values that arrived last did not replace the latest values.
  await waitForReadings();
  for (const { device, point, readings } of histories) {
    const latest = (await rig.browser.latest(device)).get(point);
    expect(latest?.atMs).toBeGreaterThanOrEqual(Math.max(...readings.map(([atMs]) => atMs)));
  }
  console.info(`${seqs.length} messages from the outbox; ${instants.length} readings held against them`);
});

test("a full outbox drops, counts and reports the oldest messages and delivers the rest; a damaged one starts empty and reports it", async () => {
  await using gateway = await field.startGateway("small", {
    pollMs: POLL_MS,
    outboxMaxBytes: SMALL_OUTBOX_BYTES,
  });
  await waitForReadings();
  const { fromMs, histories, seqs } = await cutOffAndKill(gateway, SMALL_CUT_OFF_MS, false);
  // The newest messages remain, without gaps.
  expect(Math.min(...instantsOf(histories))).toBeGreaterThan(fromMs);
  expect(seqs).toEqual(seqs.map((_seq, at) => (seqs[0] ?? 0) + at));
  expect(gateway.program.output).toMatch(/The outbox is full: \d+ messages dropped, the oldest first/);

  // New readings must not displace the stored ones.
  gateway.setOutboxMaxBytes(LARGE_OUTBOX_BYTES);
  await field.restore();
  await gateway.program.start();
  await waitFor("the gateway has reported what it dropped", async () => ((await edge("dropped")) ?? 0) > 0);
  const dropped = (await edge("dropped")) ?? 0;
  expect(await fill(histories)).toEqual([]);

  await gateway.program.kill();
  gateway.damageOutbox();
  await gateway.program.start();
  expect(gateway.program.output).toContain(
    "The outbox was damaged; its file was renamed and a new one created",
  );
  await waitForReadings();
  // The status that reports it can arrive after the first readings.
  await waitFor("the damaged outbox counts as one message", async () => (await edge("dropped")) === 1);
  console.info(`${dropped} messages dropped, ${seqs.length} kept`);
});
