import { setTimeout as sleep } from "node:timers/promises";

import { listLatest } from "@verandah/contract/telemetry/telemetry.ts";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import { withClient } from "../../../tools/testing/sql.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { acknowledgements } from "../load/deliveries.ts";
import { connectPumps, PUMPS } from "../load/pumps.ts";
import { EVERY_MS, runRecentFlood, UNACKNOWLEDGED_MAX } from "../load/recent-flood.ts";
import { copyRows, encodeRows, plainColumns } from "../reference/copy-rows.ts";
import type { BenchEdge } from "../rig/campus.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds } from "../rounds.ts";
import { limitedRow, type Row } from "../table.ts";

/** Rows per committed batch of the reference: the product's own largest batch. */
const BATCH_ROWS = 20_000;
const DURATION_MAX_MS = 2_500;

/** Readings per round, by points per message. */
const readingsOf = new Map([
  [1, 40_000],
  [10, 120_000],
  [100, 250_000],
]);
const SHORT_READINGS = 5_000;

/** Each pump sends once. */
const PUMPS_DURATION_MS = 60_000;
const SHORT_PUMPS_DURATION_MS = 1_000;
/** Much less than the minute between two messages of a pump. */
const PUMPS_P99_TARGET_MS = 1_000;

const MESSAGES_TARGET = 20_000;
const RATIO_TARGET = 0.5;

async function measureCase(
  options: BenchOptions,
  rig: Rig,
  rounds: Rounds,
  edges: readonly BenchEdge[],
  pointsPerMessage: number,
): Promise<Row> {
  const readings = options.isShort ? SHORT_READINGS : (readingsOf.get(pointsPerMessage) ?? SHORT_READINGS);
  const pointNames = edges.flatMap((edge) => edge.devices.flatMap((device) => device.points));
  const steps = Math.ceil(readings / pointNames.length);
  const times = { fromMs: 0, untilMs: steps * EVERY_MS, everyMs: EVERY_MS, behaviour: "wandering" as const };
  const work = `${edges.length} gateway${edges.length > 1 ? "s" : ""}, ${pointsPerMessage} point${pointsPerMessage > 1 ? "s" : ""} a message`;

  const ours = async () => {
    const sinceMs = Date.now() - times.untilMs;
    const { untilMs, behaviour } = times;
    const flood = { edges, behaviour, pointsPerMessage, untilMs, durationMaxMs: DURATION_MAX_MS };
    const result = await runRecentFlood(rig, flood);
    await checkLatest(rig, edges, sinceMs);
    return (result.readings / result.tookMs) * 1_000;
  };
  const rows = encodeRows({ pointNames, batchRows: BATCH_ROWS, ...times });
  const reference = () =>
    withClient(rig.databaseUrl, async (client) => {
      await client.query(`drop table if exists bench_plain; create table bench_plain (${plainColumns})`);
      const tookMs = await copyRows(client, "bench_plain", rows);
      await client.query("drop table bench_plain");
      return (rows.count / tookMs) * 1_000;
    });

  const found = await rounds.compare(work, options.rounds, { ours, reference });
  return { work, unit: "points/s", ...found, ...targetOf(pointsPerMessage, found) };
}

/** @throws Error when the latest value of the first point is not of this round, although all is acknowledged */
async function checkLatest(rig: Rig, edges: readonly BenchEdge[], sinceMs: number): Promise<void> {
  const device = edges[0]?.devices[0]?.ssid ?? "";
  const reply = await fetch(`${rig.url}${listLatest.path}?devices=${device}`, {
    headers: { authorization: `Bearer ${rig.users.token}` },
  });
  const [first] = listLatest.reply.parse(await reply.json())[0]?.values ?? [];
  const measuredAtMs = Date.parse(first?.measured_time ?? "");
  if (!(measuredAtMs >= sinceMs))
    throw new Error(
      `The latest value of ${device} is of ${first?.measured_time}, before what was acknowledged.`,
    );
}

function targetOf(
  pointsPerMessage: number,
  found: { ours: number; ratio: { median: number } },
): Pick<Row, "target"> {
  if (pointsPerMessage === 1)
    return { target: { text: "20,000 messages/s", isReached: found.ours >= MESSAGES_TARGET } };
  if (pointsPerMessage === 100)
    return { target: { text: "ratio 0.5", isReached: found.ratio.median >= RATIO_TARGET } };
  return {};
}

