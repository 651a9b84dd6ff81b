import { setImmediate } from "node:timers/promises";

import { systemAlarms } from "@verandah/equipment/system-alarms.ts";
import type { EventMessage, Series } from "@verandah/field/payloads.ts";

import { devicesOf } from "../kinds/all-kinds.ts";
import { roundTo } from "../physics/surroundings/noise.ts";
import { type Physics, withCounters, type World } from "../physics/world.ts";
import { AlarmLog } from "./alarm-log.ts";
import { withActions } from "./handled-alarms.ts";
import { alarmSources, influenceAt, pastFaultsOf, pastOverridesOf } from "./past-faults.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Source: product.md "The demo campus": seven days of history. */
export const HISTORY_DAYS = 7;
/** Days before it with few points: the energy of a year needs them. */
export const LONG_HISTORY_DAYS = 56;
/** Interval of past values, and the shorter one of the last hour, ms. */
export const HISTORY_STEP_MS = 5 * MINUTE_MS;
export const LAST_HOUR_STEP_MS = MINUTE_MS;
/** Interval of past values that change slowly or were recorded at a longer interval, ms. */
const HISTORY_QUARTER_MS = 15 * MINUTE_MS;
/** A day is created and sent in parts of this length, ms. */
export const BLOCK_MS = 3 * HOUR_MS;
export const BLOCKS_PER_DAY = DAY_MS / BLOCK_MS;

/** The instants of one part, oldest first; the end belongs to the next part. */
export function instantsOf(fromMs: number, toMs: number, anchorMs: number): number[] {
  const instants: number[] = [];
  let atMs = fromMs;
  while (atMs < toMs) {
    instants.push(atMs);
    atMs += atMs >= anchorMs - HOUR_MS ? LAST_HOUR_STEP_MS : HISTORY_STEP_MS;
  }
  return instants;
}

const lost = systemAlarms["gateway-lost"];
const gatewayLost = (device: string, since: number, at: number): EventMessage => ({
  device,
  code: lost.code,
  message: lost.message.en,
  state: "returned",
  since,
  at,
});

/** Collects the values of one part. */
class Piece {
  readonly #series = new Map<string, Series>();

  add(device: string, point: string, atMs: number, value: number): void {
    const key = `${device}\n${point}`;
    const known = this.#series.get(key);
    if (known) known.values.push([atMs, value]);
    else this.#series.set(key, { device, point, values: [[atMs, value]] });
  }

  all(): Series[] {
    return [...this.#series.values()];
  }
}

/** The past of a campus, from the same physics as the live values; the same for the same anchor. */
export interface Past {
  /** The alarms in it, all of them returned. */
  readonly alarms: readonly EventMessage[];
  /** The parts of the n-th day before the anchor (0 is the newest), oldest part first. */
  piecesOfDay(daysBack: number): Generator<Series[]>;
  /** The days before these, each as one part with the few points of the long history. */
  longPieces(longDays: number): Promise<Series[][]>;
}

/**
 * Simulates the days before `anchorMs` once, measures only during faults, and keeps the world at the start of each part. Counters end at
 * the anchor with the first live values.
 */
export async function preparePast(physics: Physics, anchorMs: number, days: number): Promise<Past> {
  const devices = devicesOf(physics.campus);
  const startMs = anchorMs - days * DAY_MS;
  const faults = pastFaultsOf(physics.campus, anchorMs).filter(({ fromMs }) => fromMs >= startMs);
  const overrides = pastOverridesOf(physics.campus, anchorMs, days);
  const watched = alarmSources(physics.campus, faults);
  const log = new AlarmLog();
  const starts: World[] = [];
  let world = physics.warmUp(startMs);
  while (world.atMs < anchorMs) {
    starts.push(world);
    for (const endMs = world.atMs + BLOCK_MS; world.atMs < endMs;) {
      const atMs = world.atMs + HISTORY_STEP_MS;
      world = physics.step(world, atMs, influenceAt(faults, atMs, overrides));
      for (const device of watched) log.watch(device, atMs, device.measure({ physics, world }, undefined));
    }
    await setImmediate();
  }
  const cuts = faults.filter(({ fault }) => fault === "gateway-cut-off");
  for (const { target, fromMs, toMs } of cuts) log.add(gatewayLost(target, fromMs, toMs));
  /** A disconnected gateway sends nothing about its devices. */
  const isCutOff = (edge: string, atMs: number) =>
    cuts.some(({ target, fromMs, toMs }) => target === edge && fromMs < atMs && atMs <= toMs);
  const atAnchor = world;

  /** The world with its counters moved to their values at that time. */
  function counted(before: World): World {
    return withCounters(before, (key, now, ordinary) => {
      const counts =
        atAnchor.meters.get(key)?.energyKilowattHour ?? atAnchor.circuits.get(key)?.burnHours ?? 0;
      return ordinary(anchorMs) - (counts - now);
    });
  }

  function pieceFrom(start: World): Series[] {
    const piece = new Piece();
    let at = counted(start);
    for (const atMs of instantsOf(start.atMs, start.atMs + BLOCK_MS, anchorMs)) {
      const influence = influenceAt(faults, atMs, overrides);
      at = physics.step(at, atMs, influence);
      const moment = { physics, world: at };
      for (const device of devices) {
        if (!device.kind.hasFineHistory && (anchorMs - atMs) % HISTORY_QUARTER_MS !== 0) continue;
        if (isCutOff(device.edge, atMs)) continue;
        const values = Object.entries(device.measure(moment, influence.commandsOf(device.ssid)));
        for (const [point, value] of values) piece.add(device.ssid, point, atMs, value);
      }
    }
    return piece.all();
  }

  return {
    alarms: withActions(log.entries, anchorMs),
    *piecesOfDay(daysBack) {
      const first = (days - 1 - daysBack) * BLOCKS_PER_DAY;
      for (const start of starts.slice(first, first + BLOCKS_PER_DAY)) yield pieceFrom(start);
    },
    async longPieces(longDays) {
      const first = starts[0];
      return first ? simulateEarlierDays(physics, counted(first), longDays) : [];
    },
  };
}

/** Days before a world, with the points of the long history. Counters end with that world's first values. */
async function simulateEarlierDays(physics: Physics, end: World, days: number): Promise<Series[][]> {
  const kept = devicesOf(physics.campus).flatMap((device) =>
    (device.kind.longHistory ?? []).map((point) => ({ device, point })),
  );
  if (kept.length === 0) return [];
  const valueIn = ({ device, point }: (typeof kept)[number], world: World) =>
    device.measure({ physics, world }, undefined)[point] ?? 0;
  const pieces: Series[][] = [];
  let world = physics.warmUp(end.atMs - days * DAY_MS);
  while (world.atMs < end.atMs) {
    const piece = kept.map(({ device, point }): Series => ({ device: device.ssid, point, values: [] }));
    for (const endMs = world.atMs + DAY_MS; world.atMs < endMs;) {
      for (const [index, one] of kept.entries()) piece[index]?.values.push([world.atMs, valueIn(one, world)]);
      world = physics.step(world, world.atMs + HISTORY_QUARTER_MS);
    }
    pieces.push(piece);
    await setImmediate();
  }
  const lived = world;
  const moves = kept.map((one) => valueIn(one, end) - valueIn(one, lived));
  for (const piece of pieces)
    for (const [index, { values }] of piece.entries())
      for (const value of values) value[1] = roundTo(value[1] + (moves[index] ?? 0), 3);
  return pieces;
}
