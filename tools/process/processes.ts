import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 25;

/**
 * Command line of a running process, or undefined. A zombie counts as ended: its command line is empty, although a signal still finds it.
 */
export function commandLine(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() || undefined;
}

/** Sends a signal; an ended process is no failure. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Whether the process has ended within `timeoutMs`. */
export async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (commandLine(pid) !== undefined) {
    if (performance.now() > deadlineMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Ends a process with these signals, each with its own timeout; the last should be one that cannot be ignored. */
export async function end(pid: number, steps: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
  for (const [name, timeLimitMs] of steps) {
    signal(pid, name);
    if (await hasEnded(pid, timeLimitMs)) return;
  }
}

/** A process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const parents = process.platform === "linux" ? listParents() : columnOfAll("ppid");
  const family = [pid];
  for (const member of family)
    family.push(...Array.from(parents).flatMap(([child, parent]) => (parent === member ? [child] : [])));
  return family;
}

/** Not every Linux has ps(1). Source: proc_pid_stat(5). */
function listParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The program's name in parentheses may contain any character, also spaces.
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended in this moment.
    }
  return parents;
}

/** One number of every process, by process id. Source: ps(1). */
export function columnOfAll(column: "ppid" | "rss"): Map<number, number> {
  const { stdout } = spawnSync("ps", ["-axo", `pid=,${column}=`], { encoding: "utf8" });
  const lines = stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm);
  return new Map(Array.from(lines, ([, pid, value]) => [Number(pid), Number(value)]));
}