/** Pumps with a connection each that send once a minute. */
function measurePumps(options: BenchOptions): Promise<{ rows: Row[]; notes: string[] }> {
  return options.rigs.use({ pumps: PUMPS }, async (rig) => {
    const rounds = new Rounds(rig.folder, options.print);
    await rounds.probe();
    const connected = await connectPumps(rig, options);
    const before = await rig.countKept();
    let serverBytes = 0;
    const { sent, tookMs } = await connected.sendWhile(async () => {
      await sleep(options.isShort ? SHORT_PUMPS_DURATION_MS : PUMPS_DURATION_MS);
      serverBytes = bytesOf([rig.serverPid]);
    });
    const pointsPerMessage = rig.campus.pumps[0]?.devices[0]?.points.length ?? 1;
    const lost = sent.key.length * pointsPerMessage - ((await rig.countKept()) - before);
    const waits = acknowledgements(sent);
    const acknowledged = waits.filter((wait) => !Number.isNaN(wait));
    const { p50, p99, max } = latencyOf(acknowledged);
    const pumps = rig.campus.pumps.length;
    const work = `${pumps.toLocaleString("en")} pumps, a message a minute each`;
    const unacknowledged = waits.length - acknowledged.length;
    const [first] = rig.campus.pumps;
    return {
      rows: [
        { work, unit: "messages/s", ours: (acknowledged.length / tookMs) * 1_000 },
        { work: `${work}: publish → acknowledged, p50`, unit: "ms", ours: p50 },
        limitedRow(`${work}: publish → acknowledged, p99`, "ms", p99, PUMPS_P99_TARGET_MS),
        {
          work: `${work}: lost readings`,
          unit: "",
          ours: lost,
          target: { text: "0", isReached: lost === 0 && unacknowledged === 0 },
        },
        { work: `${work}: memory of the server`, unit: "MB", ours: serverBytes / 1_048_576 },
      ],
      notes: [
        `Pumps: each has its own MQTT user, connection, last will and subscription to its commands; a message has ${first?.devices[0]?.points.length} readings, and a status goes before it. ` +
          `All were connected after ${Math.round(connected.connectedMs)} ms. ${waits.length} messages, ${unacknowledged} not acknowledged, the slowest after ${Math.round(max)} ms. ${rounds.describeMachine()}`,
      ],
    };
  });
}

async function measureFloods(options: BenchOptions): Promise<{ rows: Row[]; notes: string[] }> {
  return options.rigs.use({ hasLone: true }, async (rig) => {
    const rounds = new Rounds(rig.folder, options.print);
    const { lone, gateways } = rig.campus;
    const rows: Row[] = [];
    const cases = [lone ? [lone] : [], gateways].flatMap((edges) =>
      [...readingsOf.keys()].map((pointsPerMessage) => ({ edges, pointsPerMessage })),
    );
    // The first and the last include all work.
    for (const { edges, pointsPerMessage } of options.isShort
      ? [...cases.slice(0, 1), ...cases.slice(-1)]
      : cases)
      rows.push(await measureCase(options, rig, rounds, edges, pointsPerMessage));
    return { rows, notes: [rounds.describeMachine()] };
  });
}

export const ingest: Bench = {
  name: "ingest",
  describe:
    "MQTT QoS 1 publishes until acknowledged, against COPY of the same rows into a bare table with the same key; 10,000 pumps",
  async run(options) {
    const floods = await measureFloods(options);
    const pumps = await measurePumps(options);
    return {
      title: "ingest: publish → acknowledged (committed, and in the latest values)",
      rows: [...floods.rows, ...pumps.rows],
      notes: [
        `Reference: binary COPY on one connection, a commit each ${BATCH_ROWS} rows, into (point, at, value, quality) with primary key (point, at).`,
        "After each round the latest value of a point is asked for, and must be of that round.",
        `At most ${UNACKNOWLEDGED_MAX} readings unacknowledged at a time; the packets are made beforehand. Readings rotate over 5,000 points.`,
        ...floods.notes,
        ...pumps.notes,
      ],
    };
  },
};
