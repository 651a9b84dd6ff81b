import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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
  const sizes = new Map(listProcesses("rss").map(({ pid, value }) => [pid, value]));
  return (pid) => sizes.get(pid) ?? 0;
}

/** A process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const all = process.platform === "linux" ? listParents() : listProcesses("ppid");
  const family = [pid];
  for (const member of family)
    family.push(...all.filter(({ value: parent }) => parent === member).map((child) => child.pid));
  return family;
}

interface Process {
  readonly pid: number;
  readonly value: number;
}

/** Not every Linux has ps(1). Source: proc_pid_stat(5). */
function listParents(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The program's name in parentheses may contain any character, also spaces.
      return { pid: Number(name), value: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) };
    } catch {
      // It has ended in this moment.
      return [];
    }
  });
}

/** One number of every process. */
function listProcesses(column: "ppid" | "rss"): Process[] {
  const { stdout } = spawnSync("ps", ["-axo", `pid=,${column}=`], { encoding: "utf8" });
  return Array.from(stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm), ([, pid, value]) => ({
    pid: Number(pid),
    value: Number(value),
  }));
}
