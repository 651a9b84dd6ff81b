import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import { query } from "../../../tools/testing/sql.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { monotonicMs } from "../load/monotonic.ts";
import type { PaceResult } from "../load/pace.ts";
import { connectPumps } from "../load/pumps.ts";
import { coreShareOver } from "../rig/processor.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds, spreadOf } from "../rounds.ts";
import type { Row } from "../table.ts";

/** The last one only where the limit of open files allows it; most machines allow the others. */
const LARGEST = [5_000, 10_000, 19_000, 100_000];
const USUAL = LARGEST.slice(0, 1);
/** The number in the shared system of the short form. */
const SHORT = [50];
/** Calculated from the largest number that was measured. */
const EXTRAPOLATED = 100_000;
/** Of files that a process opens besides its connections. */
const FILES_LEFT = 1_000;
/** After a start and after the connections, until garbage is collected, ms. */
const SETTLE_MS = 10_000;
const SHORT_SETTLE_MS = 100;

/**
 * ThingsBoard's published test: 100,000 devices that each send 3 values in 90 s, and its values a second for each busy core. Source:
 * thingsboard.io/docs/reference/performance. Fewer devices send as many messages here.
 */
const PUBLISHED = { messagesPerSecond: 1_111, valuesPerCore: 4_170 };
/** The points of a pump that change all the time. */
const POINTS = ["voltage_in_v", "Current_in_A", "power_in_watt"];
const MEASURED_MS = 30_000;
const SHORT_MEASURED_MS = 500;

const CONNECTION_TARGET_KB = 30;
const CONNECTED_TARGET_MS = 60_000;
const BYTES_PER_KB = 1_024;

interface Measured {
  readonly count: number;
  /** Of the server before the first connection. */
  readonly baseBytes: number;
  readonly idleKb: number;
  readonly busyKb: number;
  readonly connectedMs: number;
  readonly againMs: number;
  readonly valuesPerSecond: number;
  readonly valuesPerCore: number;
  readonly p99Ms: number;
}

/** Number of acknowledged messages whose value is not in the database. */
async function countLost(rig: Rig, { keys, key, measuredAtMs, acknowledgedAtMs }: PaceResult) {
  const acknowledged = Array.from(key, (_, at) => at).filter((at) => !Number.isNaN(acknowledgedAtMs[at]));
  const [row] = await query<{ lost: number }>(
    rig.databaseUrl,
    `select count(*)::int as lost from unnest($1::text[], $2::float8[]) as sent (name, ms)
     join (points join devices on devices.id = device_id) on sent.name = ssid || '/' || param_id
     left join readings on readings.point_id = points.id and readings.at = to_timestamp(ms / 1000)::timestamptz(3)
     where readings.point_id is null`,
    [acknowledged.map((at) => keys[key[at] ?? 0]), acknowledged.map((at) => measuredAtMs[at])],
  );
  return row?.lost;
}

/** All devices connect and send, the server is stopped and started again, and all connect again. @throws Error when a value is lost */
async function measure(rig: Rig, { isShort }: BenchOptions, isTls: boolean): Promise<Measured> {
  const count = rig.campus.pumps.length;
  const settle = () => sleep(isShort ? SHORT_SETTLE_MS : SETTLE_MS);
  await settle();
  const baseBytes = bytesOf([rig.serverPid]);
  const ofConnectionKb = () => (bytesOf([rig.serverPid]) - baseBytes) / count / BYTES_PER_KB;
  const shape = { points: POINTS, behaviour: "exact", hasNoStatus: true, isShort, isTls } as const;
  const everyMs = (count / PUBLISHED.messagesPerSecond) * 1_000;
  const connected = await connectPumps(rig, { ...shape, everyMs, endsWithServer: true });
  await settle();
  const idleKb = ofConnectionKb();
  let [share, busyKb, stoppedAtMs] = [Number.NaN, Number.NaN, Number.NaN];
  const { sent, tookMs } = await connected.sendWhile(async () => {
    // With their first values the devices come online.
    await sleep(connected.everyMs);
    share = await coreShareOver(rig, isShort ? SHORT_MEASURED_MS : MEASURED_MS);
    busyKb = ofConnectionKb();
    stoppedAtMs = monotonicMs();
    await rig.stopServer();
  });
  // They also try while the server starts.
  const [again] = await Promise.all([connectPumps(rig, { ...shape, isStorm: true }), rig.startServer()]);
  const againMs = monotonicMs() - stoppedAtMs;
  await again.sendWhile(() => Promise.resolve());
  const lost = await countLost(rig, sent);
  if (lost !== 0) throw new Error(`${lost} acknowledged messages are not stored.`);
  const valuesPerSecond = (sent.key.length * POINTS.length * 1_000) / tookMs;
  const delays = sent.sentAtMs.map((atMs, at) => (sent.acknowledgedAtMs[at] ?? Number.NaN) - atMs);
  return {
    count,
    baseBytes,
    idleKb,
    busyKb,
    connectedMs: connected.connectedMs,
    againMs,
    valuesPerSecond,
    valuesPerCore: valuesPerSecond / (share / 100),
    p99Ms: latencyOf(delays.filter((delay) => !Number.isNaN(delay))).p99,
  };
}

