import { expect, test } from "vitest";

import { isOfShares, sharesOf } from "#core/campus-shares.ts";
import { listLost } from "#features/devices/devices.service.ts";

import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateStatesAndAlarms } from "../alarms.jobs.ts";
import { createEvaluationWork } from "./evaluation-work.ts";

const processIds = [7, 12];

/** Two campuses, and two processes that evaluate one of them each. */
async function startTwo() {
  const app = await startTestApp({ sites: [aSite("A", "First"), aSite("B", "Second")] });
  const works = processIds.map((id) => {
    const work = createEvaluationWork(app.bus, 0);
    work.share(sharesOf(id, processIds));
    return work;
  });
  const ownerOf = (campusId: number) =>
    works[processIds.findIndex((id) => isOfShares(campusId, sharesOf(id, processIds)))];
  const [ofA, ofB] = app.places.map(({ campusId }) => ownerOf(campusId));
  if (!ofA || !ofB || ofA === ofB) throw new Error("One process has both campuses");
  const round = (work: typeof ofA) => evaluateStatesAndAlarms(app.ctx, [], () => true, true, work);
  const states = async () =>
    (
      await app.query("select ssid, state from devices where ssid in ('A-S1', 'B-S1') order by ssid")
    ).rows.map(({ state }) => state);
  const alarmed = async () =>
    (await app.query("select campus_id from alarms where restored_at is null order by campus_id")).rows.map(
      ({ campus_id: id }) => id,
    );
  async function measureBoth(value: number): Promise<void> {
    app.advance(1_000);
    for (const ssid of ["A-S1", "B-S1"]) await app.measure(ssid, ssid, { TEMPERATURE: value });
  }
  for (const work of works) await round(work);
  await measureBoth(24);
  for (const work of works) await round(work);
  return { app, ofA, ofB, round, states, alarmed, measureBoth };
}

test.each([1, 2, 3, 5])("each campus belongs to one of %i processes", (count) => {
  const ids = Array.from({ length: count }, (_, at) => 3 * at + 1);
  for (let campusId = 1; campusId <= 200; campusId += 1)
    expect(ids.filter((id) => isOfShares(campusId, sharesOf(id, ids)))).toHaveLength(1);
});

test("each of two processes evaluates its campuses, and all when the other has ended", async () => {
  const { app, ofA, ofB, round, states, alarmed } = await startTwo();
  await using _ = app;
  expect(await states()).toEqual(["online", "online"]);
  app.advance(30_001);
  await round(ofA);
  expect(await states()).toEqual(["offline", "online"]);
  const [a, b] = app.places.map(({ campusId }) => campusId);
  expect(await alarmed()).toEqual([a]);
  ofA.share(sharesOf(7, [7]));
  await round(ofA);
  expect(await states()).toEqual(["offline", "offline"]);
  expect(await alarmed()).toEqual([a, b]);
  await round(ofB);
  expect(await alarmed()).toEqual([a, b]);
});

test("a process leaves the delays and the alarms of the other's campuses alone", async () => {
  const { app, ofA, ofB, round, alarmed, measureBoth } = await startTwo();
  await using _ = app;
  const delays = async () => (await app.query("select campus_id from alarm_conditions")).rows.length;
  await measureBoth(29);
  for (const work of [ofA, ofB]) await round(work);
  expect(await delays()).toBe(2);
  await round(ofA);
  expect(await delays()).toBe(2);
  app.advance(25_000);
  await measureBoth(29);
  for (let minute = 0; minute < 20; minute += 1) {
    app.advance(25_000);
    await measureBoth(29);
    await round(ofB);
  }
  const [, b] = app.places.map(({ campusId }) => campusId);
  expect(await alarmed()).toEqual([b]);
  await round(ofA);
  expect(await alarmed()).toHaveLength(2);
  await measureBoth(24);
  for (let minute = 0; minute < 20; minute += 1) {
    await round(ofA);
    app.advance(25_000);
    await measureBoth(24);
  }
  expect(await alarmed()).toEqual([b]);
});

test("a process reads only the lost gateways and devices of its campuses", async () => {
  const { app } = await startTwo();
  await using _ = app;
  await app.query("update devices set state = 'offline'");
  await app.query("update edges set state = 'offline'");
  const campusesOf = async (shares: readonly number[] | undefined) => {
    const { gateways, devices } = await listLost(app.ctx, [], shares);
    return [gateways, devices].map((lost) => new Set(lost.map(({ campusId }) => campusId)));
  };
  const both = new Set(app.places.map(({ campusId }) => campusId));
  expect(await campusesOf(undefined)).toEqual([both, both]);
  for (const campusId of both) {
    const own = processIds.find((id) => isOfShares(campusId, sharesOf(id, processIds))) ?? 0;
    expect(await campusesOf(sharesOf(own, processIds))).toEqual([new Set([campusId]), new Set([campusId])]);
  }
});
