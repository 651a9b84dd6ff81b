import type pg from "pg";

import { withClient } from "../../../tools/testing/sql.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { runLoad } from "../load/load.ts";
import { copyRows, encodeRows, plainColumns } from "../reference/copy-rows.ts";
import type { BenchEdge } from "../rig/campus.ts";
import type { Behaviour } from "../rig/instruments.ts";
import { waitUntilClosed } from "../rig/quiet.ts";
import type { Rig } from "../rig/rig.ts";
import { Rounds, spreadOf } from "../rounds.ts";
import type { Row } from "../table.ts";

/** Tables of readings: those named `readings…`, including partitions, and the latest values. */
const storedTables = `select oid, relname from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and (relname like 'readings%' or relname = 'latest')`;

/** Bytes on the disk of every table that keeps readings, with its indexes, by name. */
async function storedBytes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from (${storedTables}) as t order by relname`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Bytes on the disk of one table with its indexes. */
async function tableBytes(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_total_relation_size($1::regclass) as bytes",
    [table],
  );
  return Number(rows[0]?.bytes);
}

/** Bytes that the write-ahead log has grown to since the database began. */
async function logBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  );
  return Number(rows[0]?.bytes);
}

/** Removes deleted rows: `plain` like the database by itself, `full` without any free space left; as superuser. */
async function vacuumStored(client: pg.Client, kind: "plain" | "full"): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from (${storedTables}) as t`,
  );
  for (const { name } of rows) await client.query(`vacuum ${kind === "full" ? "full " : ""}${name}`);
}

const HOUR_MS = 3_600_000;
const EVERY_MS = 10_000;
const GATEWAYS = 10;
/** The noisy ones first: they create the working space that the next ones reuse. */
const kinds = [
  { behaviour: "noisy", hours: 1 },
  { behaviour: "wandering", hours: 3 },
] as const;
const POINTS_PER_MESSAGE = 100;
const BATCH_ROWS = 5_000;
const UNACKNOWLEDGED_MAX = 20_000;
const DURATION_MAX_MS = 60_000;

const BYTES_TARGET = 10;
const BYTES_RATIO_TARGET = 1 / 8;
const LOG_RATIO_TARGET = 1 / 2;

/** Bytes per reading. */
interface Sizes {
  /** Without free space in the tables. */
  readonly stored: number;
  readonly log: number;
}

interface OurSizes extends Sizes {
  /** With the free space. */
  readonly withFreeSpace: number;
  /** Size of each table without free space. */
  readonly parts: readonly [table: string, bytes: number][];
}

/** Growth of every table, bytes per reading. */
function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, readings: number) {
  return [...after].map(([table, bytes]): [string, number] => [
    table,
    (bytes - (before.get(table) ?? 0)) / readings,
  ]);
}

const sumOf = (parts: readonly (readonly [string, number])[]) =>
  parts.reduce((sum, [, bytes]) => sum + bytes, 0);

