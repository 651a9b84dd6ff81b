import { readFileSync } from "node:fs";

import { columnOfAll } from "./process-family.ts";

const BYTES_PER_KB = 1_024;

/**
 * Memory of processes, bytes: shared pages count in proportion on Linux, in full elsewhere. An ended process counts nothing. Source:
 * proc_pid_smaps(5), Pss; ps(1), rss.
 */
export function bytesOf(pids: readonly number[]): number {
  const sizeKb = process.platform === "linux" ? proportionalKb : residentKb();
  return pids.reduce((sum, pid) => sum + sizeKb(pid) * BYTES_PER_KB, 0);
}

function proportionalKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    // It has ended in this moment.
    return 0;
  }
}

function residentKb(): (pid: number) => number {
  const sizes = columnOfAll("rss");
  return (pid) => sizes.get(pid) ?? 0;
}
