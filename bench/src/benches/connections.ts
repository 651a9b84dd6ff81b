import { setTimeout as sleep } from "node:timers/promises";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import type { Bench, BenchOptions } from "../bench.ts";
import { connectPumps } from "../load/pumps.ts";
import { coreShareOver } from "../rig/processor.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds } from "../rounds.ts";
import type { Row } from "../table.ts";

/** As many as the limit of open files of most machines allows. */
const LARGEST = [5_000, 10_000, 19_000];
const USUAL = LARGEST.slice(0, 1);
/** The number in the shared system of the short form. */
const SHORT = [50];
/** After a start and after the connections, until garbage is collected, ms. */
const SETTLE_MS = 10_000;
const SHORT_SETTLE_MS = 100;

/**
 * ThingsBoard's published test: 100,000 devices that each send 3 values in 90 s, and its values a second for each busy core. Source:
 * thingsboard.io/docs/reference/performance. Fewer devices send as many messages here.
 */
const PUBLISHED = { pointsPerMessage: 3, messagesPerSecond: 1_111, valuesPerCore: 4_170 };
const MEASURED_MS = 30_000;
const SHORT_MEASURED_MS = 500;

const CONNECTION_TARGET_KB = 30;
const CONNECTED_TARGET_MS = 60_000;
const BYTES_PER_KB = 1_024;

async function measure(rig: Rig, options: BenchOptions): Promise<Row[]> {
  const count = rig.campus.pumps.length;
  const settle = () => sleep(options.isShort ? SHORT_SETTLE_MS : SETTLE_MS);
  await settle();
  const base = bytesOf([rig.serverPid]);
  const connected = await connectPumps(rig, {
    pointsPerMessage: PUBLISHED.pointsPerMessage,
    everyMs: (count / PUBLISHED.messagesPerSecond) * 1_000,
    hasNoStatus: true,
    isShort: options.isShort,
  });
  await settle();
  const ofConnectionKb = (bytes: number) => (bytes - base) / count / BYTES_PER_KB;
  const idleKb = ofConnectionKb(bytesOf([rig.serverPid]));
  let share = Number.NaN;
  const { sent, tookMs, lost, serverBytes } = await connected.sendWhile(async () => {
    // With their first values the devices come online.
    await sleep(connected.everyMs);
    share = await coreShareOver(rig, options.isShort ? SHORT_MEASURED_MS : MEASURED_MS);
  });
  if (lost > 0) throw new Error(`${lost} readings are not stored.`);
  const valuesPerSecond = (sent.key.length * PUBLISHED.pointsPerMessage * 1_000) / tookMs;
  const valuesPerCore = valuesPerSecond / (share / 100);
  const busyKb = ofConnectionKb(serverBytes);
  const delays = sent.sentAtMs.map((atMs, at) => (sent.acknowledgedAtMs[at] ?? Number.NaN) - atMs);
  const work = `${count.toLocaleString("en")} devices`;
  return [
    {
      work: `${work}, each connected`,
      unit: "KB a connection",
      ours: idleKb,
      target: { text: `≤ ${CONNECTION_TARGET_KB} KB`, isReached: idleKb <= CONNECTION_TARGET_KB },
    },
    {
      work: `${work}, each has sent its values`,
      unit: "KB a connection",
      ours: busyKb,
      target: { text: `≤ ${CONNECTION_TARGET_KB} KB`, isReached: busyKb <= CONNECTION_TARGET_KB },
    },
    {
      work: `${work}, until all are connected`,
      unit: "ms",
      ours: connected.connectedMs,
      target: {
        text: `≤ ${CONNECTED_TARGET_MS / 1_000} s`,
        isReached: connected.connectedMs <= CONNECTED_TARGET_MS,
      },
    },
    { work: `${work}, values`, unit: "values/s", ours: valuesPerSecond },
    {
      work: `${work}, values for each busy core`,
      unit: "values/s",
      ours: valuesPerCore,
      target: {
        text: PUBLISHED.valuesPerCore.toLocaleString("en"),
        isReached: valuesPerCore >= PUBLISHED.valuesPerCore,
      },
    },
    { work: `${work}, acknowledgement, p99`, unit: "ms", ours: latencyOf(delays).p99 },
    {
      work: `${work}, server before the first connection`,
      unit: "MB",
      ours: base / BYTES_PER_KB / BYTES_PER_KB,
    },
  ];
}

export const connections: Bench = {
  name: "connections",
  describe: "memory of one process for each connected device; with --largest up to 19,000 devices",
  async run(options) {
    const counts = options.isShort ? SHORT : options.isLargest ? LARGEST : USUAL;
    const rows: Row[] = [];
    let machine = "";
    for (const pumps of counts) {
      const found = await options.rigs.use({ pumps }, async (rig) => {
        const rounds = new Rounds(rig.folder, options.print);
        options.print(`connections, ${pumps} devices: ${await rounds.probe()}`);
        const measured = await measure(rig, options);
        machine = rounds.describeMachine();
        return measured;
      });
      rows.push(...found);
    }
    return {
      title:
        "connections: one process with api, ingest and jobs, each device with its own name and connection",
      rows,
      notes: [
        "Proportional set size of the server's process, above that before the first connection. Without TLS. Each device has a last will and a subscription to its commands. Together they send 1,111 messages a second of 3 values each, as 100,000 do in the published test. A busy core is a second of processor time of the server and PostgreSQL together; the target is what ThingsBoard publishes for such devices, on other machines.",
        machine,
      ],
    };
  },
};