/** @param isTls then without targets */
function rowsOf(found: Measured, isTls: boolean): Row[] {
  const devices = `${found.count.toLocaleString("en")} devices${isTls ? " by TLS" : ""}`;
  const row = (work: string, unit: string, ours: number, most?: { limit: number; text: string }): Row => ({
    work: `${devices}, ${work}`,
    unit,
    ours,
    ...(most && !isTls && { target: { text: `≤ ${most.text}`, isReached: ours <= most.limit } }),
  });
  const memory = { limit: CONNECTION_TARGET_KB, text: `${CONNECTION_TARGET_KB} KB` };
  const time = { limit: CONNECTED_TARGET_MS, text: `${CONNECTED_TARGET_MS / 1_000} s` };
  return [
    row("each connected", "KB a connection", found.idleKb, memory),
    row("each has sent its values", "KB a connection", found.busyKb, memory),
    row("until all are connected", "ms", found.connectedMs, time),
    row("from the stop of the server until it has started and all are connected", "ms", found.againMs, time),
    row("values", "values/s", found.valuesPerSecond),
    {
      ...row("values for each busy core, against the published", "values/s", found.valuesPerCore),
      reference: PUBLISHED.valuesPerCore,
      ratio: spreadOf([found.valuesPerCore / PUBLISHED.valuesPerCore]),
    },
    row("acknowledgement, p99", "ms", found.p99Ms),
    row("server before the first connection", "MB", found.baseBytes / BYTES_PER_KB ** 2),
  ];
}

/** What the number of `EXTRAPOLATED` devices would take, by the cost of a device. */
function extrapolate({ count, baseBytes, busyKb, connectedMs, againMs }: Measured): Row[] {
  const work = `${EXTRAPOLATED.toLocaleString("en")} devices, not measured but calculated from ${count.toLocaleString("en")}`;
  const times = EXTRAPOLATED / count;
  const megabytes = baseBytes / BYTES_PER_KB ** 2 + (busyKb * EXTRAPOLATED) / BYTES_PER_KB;
  return [
    { work: `${work}: memory of one process`, unit: "MB", ours: megabytes },
    { work: `${work}: until all are connected to one process`, unit: "ms", ours: connectedMs * times },
    { work: `${work}: the same after a stop`, unit: "ms", ours: againMs * times },
  ];
}

/** The numbers of devices that the limit of open files allows. */
function allowedCounts({ isShort, isLargest }: BenchOptions): readonly number[] {
  if (isShort) return SHORT;
  const limit = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  const most = limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit) - FILES_LEFT;
  return (isLargest ? LARGEST : USUAL).filter((count) => count <= most);
}

export const connections: Bench = {
  name: "connections",
  describe:
    "memory of one process for each connected device, and a restart; with --largest as many as the limit of open files allows, and TLS",
  async run(options) {
    const rows: Row[] = [];
    let machine = "";
    let last: Measured | undefined;
    for (const pumps of allowedCounts(options)) {
      await options.rigs.use({ pumps }, async (rig) => {
        const rounds = new Rounds(rig.folder, options.print);
        options.print(`connections, ${pumps} devices: ${await rounds.probe()}`);
        machine = rounds.describeMachine();
        last = await measure(rig, options, false);
        rows.push(...rowsOf(last, false));
        if (!options.isLargest && !options.isShort) return;
        // The memory of the earlier connections must not count.
        await rig.stopServer();
        await rig.startServer();
        rows.push(...rowsOf(await measure(rig, options, true), true));
      });
    }
    if (last && last.count < EXTRAPOLATED) rows.push(...extrapolate(last));
    return {
      title:
        "connections: one process with api, ingest and jobs, each device with its own name and connection",
      rows,
      notes: [
        "Proportional set size of the server's process, above that before the first connection. Each device has a last will and a subscription to its commands. Together they send 1,111 messages a second of 3 values each, as 100,000 do in the published test; every value is a new one and is stored. A busy core is a second of processor time of the server and PostgreSQL together; the reference is what ThingsBoard publishes for such devices, on other machines.",
        "The server is stopped while the devices send. Then all devices connect at once, and again after 0.25 to 15 s when they fail. Every message that was acknowledged is stored.",
        machine,
      ],
    };
  },
};
