import { setTimeout as sleep } from "node:timers/promises";

import { familyOf, statOf } from "../../../faults/src/rig/process-family.ts";
import type { Rig } from "./rig.ts";

/** Source: sysconf(3), _SC_CLK_TCK, which is 100 on every Linux. */
const TICK_MS = 10;

/** Processor time of a process since its start, ms; 0 when it has ended. Source: proc_pid_stat(5), utime and stime. */
function processorMs(pid: number): number {
  try {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The share of one core, %, that each group of processes takes for a time. Only on Linux. */
export async function coreSharesOver(
  ms: number,
  groups: readonly (() => readonly number[])[],
): Promise<number[]> {
  const used = () => groups.map((pids) => pids().reduce((sum, pid) => sum + processorMs(pid), 0));
  const [startedAtMs, before] = [performance.now(), used()];
  await sleep(ms);
  const tookMs = performance.now() - startedAtMs;
  return used().map((usedMs, at) => ((usedMs - (before[at] ?? 0)) / tookMs) * 100);
}

export const serverAndPostgres = (rig: Rig) => [rig.serverPid, ...familyOf(rig.postmasterPid())];

/** The share of one core, %, that the server and PostgreSQL take for a time. Only on Linux. */
export async function coreShareOver(rig: Rig, ms: number): Promise<number> {
  const [share = Number.NaN] = await coreSharesOver(ms, [() => serverAndPostgres(rig)]);
  return share;
}
