import { randomUUID } from "node:crypto";

import { type EdgeLink, openEdgeLink } from "@verandah/field/edge-link.ts";
import type { ReadingsMessage } from "@verandah/field/payloads.ts";

import type { Browser } from "./browser.ts";
import { waitFor } from "./rig.ts";
import { passwordOf } from "./site.ts";

/** Interval of two readings of a point: each has a separate bucket in a trend, ms. */
const STEP_MS = 10;
/** Maximum buckets of a trend. Source: TREND_BUCKETS_MAX of the contract. */
const BUCKETS = 2_000;
/** Messages in flight, as many as a gateway's outbox has. */
const IN_FLIGHT_MAX = 8;
/** Short, because there are many kills, ms. */
const BACKOFF_MS = { first: 50, longest: 400 };
/** Its readings begin this long ago, so that they may be sent faster than they were measured and are never ahead of the clock, ms. */
const BEGINS_AGO_MS = 30 * 60_000;

export interface PublisherOptions {
  readonly mqttPort: number;
  /** Whether the broker has a certificate. */
  readonly isTls?: boolean;
  /** Edge and device in one. */
  readonly ssid: string;
  readonly points: readonly string[];
  /** Readings of each point in a message. */
  readonly readingsPerMessage: number;
  readonly messagesPerSecond: number;
}

/** Errors in the stored readings, by point and number of the reading. */
export interface Mismatches {
  missing: string[];
  doubled: string[];
  wrongValue: string[];
  neverSent: string[];
}

/**
 * Publishes like a gateway: after a reconnect it sends unacknowledged messages again, unchanged, until they are acknowledged. It stores
 * every reading that it sent, and which were acknowledged. No reading equals the one before it.
 */
export class CountingPublisher {
  readonly ssid: string;
  readonly #options: PublisherOptions;
  readonly #link: EdgeLink;
  readonly #epoch = randomUUID();
  readonly #beginsMs = Math.floor((Date.now() - BEGINS_AGO_MS) / 1_000) * 1_000;
  readonly #waiting = new Map<number, string>();
  readonly #flying = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;
  #acknowledged = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.ssid = options.ssid;
    this.#link = openEdgeLink({
      url: `${options.isTls ? "mqtts" : "mqtt"}://127.0.0.1:${options.mqttPort}`,
      ssid: options.ssid,
      password: passwordOf(options.ssid),
      backoffMs: BACKOFF_MS,
      onUp: () => this.#pump(),
    });
  }

  /** Messages that the broker has acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  get readingsAcknowledged(): number {
    return this.#acknowledged * this.#options.readingsPerMessage * this.#options.points.length;
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A publisher that cannot send measures only as much as it can store.
      if (this.#waiting.size < 50 * IN_FLIGHT_MAX) this.#measure();
      this.#pump();
    }, 1_000 / this.#options.messagesPerSecond);
  }

  /** Stops measuring, and waits until everything is acknowledged. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    await waitFor(`${this.ssid} has everything acknowledged`, () => this.#waiting.size === 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#link.close();
  }

  valueOf(point: string, at: number): number {
    return at + this.#options.points.indexOf(point) / 4;
  }

  /** The newest reading of a point. */
  newest(point: string): { value: number; atMs: number } {
    const at = this.#sent * this.#options.readingsPerMessage - 1;
    return { value: this.valueOf(point, at), atMs: this.#beginsMs + at * STEP_MS };
  }

  /** Compares the server's readings with those sent; all of them must have been acknowledged. */
  async compare(browser: Browser): Promise<Mismatches> {
    const found: Mismatches = { missing: [], doubled: [], wrongValue: [], neverSent: [] };
    const count = this.#sent * this.#options.readingsPerMessage;
    for (const point of this.#options.points)
      // One window more than was sent: no reading may be after the last.
      for (let first = 0; first <= count; first += BUCKETS) {
        const fromMs = this.#beginsMs + first * STEP_MS;
        const buckets = await browser.trend(this.ssid, point, {
          fromMs,
          bucketMs: STEP_MS,
          buckets: BUCKETS,
        });
        const stored = new Map(
          buckets.map((bucket) => [first + (Date.parse(bucket.at) - fromMs) / STEP_MS, bucket]),
        );
        for (let at = first; at < Math.min(count, first + BUCKETS); at += 1) {
          const bucket = stored.get(at);
          const name = `${point}#${at}`;
          if (!bucket) found.missing.push(name);
          else if (bucket.count !== 1) found.doubled.push(name);
          else if (bucket.avg !== this.valueOf(point, at)) found.wrongValue.push(name);
        }
        for (const at of stored.keys()) if (at >= count) found.neverSent.push(`${point}#${at}`);
      }
    return found;
  }

  #measure(): void {
    const { points, readingsPerMessage } = this.#options;
    const first = this.#sent * readingsPerMessage;
    this.#sent += 1;
    const message: ReadingsMessage = {
      epoch: this.#epoch,
      seq: this.#sent,
      sentAt: Date.now(),
      series: points.map((point) => ({
        device: this.ssid,
        point,
        values: Array.from({ length: readingsPerMessage }, (_, index) => [
          this.#beginsMs + (first + index) * STEP_MS,
          this.valueOf(point, first + index),
        ]),
      })),
    };
    this.#waiting.set(this.#sent, JSON.stringify(message));
  }

  #pump(): void {
    for (const [seq, payload] of this.#waiting) {
      if (this.#flying.size >= IN_FLIGHT_MAX || !this.#link.isConnected) return;
      if (this.#flying.has(seq)) continue;
      this.#flying.add(seq);
      this.#link.publish("readings", payload).then(
        () => {
          this.#flying.delete(seq);
          this.#waiting.delete(seq);
          this.#acknowledged += 1;
          this.#pump();
        },
        // It waits for the next connection, or for the next tick.
        () => this.#flying.delete(seq),
      );
    }
  }
}

export const nothingWrong: Mismatches = { missing: [], doubled: [], wrongValue: [], neverSent: [] };
