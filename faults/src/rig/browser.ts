import { loginReply } from "@verandah/contract/auth/auth.ts";
import { getCampusTree } from "@verandah/contract/campuses/campus-tree.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { listOccurrences } from "@verandah/contract/schedules/schedule-days.ts";
import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { getLatest, getTrend, listMisdated } from "@verandah/contract/telemetry/telemetry.ts";
import type { z } from "zod";

type Bucket = z.output<typeof getTrend.reply>["buckets"][number];

/** The demo account that may see everything. */
const credentials = { username: "operator", password: "Verandah1", role: "" };

/** The calls that a browser makes, as a user of the staff. */
export class Browser {
  readonly #url: string;
  #token = "";

  constructor(url: string) {
    this.#url = url;
  }

  get headers(): Record<string, string> {
    return { authorization: this.#token };
  }

  async login(): Promise<void> {
    const reply = await fetch(`${this.#url}/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ credentials, force: true }),
    });
    this.#token = loginReply.parse(await reply.json()).token;
  }

  async status(path: string): Promise<number> {
    const reply = await fetch(`${this.#url}${path}`, { headers: this.headers });
    await reply.body?.cancel();
    return reply.status;
  }

  /** Latest values by point; undefined for one without a value. */
  async latest(ssid: string): Promise<Map<string, { value: number; atMs: number }>> {
    const values = getLatest.reply.parse(await this.#get(`/v1/telemetry/${ssid}/latest`));
    return new Map(
      values.flatMap(({ param_id: point, param_value: value, measured_time: at }) =>
        value === null || at === null ? [] : [[point, { value, atMs: Date.parse(at) }]],
      ),
    );
  }

  /** Readings that arrived while a clock was wrong, with both times. */
  async misdated(
    ssid: string,
  ): Promise<{ point: string; value: number; atMs: number; arrivedAtMs: number }[]> {
    const entries = listMisdated.reply.parse(await this.#get(`/v1/telemetry/${ssid}/misdated`));
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
    range: { fromMs: number; bucketMs: number; buckets: number },
  ): Promise<Bucket[]> {
    const { fromMs, bucketMs, buckets } = range;
    const query = new URLSearchParams({
      param_id: point,
      from: new Date(fromMs).toISOString(),
      to: new Date(fromMs + bucketMs * buckets).toISOString(),
      buckets: String(buckets),
    });
    return getTrend.reply.parse(await this.#get(`/v1/telemetry/${ssid}/trend?${query.toString()}`)).buckets;
  }

  /** The newest commands to a device, newest first. */
  async commands(ssid: string): Promise<z.output<typeof listCommands.reply>> {
    return listCommands.reply.parse(await this.#get(`/v1/commands?ssid=${ssid}&limit=200`));
  }

  /** The building's id and its weekly default. */
  async defaultSchedule(): Promise<{ id: number; data: string }> {
    const [first] = getRecurringSchedule.reply.parse(
      await this.#get("/v1/hvac_recuuring_schedule/getSchedule"),
    );
    if (!first) throw new Error("There is no building");
    return first;
  }

  async changeDefault(id: number, schedule: RecurringSchedule): Promise<void> {
    const reply = await fetch(`${this.#url}/v1/hvac_recuuring_schedule/${id}/updateschedule`, {
      method: "POST",
      headers: { ...this.headers, "content-type": "application/json" },
      body: JSON.stringify(schedule),
    });
    if (!reply.ok) throw new Error(`The default is refused: ${reply.status} ${await reply.text()}`);
  }

  /** Sets special hours of a day, at any minute. */
  async addException(day: string, timeData: RecurringSchedule["timeData"]): Promise<void> {
    const reply = await fetch(`${this.#url}/v1/schedule_days`, {
      method: "POST",
      headers: { ...this.headers, "content-type": "application/json" },
      body: JSON.stringify({ day, kind: "exception", name: "In turns", timeData }),
    });
    if (!reply.ok) throw new Error(`The exception is refused: ${reply.status} ${await reply.text()}`);
  }

  /** Schedules lamps, each by its zone, at 60 % for a quarter of an hour. */
  async scheduleLamps(lamps: readonly string[], startMs: number): Promise<void> {
    const { children } = getCampusTree.reply.parse(await this.#get("/v1/campuses/1/tree?context=lms"));
    const floor = children[0]?.children[0];
    const end = new Date(startMs + 15 * 60_000).toISOString();
    for (const [at, lamp] of lamps.entries()) {
      const zone = floor?.children.find(({ title }) => title === lamp);
      const place = { floor: { id: floor?.id }, zones: [{ id: zone?.id }] };
      const times = { start: new Date(startMs).toISOString(), end };
      const reply = await fetch(`${this.#url}/v1/schedules`, {
        method: "POST",
        headers: { ...this.headers, "content-type": "application/json" },
        body: JSON.stringify({
          data: { title: `Lamp-${10 + at}`, action: 2, intensity: 60, ...place, ...times },
        }),
      });
      if (!reply.ok) throw new Error(`The schedule is refused: ${reply.status} ${await reply.text()}`);
    }
  }

  /** Occurrences of schedules. */
  async occurrences(): Promise<z.output<typeof listOccurrences.reply>> {
    return listOccurrences.reply.parse(await this.#get("/v1/schedule_occurrences"));
  }

  async #get(path: string): Promise<unknown> {
    const reply = await fetch(`${this.#url}${path}`, { headers: this.headers });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }
}
