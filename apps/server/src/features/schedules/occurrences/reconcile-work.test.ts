import { PLAN_AHEAD_MS } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test, vi } from "vitest";

import { createLocalBus } from "#core/bus.ts";
import { isOfShares, SHARES, sharesOf } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import { startDueLook } from "#core/jobs/due-look.ts";

import { addProcess } from "../../../testing/benches/processes.ts";
import { startSchedules } from "../../../testing/benches/schedule-bench.ts";
import { aSite } from "../../../testing/sites.ts";
import { quietLog, startTestApp } from "../../../testing/start-test-app.ts";
import { extendPlans } from "../schedule-plan.service.ts";
import { startScheduleJobs } from "../schedules.jobs.ts";
import { createReconcileWork } from "./reconcile-work.ts";
import { reconcileUnits } from "./reconcile.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** A context that calls `note` with each of its queries. */
function watchQueries(ctx: Ctx, note: (query: string) => void): Ctx {
  const db = ctx.db.withPlugin({
    transformQuery({ node }) {
      note(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...ctx, db };
}

/** Units that differ from their plan, with the time since when and the number of commands. */
async function deviations(app: App): Promise<string[]> {
  const { rows } = await app.query(
    `select d.ssid || ' ' || to_char(v.since at time zone 'UTC', 'HH24:MI:SS') || ' ' || v.tries as text
      from schedule_deviations v join devices d on d.id = v.device_id order by d.ssid`,
  );
  return rows.map(({ text }) => String(text));
}

/** Units that are on by a default until 18:00 and report it, and a first round. The events of `bus` are those that the rounds receive. */
async function startRunning(bus = createLocalBus()) {
  // 12:00 on a Monday in Kolkata.
  const bench = await startSchedules("2026-01-05T06:30:00Z");
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  bench.show("T-AHU", 10);
  bench.show("T-AHU2", 10);
  await bench.goTo("2026-01-05T06:40:00Z");
  const work = createReconcileWork(bus);
  const round = (ctx: Ctx = bench.app.ctx) => reconcileUnits(ctx, work);
  await round();
  expect(await deviations(bench.app)).toEqual([]);
  const { rows } = await bench.app.query("select id, ssid from devices");
  const idOf = (ssid: string) => Number(rows.find((row) => row["ssid"] === ssid)?.["id"]);
  /** Names devices with new readings, as another process does. */
  const name = (...ssids: string[]) =>
    bus.publish({ name: "readings-stored", data: { deviceIds: ssids.map(idOf) } });
  return {
    ...bench,
    bus,
    work,
    round,
    name,
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

test("a round at rest reads neither units nor values, and a changed value has its unit compared", async () => {
  await using bench = await startSchedules("2026-01-05T06:30:00Z");
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  bench.show("T-AHU", 10);
  bench.show("T-AHU2", 10);
  const work = createReconcileWork(bench.app.bus);
  let queries: string[] = [];
  const ctx = watchQueries(bench.app.ctx, (query) => void queries.push(query));
  const tablesOf = async () => {
    queries = [];
    await reconcileUnits(ctx, work);
    return ["latest", "points", "schedules"].filter((table) =>
      queries.some((query) => query.includes(`"name":"${table}"`)),
    );
  };
  await bench.goTo("2026-01-05T06:40:00Z");
  expect(await tablesOf()).toEqual(["latest", "points", "schedules"]);
  expect(await tablesOf()).toEqual([]);
  // The same values, and others that no plan writes.
  await bench.goTo("2026-01-05T06:40:10Z");
  expect(await tablesOf()).toEqual([]);
  expect(queries.length).toBeLessThanOrEqual(2);
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T06:40:20Z");
  expect(await tablesOf()).toEqual(["latest", "points", "schedules"]);
  expect(await deviations(bench.app)).toEqual(["T-AHU 06:40:20 0"]);
});

test("of devices that another process names only the values are read, until one differs", async () => {
  await using bench = await startRunning();
  const { app } = bench;
  const queries: string[] = [];
  const ctx = watchQueries(app.ctx, (query) => void queries.push(query));
  const reads = (table: string) => queries.filter((query) => query.includes(`"name":"${table}"`)).length;
  await bench.goTo("2026-01-05T06:40:05Z");
  bench.name("T-AHU", "T-AHU2");
  await bench.round(ctx);
  expect([reads("latest"), reads("schedules")]).toEqual([1, 0]);
  bench.show("T-AHU2", 0);
  await bench.goTo("2026-01-05T06:40:10Z");
  bench.name("T-AHU", "T-AHU2");
  await bench.round(ctx);
  expect(await deviations(app)).toEqual(["T-AHU2 06:40:10 0"]);
});

test("a unit that does not follow is compared in each round, without an event", async () => {
  await using bench = await startRunning();
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T06:40:05Z");
  bench.name("T-AHU");
  await bench.round();
  await bench.goTo("2026-01-05T06:41:04Z");
  await bench.round();
  expect(await deviations(bench.app)).toEqual(["T-AHU 06:40:05 0"]);
  await bench.goTo("2026-01-05T06:41:05Z");
  await bench.round();
  expect(await deviations(bench.app)).toEqual(["T-AHU 06:40:05 1"]);
});

test("a plan is compared when it changes a value, without an event", async () => {
  await using bench = await startRunning();
  for (const at of ["12:29:59", "12:30:00"]) {
    await bench.goTo(`2026-01-05T${at}Z`);
    await bench.round();
    expect(await deviations(bench.app)).toEqual([]);
  }
  // The occurrence begins; its units do not answer.
  await bench.run();
  await bench.goTo("2026-01-05T12:30:05Z");
  await bench.round();
  expect(await deviations(bench.app)).toEqual(["T-AHU 12:30:05 0", "T-AHU2 12:30:05 0"]);
});

test("a changed plan, place or device has the units of its campus compared", async () => {
  await using bench = await startRunning();
  const [place] = bench.app.places;
  if (!place) throw new Error("No campus");
  await bench.setDefault("09:00", "11:00");
  await bench.run();
  const changed = async (campusId: number) => {
    bench.bus.publish({ name: "changed", data: { topic: "schedules", campusId } });
    await bench.round();
    return deviations(bench.app);
  };
  expect(await changed(place.campusId + 1)).toEqual([]);
  expect(await changed(place.campusId)).toEqual(["T-AHU 06:40:00 0", "T-AHU2 06:40:00 0"]);
});

test("after lost events every unit is compared, and without a notice after a quarter of an hour", async () => {
  await using bench = await startRunning();
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T06:40:05Z");
  await bench.round();
  expect(await deviations(bench.app)).toEqual([]);
  bench.bus.publish({ name: "events-lost", data: {} });
  await bench.round();
  expect(await deviations(bench.app)).toEqual(["T-AHU 06:40:05 0"]);
  bench.show("T-AHU2", 0);
  await bench.goTo("2026-01-05T06:55:05Z");
  await bench.round();
  expect(await deviations(bench.app)).toContain("T-AHU2 06:55:05 0");
});

test("the release of a person's value has its unit compared", async () => {
  await using bench = await startSchedules("2026-01-05T06:30:00Z");
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  bench.show("T-AHU", 10);
  await bench.goTo("2026-01-05T06:40:00Z");
  const body = { ssid: "T-AHU", param_id: "ahu_on_off_sp" };
  await bench.operator.post("/v1/commands", { writes: [{ ...body, value: 0 }] });
  await bench.verifyAll();
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T06:45:00Z");
  await bench.restore();
  await bench.restore();
  expect(await deviations(bench.app)).toEqual([]);
  await bench.operator.post("/v1/overrides/release", body);
  await bench.verifyAll();
  await bench.restore();
  expect(await deviations(bench.app)).toEqual(["T-AHU 06:45:00 0"]);
});

test("a round that fails, and one that finds a plan locked, leave their work to the next", async () => {
  await using bench = await startRunning();
  const { app } = bench;
  bench.show("T-AHU", 0);
  await bench.goTo("2026-01-05T06:40:05Z");
  bench.name("T-AHU");
  for (const table of ["schedule_plans", "schedule_deviations", "latest", "schedules"]) {
    const failing = watchQueries(app.ctx, (query) => {
      if (query.includes(`"name":"${table}"`)) throw new Error("The database fails");
    });
    await expect(bench.round(failing)).rejects.toThrow("The database fails");
  }
  await app.db.transaction().execute(async (other) => {
    await other.selectFrom("schedulePlans").selectAll().forUpdate().execute();
    await bench.round();
  });
  expect(await deviations(app)).toEqual([]);
  await bench.round();
  expect(await deviations(app)).toEqual(["T-AHU 06:40:05 0"]);
});

/** Two campuses with a unit each that is off against its default. */
async function startTwoCampuses() {
  const app = await startTestApp({
    now: "2026-01-05T06:30:00Z",
    sites: [aSite("A", "First"), aSite("B", "Second")],
  });
  for (const user of ["operator", "other-operator"] as const) {
    const operator = await app.as(user);
    await operator.post(`/v1/hvac_recuuring_schedule/${operator.session.building.id}/updateschedule`, {
      timeData: [{ ON: "09:00", OFF: "18:00" }],
      weekData: [0, 1, 2, 3, 4, 5, 6],
      setbackCelsius: null,
    });
  }
  // No occurrence waits to command them first.
  await app.query(
    "update occurrences set state = 'skipped', reason = 'late', ended_at = now() where state = 'planned'",
  );
  const measure = async () => {
    for (const name of ["A", "B"]) await app.measure(`${name}-GW`, `${name}-AHU`, { ahu_on_off_sp: 0 });
  };
  await measure();
  const campusIds = app.places.map(({ campusId }) => campusId);
  return { app, measure, campusIds };
}

test("two processes divide the campuses, command once, and one compares all after the other has ended", async () => {
  const { app, measure, campusIds } = await startTwoCampuses();
  await using _ = app;
  const ids = [7, 12];
  const works = ids.map((id) => {
    const work = createReconcileWork(app.bus);
    work.share(sharesOf(id, ids));
    return work;
  });
  const ownerOf = (campusId: number | undefined) =>
    works[ids.findIndex((id) => isOfShares(campusId ?? 0, sharesOf(id, ids)))];
  const [ofA, ofB] = campusIds.map(ownerOf);
  if (!ofA || !ofB || ofA === ofB) throw new Error("One process has both campuses");
  await reconcileUnits(app.ctx, ofA);
  expect(await deviations(app)).toEqual(["A-AHU 06:30:00 0"]);
  await reconcileUnits(app.ctx, ofB);
  expect(await deviations(app)).toEqual(["A-AHU 06:30:00 0", "B-AHU 06:30:00 0"]);
  app.advance(60_000);
  await measure();
  for (const work of [ofA, ofB, ofA]) await reconcileUnits(app.ctx, work);
  expect(await deviations(app)).toEqual(["A-AHU 06:30:00 1", "B-AHU 06:30:00 1"]);
  // The process of B has ended.
  ofA.share(sharesOf(7, [7]));
  app.advance(60_000);
  await measure();
  await reconcileUnits(app.ctx, ofA);
  expect(await deviations(app)).toEqual(["A-AHU 06:30:00 2", "B-AHU 06:30:00 2"]);
  // Both believe for a moment that the campus is theirs.
  await Promise.all([ofA, ofB].map((work) => reconcileUnits(app.ctx, work)));
  expect(await deviations(app)).toEqual(["A-AHU 06:30:00 2", "B-AHU 06:30:00 2"]);
});

test("a process extends the plans of its campuses only", async () => {
  const { app, campusIds } = await startTwoCampuses();
  await using _ = app;
  app.advance(60_000);
  await extendPlans(app.ctx, [(campusIds[0] ?? 0) % SHARES]);
  const { rows } = await app.query(
    `select distinct l.campus_id, p.planned_until = $1 as is_extended
      from schedule_plans p join locations l on l.id = p.building_id order by l.campus_id`,
    [new Date(app.now().getTime() + PLAN_AHEAD_MS)],
  );
  expect(rows).toEqual(campusIds.map((campusId, at) => ({ campus_id: campusId, is_extended: at === 0 })));
});

test("the job compares the campuses of its process, and all when no other process runs", async () => {
  const { app, campusIds } = await startTwoCampuses();
  await using stack = new AsyncDisposableStack();
  stack.use(app);
  const [own, other] = [await addProcess(app, "a:1883"), await addProcess(app, "b:1883")];
  // It does not fall silent on a slow machine.
  await app.query("update processes set roles = '{ingest,jobs}', seen_at = now() + interval '1 h'");
  const owned = ["A", "B"].filter((_name, at) => isOfShares(campusIds[at] ?? 0, sharesOf(own, [own, other])));
  expect(owned).toHaveLength(1);
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const look = stack.use(startDueLook(app.ctx, quietLog, 600_000));
  stack.use(startScheduleJobs(app.ctx, app.bus, { look, own: Promise.resolve({ id: own }), log }, 20));
  const compared = async () => (await deviations(app)).map((text) => text[0]);
  await vi.waitFor(async () => expect(await compared()).toEqual(owned));
  await app.query("delete from processes where id = $1", [other]);
  await vi.waitFor(async () => expect(await compared()).toEqual(["A", "B"]));
  expect(log.error).not.toHaveBeenCalled();
});
