import type { Series } from "@verandah/field/payloads.ts";

import { devicesOf } from "../kinds/all-kinds.ts";
import type { Values } from "../physics/measured.ts";
import type { Physics, World } from "../physics/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Source: product.md "The demo campus": seven days of history. */
export const HISTORY_DAYS = 7;
/** Distance between two past values, and the closer one of the last hour, ms. */
export const HISTORY_STEP_MS = 5 * MINUTE_MS;
export const LAST_HOUR_STEP_MS = MINUTE_MS;
/** A day is made and sent in pieces of this length, ms. */
export const BLOCK_MS = 3 * HOUR_MS;
export const BLOCKS_PER_DAY = DAY_MS / BLOCK_MS;

/** The instants of one piece, oldest first; the end itself belongs to the next piece. */
export function instantsOf(fromMs: number, toMs: number, anchorMs: number): number[] {
  const instants: number[] = [];
  let atMs = fromMs;
  while (atMs < toMs) {
    instants.push(atMs);
    atMs += atMs >= anchorMs - HOUR_MS ? LAST_HOUR_STEP_MS : HISTORY_STEP_MS;
  }
  return instants;
}

function collect(series: Map<string, Series>, device: string, atMs: number, values: Values): void {
  for (const [point, value] of Object.entries(values)) {
    const key = `${device}\n${point}`;
    const known = series.get(key);
    if (known) known.values.push([atMs, value]);
    else series.set(key, { device, point, values: [[atMs, value]] });
  }
}

/** All values of a campus at the given instants, and the world at the end. */
function measurePast(
  physics: Physics,
  start: World,
  instants: readonly number[],
): { series: Series[]; world: World } {
  const series = new Map<string, Series>();
  const devices = devicesOf(physics.campus);
  let world = start;
  for (const atMs of instants) {
    world = physics.step(world, atMs);
    for (const device of devices)
      collect(series, device.ssid, atMs, device.measure({ physics, world }, undefined));
  }
  return { series: [...series.values()], world };
}

/**
 * The pieces of the n-th day before `anchorMs` (0 is the newest), oldest piece first. Made by the same physics as the live values, and
 * the same for the same anchor, so that a piece sent twice changes nothing.
 */
export function* piecesOfDay(physics: Physics, anchorMs: number, daysBack: number): Generator<Series[]> {
  const startMs = anchorMs - (daysBack + 1) * DAY_MS;
  let world = physics.warmUp(startMs);
  for (let block = 0; block < BLOCKS_PER_DAY; block++) {
    const fromMs = startMs + block * BLOCK_MS;
    const piece = measurePast(physics, world, instantsOf(fromMs, fromMs + BLOCK_MS, anchorMs));
    world = piece.world;
    yield piece.series;
  }
}
