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

/** The share of one core, %, that the server and PostgreSQL take for a time, with other processes of the server. Only on Linux. */
export async function coreShareOver(rig: Rig, ms: number, ...others: number[]): Promise<number> {
  const used = () =>
    [rig.serverPid, ...others, ...familyOf(rig.postmasterPid())].reduce(
      (sum, pid) => sum + processorMs(pid),
      0,
    );
  const [startedAtMs, before] = [performance.now(), used()];
  await sleep(ms);
  return ((used() - before) / (performance.now() - startedAtMs)) * 100;
}
