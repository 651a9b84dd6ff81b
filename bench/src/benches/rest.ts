import { setTimeout as sleep } from "node:timers/promises";

import { openEdgeLink } from "@verandah/field/edge-link.ts";

import { serverHeapMegabyte } from "../../../tools/system/settings.ts";
import { withClient } from "../../../tools/testing/sql.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad } from "../load/load.ts";
import { monotonicMs } from "../load/monotonic.ts";
import type { BenchEdge } from "../rig/campus.ts";
import { coreShareOver } from "../rig/processor.ts";
import type { Rig } from "../rig/rig.ts";
import { Rounds, spreadOf } from "../rounds.ts";
import { limitedRow, type Row } from "../table.ts";

const POINTS_PER_DEVICE = 10;
const DEVICES_PER_CAMPUS = 500;
/** The server keeps for each device when it is due. */
const POINTS_PER_MEGABYTE = 5_000;
/** Campuses per statement. */
const CAMPUSES_AT_ONCE = 20;

/**
 * Adds campuses at rest, with so many points: each has a value, its device and gateway are online, and the next value is expected in a week.
 * Their rows are inserted, because to import and send ten million values would take an hour. The server must not run meanwhile.
 */
async function fillRest(rig: Rig, points: number): Promise<void> {
  const startedAtMs = performance.now();
  const campuses = Math.ceil(points / POINTS_PER_DEVICE / DEVICES_PER_CAMPUS);
  await withClient(rig.superuserUrl, async (client) => {
    // Without the check of each row's references.
    await client.query("set session_replication_role = replica");
    for (let from = 1; from <= campuses; from += CAMPUSES_AT_ONCE)
      await client.query(
        `with campus as (
           insert into campuses (key, name, city, time_zone, latitude, longitude)
           select 'rest-' || n, 'Rest ' || n, 'Bengaluru', 'Asia/Kolkata', 12.97, 77.59 from generate_series($1::int, $2::int) as n
           returning id
         ), place as (
           insert into locations (campus_id, key, zone_type, name)
           select id, 'rest', 'GL_LOCATION_TYPE_CAMPUS', 'Rest' from campus returning id, campus_id
         ), edge as (
           insert into edges (campus_id, ssid, name, kind, password_sha256, state, state_since)
           select id, 'REST-' || id, 'Rest', 'gateway', '', 'online', now() - interval '1 day' from campus returning id, campus_id
         ), device as (
           insert into devices (campus_id, edge_id, location_id, ssid, name, type, subsystem, state, state_since)
           select edge.campus_id, edge.id, place.id, 'REST-' || edge.id || '-' || n, 'Sensor ' || n, 'ENVIRONMENT', 'environment', 'online', now()
           from edge join place using (campus_id), generate_series(1, $3::int) as n returning id
         ), point as (
           insert into points (device_id, param_id, unit, kind, interval_ms)
           select id, 'P' || n, 'none', 'reading', 604800000 from device, generate_series(1, $4::int) as n returning id
         )
         insert into latest (point_id, at, value, quality) select id, now(), 20, 0 from point`,
        [from, Math.min(from + CAMPUSES_AT_ONCE - 1, campuses), DEVICES_PER_CAMPUS, POINTS_PER_DEVICE],
      );
    await client.query("analyze campuses, locations, edges, devices, points, latest");
    const { rows } = await client.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    rig.print(`rest: ${points} points were loaded in ${seconds} s; the database takes ${rows[0]?.size}`);
  });
}

/** Points at rest beside the 10,000 of the rig, of which no value has arrived. */
const LARGEST = [100_000, 10_000_000];
const USUAL = LARGEST.slice(0, 1);
const SHORT = [1_000];

const REST_MS = 60_000;
const SHORT_REST_MS = 500;
/** After a start each device is evaluated once; until the share of a core has fallen below this, %. */
const RESTING_PERCENT = 10;
const SETTLE_STEP_MS = 10_000;
const SETTLE_MAX_MS = 1_200_000;

const VALUES_PER_SECOND = 10_000;
const SHORT_VALUES_PER_SECOND = 500;
const POINTS_PER_MESSAGE = 10;
const CHANGES = 20;
const SHORT_CHANGES = 2;
const CHANGE_EVERY_MS = 500;
/** A value is stale after 30 s, so that its device does not come online later. */
const CHANGE_MAX_MS = 30_000;
/** How often a state is asked for, ms. */
const ASK_MS = 10;

const TARGET_PERCENT = 3;
const TARGET_MORE_PERCENT = 1;
const CHANGE_TARGET_MS = 1_000;

/** Rounds of alarms since the start of the server. The first one evaluates every device. */
const countRounds = async (rig: Rig) =>
  (await rig.readMetric('verandah_job_runs_total{job="alarms",outcome="succeeded"}')) ?? 0;

