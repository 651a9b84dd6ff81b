import { readdirSync, readFileSync } from "node:fs";

const BYTES_PER_KB = 1_024;

/**
 * Memory of processes, shared pages counted in proportion, bytes. One that has ended counts nothing.
 * Source: proc_pid_smaps(5), Pss.
 */
export function bytesOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + pssKb(pid) * BYTES_PER_KB, 0);
}

function pssKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** A process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** 0 when it has ended. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, spaces too.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