interface Work {
  readonly edges: readonly BenchEdge[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly behaviour: Behaviour;
}

function measureOurs(options: BenchOptions, rig: Rig, work: Work): Promise<OurSizes> {
  return withClient(rig.superuserUrl, async (client) => {
    await vacuumStored(client, "full");
    await client.query("checkpoint");
    const [storedBefore, logBefore] = [await storedBytes(client), await logBytes(client)];
    const { readings } = await runLoad({
      kind: "flood",
      port: rig.mqttPort,
      seed: 1,
      pointsPerMessage: POINTS_PER_MESSAGE,
      valuesPerPoint: 1,
      everyMs: EVERY_MS,
      isRecent: false,
      unacknowledgedMax: UNACKNOWLEDGED_MAX,
      durationMaxMs: DURATION_MAX_MS,
      isPrepared: false,
      ...work,
    });
    if (!options.isShort) await waitUntilClosed(rig.databaseUrl);
    const log = ((await logBytes(client)) - logBefore) / readings;
    await vacuumStored(client, "plain");
    const withFreeSpace = sumOf(growth(storedBefore, await storedBytes(client), readings));
    await vacuumStored(client, "full");
    const parts = growth(storedBefore, await storedBytes(client), readings);
    return { stored: sumOf(parts), withFreeSpace, log, parts };
  });
}

async function measurePlain(rig: Rig, { edges, behaviour, fromMs, untilMs }: Work): Promise<Sizes> {
  const pointNames = edges.flatMap((edge) => edge.devices.flatMap((device) => device.points));
  const rows = encodeRows({
    pointNames,
    fromMs,
    untilMs,
    everyMs: EVERY_MS,
    behaviour,
    batchRows: BATCH_ROWS,
  });
  return withClient(rig.superuserUrl, async (client) => {
    await client.query(`drop table if exists bench_plain; create table bench_plain (${plainColumns})`);
    await client.query("checkpoint");
    const before = await logBytes(client);
    await copyRows(client, "bench_plain", rows);
    const log = ((await logBytes(client)) - before) / rows.count;
    const stored = (await tableBytes(client, "bench_plain")) / rows.count;
    await client.query("drop table bench_plain");
    return { stored, log };
  });
}

function rowsOf(label: string, isTarget: boolean, ours: OurSizes, reference: Sizes): Row[] {
  const ratios = { stored: ours.stored / reference.stored, log: ours.log / reference.log };
  const isSmall = ours.stored <= BYTES_TARGET && ratios.stored <= BYTES_RATIO_TARGET;
  return [
    {
      work: `${label}: stored, once its hour is closed`,
      unit: "B",
      ours: ours.stored,
      reference: reference.stored,
      ratio: spreadOf([ratios.stored]),
      ...(isTarget && { target: { text: "≤ 10 B, ratio ≤ 0.125", isReached: isSmall } }),
    },
    {
      work: `${label}: the same with free space`,
      unit: "B",
      ours: ours.withFreeSpace,
      reference: reference.stored,
      ratio: spreadOf([ours.withFreeSpace / reference.stored]),
    },
    {
      work: `${label}: write-ahead log`,
      unit: "B",
      ours: ours.log,
      reference: reference.log,
      ratio: spreadOf([ratios.log]),
      ...(isTarget && { target: { text: "ratio ≤ 0.5", isReached: ratios.log <= LOG_RATIO_TARGET } }),
    },
  ];
}

export const disk: Bench = {
  name: "disk",
  describe:
    "bytes a reading once its hour is closed, and of write-ahead log, against a plain table with its primary key",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      const rounds = new Rounds(rig.folder, options.print);
      await rounds.probe();
      const edges = rig.campus.gateways.slice(0, GATEWAYS);
      let untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
      const rows: Row[] = [];
      const partsOf: string[] = [];
      for (const { behaviour, hours } of kinds) {
        const lengthMs = options.isShort ? HOUR_MS / 60 : hours * HOUR_MS;
        const work = { edges, behaviour, fromMs: untilMs - lengthMs, untilMs };
        untilMs -= hours * HOUR_MS;
        const ours = await measureOurs(options, rig, work);
        const label = `a reading, ${behaviour}`;
        rows.push(...rowsOf(label, behaviour === "wandering", ours, await measurePlain(rig, work)));
        const parts = ours.parts
          .filter(([, bytes]) => bytes > 0.05)
          .map(([name, bytes]) => `${name} ${bytes.toFixed(1)}`);
        partsOf.push(`Bytes ${label}: ${parts.join(", ")}.`);
        options.print(`${label}: ${ours.stored.toFixed(1)} B stored, ${ours.log.toFixed(1)} B of log`);
      }
      return {
        title: "disk: bytes a reading once its hour is closed, and of write-ahead log",
        rows,
        notes: [
          "1,000 points each 10 s for one hour (noisy) and three (wandering), all points at one instant after the other, 100 points a message. Bytes of all tables of readings and latest values, with their indexes and rollups, after VACUUM FULL (with free space: after VACUUM); log until everything is closed.",
          ...partsOf,
          "Free space is what the tables of hours that are not closed leave; it is used again. Up to 100,000 readings may still lie in them.",
          "Wandering: values as of instruments, temperatures with two decimals that move by a few hundredths. Noisy: every digit of every value is new.",
          "Reference: (point, at, value, quality) with primary key (point, at), COPY with a commit each 5,000 rows. These bytes do not depend on the machine: one round.",
          rounds.describeMachine(),
        ],
      };
    }),
};
