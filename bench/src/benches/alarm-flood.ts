import { setTimeout as sleep } from "node:timers/promises";

import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";

import { bytesOf } from "../../../faults/src/rig/memory.ts";
import type { Bench } from "../bench.ts";
import { watchAlarmScreen } from "../load/alarm-screen.ts";
import { monotonicMs } from "../load/monotonic.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf } from "../rounds.ts";
import { limitedRow } from "../table.ts";

/** Source: the flood that the alarms screen must handle. */
const EVENTS_PER_MINUTE = 1_000;
const FLOOD_CODE = 230;
/** Independent critical alarms within the flood; far enough apart that those of a floor are no flood. */
const PROBE_CODE = 150;
const PROBE_EVERY_MS = 2_000;
const SHORT_PROBE_EVERY_MS = 500;
const DURATION_MS = 60_000;
const SHORT_DURATION_MS = 2_000;
/** Time until the last ones are shown, and until the groups are built. */
const SETTLE_MS = 3_000;

const TARGET_MS = 2_000;
const ACTIVE_TARGET = 60;

const devicesOf = (rig: Rig) =>
  rig.campus.gateways.flatMap((edge) => edge.devices.map(({ ssid }) => ({ edge: edge.ssid, device: ssid })));

/** Publishes `count` events evenly over `durationMs`, from all devices in rotation. */
async function flood(rig: Rig, links: ReadonlyMap<string, EdgeLink>, durationMs: number): Promise<number> {
  const devices = devicesOf(rig);
  const count = Math.round((EVENTS_PER_MINUTE * durationMs) / 60_000);
  const startedAtMs = monotonicMs();
  const published: Promise<void>[] = [];
  for (let at = 0; at < count; at += 1) {
    const { edge, device } = devices[at % devices.length] ?? { edge: "", device: "" };
    const code = FLOOD_CODE + Math.floor(at / devices.length);
    const event = { device, at: Date.now(), code, message: "A lamp has failed", state: "raised" };
    published.push(links.get(edge)?.publish("events", JSON.stringify(event)) ?? Promise.resolve());
    await sleep(Math.max(0, startedAtMs + ((at + 1) * durationMs) / count - monotonicMs()));
  }
  await Promise.all(published);
  return count;
}

export const alarmFlood: Bench = {
  name: "alarm-flood",
  describe:
    "1,000 events a minute from 500 devices by MQTT: publish → row on the alarms screen, memory, grouping",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      await using links = new AsyncDisposableStack();
      const byEdge = new Map<string, EdgeLink>();
      for (const { ssid, password } of rig.campus.gateways) {
        const link = openEdgeLink({ url: `mqtt://127.0.0.1:${rig.mqttPort}`, ssid, password });
        links.defer(() => link.close());
        byEdge.set(ssid, link);
      }
      while ([...byEdge.values()].some((link) => !link.isConnected)) await sleep(20);
      const screen = await watchAlarmScreen(rig);
      links.defer(() => screen.close());

      const bytesBefore = bytesOf([rig.serverPid]);
      const durationMs = options.isShort ? SHORT_DURATION_MS : DURATION_MS;
      const probeEveryMs = options.isShort ? SHORT_PROBE_EVERY_MS : PROBE_EVERY_MS;
      const flooding = flood(rig, byEdge, durationMs);
      const publishedAtMs = new Map<string, number>();
      const devices = devicesOf(rig);
      for (let probe = 0; probe < durationMs / probeEveryMs; probe += 1) {
        const { edge, device } = devices[probe] ?? { edge: "", device: "" };
        const message = `Probe ${probe}`;
        publishedAtMs.set(message, monotonicMs());
        const event = { device, at: Date.now(), code: PROBE_CODE, message, state: "raised" };
        await byEdge.get(edge)?.publish("events", JSON.stringify(event));
        await sleep(probeEveryMs);
      }
      const count = await flooding;
      await sleep(SETTLE_MS);
      const bytesAfter = bytesOf([rig.serverPid]);

      const latencies = [...publishedAtMs].flatMap(([message, atMs]) => {
        const seenAtMs = screen.seenAtMs.get(message);
        return seenAtMs === undefined ? [] : [seenAtMs - atMs];
      });
      const { p50, p99 } = latencyOf(Float64Array.from(latencies));
      const missed = publishedAtMs.size - latencies.length;
      const active = await screen.countLow();
      return {
        title: `alarm-flood: ${count} events in ${durationMs / 1_000} s from ${devices.length} devices, and the alarms screen`,
        rows: [
          { work: "publish → row on the screen, p50", unit: "ms", ours: p50 },
          limitedRow("publish → row on the screen, p99", "ms", p99, TARGET_MS),
          limitedRow("probes never seen", "", missed, 0),
          limitedRow("active low alarms of the flood", "", active, ACTIVE_TARGET),
          { work: "growth of the server's memory", unit: "MB", ours: (bytesAfter - bytesBefore) / 1_048_576 },
        ],
        notes: [
          `The screen: a live stream, and on its news the page of critical alarms, as the browser asks for it; ${screen.asked()} pages were asked for.`,
          "Low alarms of one code on one floor within a minute stand as one; some stand by themselves until there are enough.",
        ],
      };
    }),
};
