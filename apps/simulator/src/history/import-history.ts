import { existsSync, readFileSync } from "node:fs";

import { type EdgeLink, LinkError, openEdgeLink } from "@verandah/field/edge-link.ts";
import type { ReadingsMessage, Series } from "@verandah/field/payloads.ts";
import { z } from "zod";

import { writeFileAtomically } from "../atomic-file.ts";
import type { CampusModel } from "../campus/shapes.ts";
import { createPhysics } from "../physics/physics.ts";
import { BLOCKS_PER_DAY, HISTORY_DAYS, type Past, preparePast } from "./past-values.ts";

/** Progress of the import; `done` counts the pieces of each campus, newest day first. */
const memory = z.object({
  anchorMs: z.int(),
  done: z.record(z.string(), z.int().min(0)),
  /** Campuses whose alarms were sent. */
  alarmsTold: z.array(z.string()).default([]),
  /** Campuses whose long history was sent. */
  longTold: z.array(z.string()).default([]),
});
type Memory = z.output<typeof memory>;

export interface HistoryOptions {
  campuses: readonly CampusModel[];
  passwordOf: (ssid: string) => string;
  brokerUrl: string;
  /** Stores the progress, so that each part is sent once. */
  memoryFile: string;
  now: () => number;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
  days?: number;
  /** Further days before these, with the few points of the long history. */
  longDays?: number;
  valuesPerSecond?: number;
}

/** Values in one message: about 90 kB. */
const VALUES_PER_MESSAGE = 4_000;
const IN_FLIGHT_MAX = 4;
/** A delay, so that the server's live path stays fast. */
const VALUES_PER_SECOND = 25_000;
const RETRY_MS = 500;

function readMemory(file: string, nowMs: number): Memory {
  if (existsSync(file)) {
    try {
      return memory.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      // An unreadable file means that the import is not finished: the same values sent again change nothing.
    }
  }
  return { anchorMs: Math.floor(nowMs / 60_000) * 60_000, done: {}, alarmsTold: [], longTold: [] };
}

/** Splits a part into messages of at most `VALUES_PER_MESSAGE`. */
export function messagesOf(piece: readonly Series[]): Series[][] {
  const messages: Series[][] = [];
  let current: Series[] = [];
  let count = 0;
  for (const series of piece) {
    if (count + series.values.length > VALUES_PER_MESSAGE && current.length > 0) {
      messages.push(current);
      current = [];
      count = 0;
    }
    current.push(series);
    count += series.values.length;
  }
  if (current.length > 0) messages.push(current);
  return messages;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Sends until the message is stored, and repeats after each lost connection. */
async function sendUntilStored(
  link: EdgeLink,
  kind: "readings" | "events",
  payload: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await link.publish(kind, payload);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      await pause(RETRY_MS, signal);
    }
  }
}

/**
 * Sends the history while the system runs, newest day first, each campus through its importer edge. Returns whether there was any history
 * to send. Stores the progress when `signal` aborts.
 */
export async function importHistory(options: HistoryOptions): Promise<boolean> {
  const { campuses, signal } = options;
  const days = options.days ?? HISTORY_DAYS;
  const longDays = options.longDays ?? 0;
  const known = readMemory(options.memoryFile, options.now());
  const total = campuses.length * days * BLOCKS_PER_DAY;
  const doneOf = (campus: CampusModel) => known.done[campus.key] ?? 0;
  const doneInAll = () => campuses.reduce((sum, campus) => sum + doneOf(campus), 0);
  const hasLong = ({ key }: CampusModel) => longDays === 0 || known.longTold.includes(key);
  if (doneInAll() >= total && campuses.every(hasLong)) return false;
  // Stored before the first message: a restart must use the same instants.
  writeFileAtomically(options.memoryFile, JSON.stringify(known));

  const pasts = new Map<string, Past>();
  const msPerValue = 1_000 / (options.valuesPerSecond ?? VALUES_PER_SECOND);
  for (let day = 0; day < days; day++) {
    for (const campus of campuses) {
      if (doneOf(campus) >= (day + 1) * BLOCKS_PER_DAY) continue;
      await withLink(campus, (link) => importDay(campus, day, link));
    }
  }
  for (const campus of campuses)
    if (!hasLong(campus)) await withLink(campus, (link) => importLong(campus, link));
  return true;

  async function withLink(campus: CampusModel, work: (link: EdgeLink) => Promise<void>): Promise<void> {
    const link = openEdgeLink({
      url: options.brokerUrl,
      ssid: campus.importer.ssid,
      password: options.passwordOf(campus.importer.ssid),
    });
    try {
      await work(link);
    } finally {
      await link.close();
    }
  }

  async function pastOf(campus: CampusModel): Promise<Past> {
    const past = pasts.get(campus.key) ?? (await preparePast(createPhysics(campus), known.anchorMs, days));
    pasts.set(campus.key, past);
    return past;
  }

  async function importLong(campus: CampusModel, link: EdgeLink): Promise<void> {
    const pieces = await (await pastOf(campus)).longPieces(longDays);
    for (const [index, piece] of pieces.entries())
      await sendPiece(link, piece, days * BLOCKS_PER_DAY + index);
    known.longTold.push(campus.key);
    writeFileAtomically(options.memoryFile, JSON.stringify(known));
  }

  async function importDay(campus: CampusModel, day: number, link: EdgeLink): Promise<void> {
    let index = day * BLOCKS_PER_DAY;
    const past = await pastOf(campus);
    if (!known.alarmsTold.includes(campus.key)) {
      for (const alarm of past.alarms) await sendUntilStored(link, "events", JSON.stringify(alarm), signal);
      known.alarmsTold.push(campus.key);
      writeFileAtomically(options.memoryFile, JSON.stringify(known));
    }
    for (const piece of past.piecesOfDay(day)) {
      const number = index++;
      if (number < doneOf(campus)) continue;
      await sendPiece(link, piece, number);
      known.done[campus.key] = index;
      writeFileAtomically(options.memoryFile, JSON.stringify(known));
      options.onProgress(doneInAll(), total);
    }
  }

  async function sendPiece(link: EdgeLink, piece: readonly Series[], number: number): Promise<void> {
    const flying = new Set<Promise<void>>();
    const failed = Promise.withResolvers<never>();
    for (const [part, series] of messagesOf(piece).entries()) {
      const message: ReadingsMessage = {
        epoch: `history-${known.anchorMs}`,
        seq: number * 1_000 + part,
        sentAt: options.now(),
        series,
      };
      const sent = sendUntilStored(link, "readings", JSON.stringify(message), signal).then(
        () => void flying.delete(sent),
      );
      sent.catch(failed.reject);
      flying.add(sent);
      const values = series.reduce((sum, one) => sum + one.values.length, 0);
      await Promise.race([pause(values * msPerValue, signal), failed.promise]);
      while (flying.size >= IN_FLIGHT_MAX) await Promise.race([...flying, failed.promise]);
    }
    await Promise.all(flying);
  }
}