/** Waits until every device was evaluated after the start. */
async function settle(rig: Rig): Promise<void> {
  const startedAtMs = monotonicMs();
  while ((await countRounds(rig)) === 0 || (await coreShareOver(rig, SETTLE_STEP_MS)) > RESTING_PERCENT) {
    if (monotonicMs() - startedAtMs > SETTLE_MAX_MS) throw new Error("The server did not come to rest.");
    await sleep(ASK_MS);
  }
  rig.print(
    `rest: the server is at rest ${Math.round((monotonicMs() - startedAtMs) / 1_000)} s after its start`,
  );
}

/** The share of a core at rest, %. */
async function measureRest(rig: Rig, { isShort }: BenchOptions): Promise<number> {
  if (!isShort) await settle(rig);
  return coreShareOver(rig, isShort ? SHORT_REST_MS : REST_MS);
}

/** Times from the first value of a device until its state is online, ms, while the gateways send. */
async function measureChanges(rig: Rig, lone: BenchEdge, { isShort }: BenchOptions): Promise<number[]> {
  const load = await prepareLoad({
    kind: "pace",
    port: rig.mqttPort,
    edges: rig.campus.gateways,
    seed: 1,
    pointsPerMessage: POINTS_PER_MESSAGE,
    readingsPerSecond: isShort ? SHORT_VALUES_PER_SECOND : VALUES_PER_SECOND,
  });
  const link = openEdgeLink({
    url: `mqtt://127.0.0.1:${rig.mqttPort}`,
    ssid: lone.ssid,
    password: lone.password,
  });
  const ended = load.go();
  const foundMs = await withClient(rig.databaseUrl, async (client) => {
    const isOnline = async (ssid: string) => {
      const { rows } = await client.query("select 1 from devices where ssid = $1 and state = 'online'", [
        ssid,
      ]);
      return rows.length > 0;
    };
    while (!link.isConnected) await sleep(ASK_MS);
    const times: number[] = [];
    for (const { ssid, points } of lone.devices.slice(0, isShort ? SHORT_CHANGES : CHANGES)) {
      const series = points.map((point) => ({ device: ssid, point, values: [[Date.now(), 20]] }));
      const startedAtMs = monotonicMs();
      await link.publish(
        "readings",
        JSON.stringify({ epoch: "bench", seq: times.length, sentAt: Date.now(), series }),
      );
      while (!(await isOnline(ssid))) {
        if (monotonicMs() - startedAtMs > CHANGE_MAX_MS) throw new Error(`${ssid} does not come online.`);
        await sleep(ASK_MS);
      }
      times.push(monotonicMs() - startedAtMs);
      await sleep(CHANGE_EVERY_MS);
    }
    return times;
  });
  load.stop();
  await ended;
  await link.close();
  return foundMs;
}

async function measure(rig: Rig, points: number, options: BenchOptions): Promise<Row[]> {
  const empty = await measureRest(rig, options);
  await rig.stopServer();
  await fillRest(rig, points);
  await rig.startServer();
  const full = await measureRest(rig, options);
  const work = `${points.toLocaleString("en")} points at rest`;
  const rows: Row[] = [
    { work: `${work}: server and PostgreSQL before them`, unit: "% of a core", ours: empty },
    limitedRow(`${work}: server and PostgreSQL`, "% of a core", full, TARGET_PERCENT),
    limitedRow(`${work}: what they add`, "% of a core", full - empty, TARGET_MORE_PERCENT),
  ];
  if (!rig.campus.lone) return rows;
  const { median, max } = spreadOf(await measureChanges(rig, rig.campus.lone, options));
  const changed = `${work}, ${VALUES_PER_SECOND.toLocaleString("en")} other values/s: value → state of its device`;
  rows.push(
    { work: `${changed}, median`, unit: "ms", ours: median },
    limitedRow(`${changed}, longest`, "ms", max, CHANGE_TARGET_MS),
  );
  return rows;
}

export const rest: Bench = {
  name: "rest",
  describe:
    "the cost of points at rest, and how soon a change among them is evaluated; with --largest ten million",
  async run(options) {
    const rows: Row[] = [];
    let machine = "";
    for (const points of options.isShort ? SHORT : options.isLargest ? LARGEST : USUAL) {
      const heapMegabyte = Math.max(serverHeapMegabyte.site, points / POINTS_PER_MEGABYTE);
      const found = await options.rigs.use({ hasLone: true, heapMegabyte }, async (rig) => {
        const rounds = new Rounds(rig.folder, options.print);
        options.print(`rest, ${points} points: ${await rounds.probe()}`);
        const measured = await measure(rig, points, options);
        machine = rounds.describeMachine();
        return measured;
      });
      rows.push(...found);
    }
    return {
      title:
        "rest: processor time of the server and PostgreSQL while no value arrives, and a change among points at rest",
      rows,
      notes: [
        "Each campus at rest has 500 devices of 10 points with a value; all are online, and nothing is due. The devices whose state is timed send their first values to gateways of another campus.",
        machine,
      ],
    };
  },
};
