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

/** The direct children of a process. Source: proc_pid_stat(5): the state and the parent follow the program's name in parentheses. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
    return stdout.split("\n").filter(Boolean).map(Number);
  }
  return readdirSync("/proc").flatMap((name) => {
    try {
      const [, parent] = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${Number(name)}/stat`, "utf8")) ?? [];
      return Number(parent) === pid ? [Number(name)] : [];
    } catch {
      // Not a process, or it has ended.
      return [];
    }
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

/** kill -9 of processes; waits until all have ended. */
export async function killAll(pids: readonly number[], timeoutMs: number): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // A process that has ended by itself or with its parent counts as killed.
    }
  }
  await Promise.all(pids.map((pid) => hasEnded(pid, timeoutMs)));
}

/** Ends a process with these signals in turn, each with its timeout in ms; the last should be one that cannot be ignored. */
export async function end(pid: number, steps: Partial<Record<NodeJS.Signals, number>>): Promise<void> {
  for (const [name, timeLimitMs] of Object.entries(steps)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // An ended process is no failure.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
    if (await hasEnded(pid, timeLimitMs)) return;
  }
}
