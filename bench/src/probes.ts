import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";

/** State of the machine at a moment. */
export interface Probes {
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
export async function probe(folder: string): Promise<Probes> {
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
export function formatProbes(probes: readonly Probes[]): string {
  const cpu = formatRange(probes.map(({ cpuMs }) => cpuMs));
  return `CPU probe ${cpu}, fsync probe ${formatRange(probes.map(({ fsyncMs }) => fsyncMs))}`;
}
