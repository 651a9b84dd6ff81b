import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";

import { formatNumber, type Spread } from "./table.ts";

/** State of the machine at a moment. */
interface Probes {
  /** One core's time for a fixed piece of work, ms. */
  readonly cpuMs: number;
  /** Median time of writing a page to the disk, ms. */
  readonly fsyncMs: number;
}

const CPU_BYTES = 4_194_304;
const CPU_RUNS = 4;
const PAGE_BYTES = 8_192;
const FSYNC_RUNS = 15;

/** Measures a core, and the disk under `folder`; about 0.1 s. */
async function probe(folder: string): Promise<Probes> {
  return { cpuMs: probeCpu(), fsyncMs: await probeFsync(folder) };
}

function probeCpu(): number {
  const block = Buffer.alloc(CPU_BYTES, 1);
  const startedAtMs = performance.now();
  for (let turn = 0; turn < CPU_RUNS; turn += 1) createHash("sha256").update(block).digest();
  return performance.now() - startedAtMs;
}

async function probeFsync(folder: string): Promise<number> {
  const name = path.join(folder, "fsync-probe");
  const file = await open(name, "w");
  try {
    const tookMs: number[] = [];
    for (let turn = 0; turn < FSYNC_RUNS; turn += 1) {
      const startedAtMs = performance.now();
      await file.write(Buffer.alloc(PAGE_BYTES, turn), 0, PAGE_BYTES, turn * PAGE_BYTES);
      await file.datasync();
      tookMs.push(performance.now() - startedAtMs);
    }
    return tookMs.toSorted((a, b) => a - b)[Math.floor(FSYNC_RUNS / 2)] ?? Number.NaN;
  } finally {
    await file.close();
    await rm(name);
  }
}

function formatRange(valuesMs: readonly number[]): string {
  const [min, max] = [Math.min(...valuesMs).toFixed(2), Math.max(...valuesMs).toFixed(2)];
  return min === max ? `${min} ms` : `${min}–${max} ms`;
}

/** As text, with the range of several probes. */
function formatProbes(probes: readonly Probes[]): string {
  const cpu = formatRange(probes.map(({ cpuMs }) => cpuMs));
  return `CPU probe ${cpu}, fsync probe ${formatRange(probes.map(({ fsyncMs }) => fsyncMs))}`;
}

/** @throws Error without values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new Error("No round gave a result.");
  return { median: quantile(sorted, 0.5), min, max };
}

/** The value below which `share` of the sorted values are; interpolated between two of them. */
function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (at % 1);
}

/** Median, 99th percentile and maximum, of milliseconds in any order. */
export function latencyOf(valuesMs: ArrayLike<number>): { p50: number; p99: number; max: number } {
  const sorted = Float64Array.from(valuesMs).toSorted();
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN };
}

/** Median of `times` measurements after `warmUp` others, one after the other. */
export async function medianOfWarm(
  { warmUp, times }: { readonly warmUp: number; readonly times: number },
  time: () => Promise<number>,
) {
  const found: number[] = [];
  for (let nth = 0; nth < warmUp + times; nth += 1) found.push(await time());
  return spreadOf(found.slice(warmUp)).median;
}

export interface Compared {
  /** Median of each side. */
  readonly ours: number;
  readonly reference: number;
  readonly ratio: Spread;
}

/** Several results of one measurement, by name. */
export type Results<K extends string> = Readonly<Record<K, number>>;

export interface Sides<T> {
  readonly ours: () => Promise<T>;
  readonly reference: () => Promise<T>;
}

/** Measures in rounds, and records the state of the machine before each of them. */
export class Rounds {
  readonly #probes: Probes[] = [];
  readonly #folder: string;
  readonly #print: (text: string) => void;

  /** @param folder on the disk that the database writes to */
  constructor(folder: string, print: (text: string) => void) {
    this.#folder = folder;
    this.#print = print;
  }

  /** Measures both sides `count` times; the sides alternate in going first. */
  async compare(work: string, count: number, sides: Sides<number>): Promise<Compared> {
    const of = await this.compareAll(work, count, {
      ours: async () => ({ result: await sides.ours() }),
      reference: async () => ({ result: await sides.reference() }),
    });
    return of("result");
  }

  /** The same for several results of one measurement. @returns the results, by name */
  async compareAll<K extends string>(
    work: string,
    count: number,
    sides: Sides<Results<K>>,
  ): Promise<(name: K) => Compared> {
    const found = await this.measure(work, count, [sides.ours, sides.reference]);
    return (name) => compare(found, name, 1);
  }

  /** Measures all systems `count` times, each round from the next one on. @returns each round's results, in the order of the systems */
  async measure<K extends string>(
    work: string,
    count: number,
    systems: readonly (() => Promise<Results<K>>)[],
  ): Promise<Results<K>[][]> {
    const found: Results<K>[][] = [];
    for (let round = 0; round < count; round += 1) {
      const probes = await this.probe();
      const results: Results<K>[] = [];
      for (let turn = 0; turn < systems.length; turn += 1) {
        const at = (round + turn) % systems.length;
        const result = await systems[at]?.();
        if (result) results[at] = result;
      }
      found.push(results);
      this.#print(`${work}, round ${round + 1} of ${count}: ${describeRound(results)}; ${probes}`);
    }
    return found;
  }

  /** Probes the machine; `compare` does it before each round. @returns its state, as text */
  async probe(): Promise<string> {
    const seen = await probe(this.#folder);
    this.#probes.push(seen);
    return formatProbes([seen]);
  }

  /** The state of the machine, for the notes below a table. */
  describeMachine(): string {
    return `Before the rounds: ${formatProbes(this.#probes)}.`;
  }
}

/** The first system against the system number `other`, round by round. */
export function compare<K extends string>(
  found: readonly (readonly Results<K>[])[],
  name: K,
  other: number,
): Compared {
  const of = (system: number) => found.map((results) => results[system]?.[name] ?? Number.NaN);
  const [ours, reference] = [of(0), of(other)];
  return {
    ours: spreadOf(ours).median,
    reference: spreadOf(reference).median,
    ratio: spreadOf(ours.map((result, round) => result / (reference[round] ?? Number.NaN))),
  };
}

function describeRound([ours, ...others]: readonly Results<string>[]): string {
  return Object.entries(ours ?? {})
    .map(([name, result]) => {
      const references = others.map((other) => other[name] ?? Number.NaN);
      const ratios = references.map((reference) => formatNumber(result / reference));
      const label = name === "result" ? "" : `${name} `;
      return `${label}${formatNumber(result)} to ${references.map(formatNumber).join(", ")} is ${ratios.join(", ")}`;
    })
    .join(", ");
}
