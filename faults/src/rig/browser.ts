import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { createSchedule } from "@verandah/contract/schedules/schedules.ts";
import { getTrend, listLatest, listMisdated } from "@verandah/contract/telemetry/telemetry.ts";
import type { z } from "zod";

import { Client } from "./client.ts";

type Bucket = z.output<typeof getTrend.reply>["buckets"][number];

/** The calls that a browser makes, as a user of the staff. */
export class Browser extends Client {
  async status(path: string): Promise<number> {
    const reply = await fetch(`${this.url}${path}`, { headers: this.headers });
    await reply.body?.cancel();
    return reply.status;
  }

  /** Latest values by point; undefined for one without a value. */
  async latest(ssid: string): Promise<Map<string, { value: number; atMs: number }>> {
    const [device] = await this.call(listLatest, { devices: ssid });
    return new Map(
      (device?.values ?? []).flatMap(({ param_id: point, param_value: value, measured_time: at }) =>
        value === null || at === null ? [] : [[point, { value, atMs: Date.parse(at) }]],
      ),
    );
  }

  /** Readings that arrived while a clock was wrong, with both times. */
  async misdated(
    ssid: string,
  ): Promise<{ point: string; value: number; atMs: number; arrivedAtMs: number }[]> {
    const entries = await this.call(listMisdated, { ssid });
    return entries.map((entry) => ({
      point: entry.param_id,
      value: entry.param_value,
      atMs: Date.parse(entry.measured_time),
      arrivedAtMs: Date.parse(entry.arrived_time),
    }));
  }

  /** `buckets` equal buckets of one point from `fromMs`, each `bucketMs` long; without empty ones. */
  async trend(
    ssid: string,
    point: string,
    { fromMs, bucketMs, buckets }: { fromMs: number; bucketMs: number; buckets: number },
  ): Promise<Bucket[]> {
    const [from, to] = [fromMs, fromMs + bucketMs * buckets].map((atMs) => new Date(atMs).toISOString());
    const trend = await this.call(getTrend, {
      ssid,
      param_id: point,
      from: from ?? "",
      to: to ?? "",
      buckets,
    });
    return trend.buckets;
  }

  /** The newest commands to a device, newest first. */
  commands(ssid: string): Promise<z.output<typeof listCommands.reply>> {
    return this.call(listCommands, { ssid, limit: 200 });
  }

  /** The building's id and its weekly default. */
  async defaultSchedule(): Promise<{ id: number; data: string }> {
    const [first] = await this.call(getRecurringSchedule, {});
    if (!first) throw new Error("There is no building");
    return first;
  }

  /** Schedules lamps, each by its zone, at 60 % for a quarter of an hour. */
  async scheduleLamps(lamps: readonly string[], startMs: number): Promise<void> {
    const { children } = await this.call(getCampusTree, { id: 1, context: "lms" });
    const floor = children[0]?.children[0];
    const [start = "", end = ""] = [startMs, startMs + 15 * 60_000].map((atMs) =>
      new Date(atMs).toISOString(),
    );
    for (const [at, lamp] of lamps.entries()) {
      const zone = floor?.children.find(({ title }) => title === lamp);
      const place = { floor: { id: floor?.id ?? 0 }, zones: [{ id: zone?.id ?? 0 }] };
      const data = { title: `Lamp-${10 + at}`, action: 2, intensity: 60, ...place, start, end } as const;
      await this.call(createSchedule, { data });
    }
  }
}
