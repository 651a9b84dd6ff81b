import { randomUUID } from "node:crypto";

import {
  type EventMessage,
  HEALTH_INTERVAL_MS,
  type HealthMessage,
  type ReadingsMessage,
} from "@verandah/field/payloads.ts";
import type { PointDescription } from "@verandah/field/points.ts";

import type { Complaint, Write } from "../../kinds/device-kind.ts";
import type { Values } from "../../physics/measured.ts";
import type { CommandSlots } from "../command-slots.ts";

/** A device whose values an edge sends; often it is the edge itself. */
export interface EdgeDevice {
  ssid: string;
  points: readonly PointDescription[];
  /** Its present values. */
  values: () => Values;
  /** Its commanded values; none for a device that only measures. */
  slots?: CommandSlots;
  /** The edge cannot reach it. */
  isSilent?: () => boolean;
  /** Acknowledges every write and does nothing. */
  ignoresWrites?: () => boolean;
  onWrite?: ((write: Write) => Write[]) | undefined;
  complaints?: readonly Complaint[];
}

/** The messages of an edge about its devices. */
export class EdgeReports {
  readonly #devices: ReadonlyMap<string, EdgeDevice>;
  readonly #now: () => number;
  readonly #epoch = randomUUID();
  #seq = 0;
  readonly #lastSent = new Map<string, Values>();
  readonly #states = new Map<string, { isOnline: boolean; since: number }>();
  #healthAtMs = 0;
  /** The last reported state, by device and code. */
  readonly #complained = new Map<string, boolean>();

  constructor(devices: ReadonlyMap<string, EdgeDevice>, now: () => number) {
    this.#devices = devices;
    this.#now = now;
  }

  /** The values of devices, or only those that changed since the last message. */
  readings(ssids: Iterable<string>, onlyChanges: boolean): ReadingsMessage | undefined {
    const at = this.#now();
    const series: ReadingsMessage["series"] = [];
    for (const ssid of ssids) {
      const device = this.#devices.get(ssid);
      if (!device || device.isSilent?.()) continue;
      const values = device.values();
      const before = onlyChanges ? this.#lastSent.get(ssid) : undefined;
      for (const [point, value] of Object.entries(values))
        if (before?.[point] !== value) series.push({ device: ssid, point, values: [[at, value]] });
      this.#lastSent.set(ssid, values);
    }
    return series.length === 0 ? undefined : { epoch: this.#epoch, seq: ++this.#seq, sentAt: at, series };
  }

  /** The state of each device, after a change or when the interval is over. */
  health(intervalMs: number): HealthMessage | undefined {
    const at = this.#now();
    let isDue = at - this.#healthAtMs >= HEALTH_INTERVAL_MS;
    for (const { ssid, isSilent } of this.#devices.values()) {
      const isOnline = !isSilent?.();
      if (this.#states.get(ssid)?.isOnline === isOnline) continue;
      this.#states.set(ssid, { isOnline, since: at });
      isDue = true;
    }
    if (!isDue) return undefined;
    this.#healthAtMs = at;
    return {
      at,
      devices: [...this.#states].map(([device, { isOnline, since }]) => ({
        device,
        state: isOnline ? "online" : "offline",
        since,
        missedPolls: isOnline ? 0 : Math.floor((at - since) / intervalMs) + 1,
        ...(isOnline && { lastSeenAt: at }),
      })),
    };
  }

  /** Faults of the devices and their end; after a start all of them, because earlier reports are unknown. */
  faults(): EventMessage[] {
    const events: EventMessage[] = [];
    for (const { ssid, values, complaints = [], isSilent } of this.#devices.values()) {
      if (complaints.length === 0 || isSilent?.()) continue;
      const shown = values();
      for (const { code, message, isThere } of complaints) {
        const isNow = isThere(shown);
        const key = `${ssid} ${code}`;
        if (this.#complained.get(key) === isNow) continue;
        this.#complained.set(key, isNow);
        events.push({ device: ssid, at: this.#now(), code, message, state: isNow ? "raised" : "returned" });
      }
    }
    return events;
  }
}
