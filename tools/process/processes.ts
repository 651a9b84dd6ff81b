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

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  const pairs = process.platform === "linux" ? listFromProc() : listFromPs();
  return pairs.flatMap(([child, parent]) => (parent === pid ? child : []));
}

type ChildAndParent = readonly [child: number, parent: number];

/** Source: proc_pid_stat(5): the name of the program is in parentheses, and the state and the parent follow it. */
function listFromProc(): ChildAndParent[] {
  return readdirSync("/proc").flatMap((name): ChildAndParent[] => {
    try {
      const [, parent] = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${Number(name)}/stat`, "utf8")) ?? [];
      return [[Number(name), Number(parent)]];
    } catch {
      // Not a process, or it has ended.
      return [];
    }
  });
}

function listFromPs(): ChildAndParent[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout.split("\n").map((line): ChildAndParent => {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return [child, parent];
  });
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
