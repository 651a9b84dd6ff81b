import { setTimeout as sleep } from "node:timers/promises";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { type JobLog, repeat } from "#core/jobs/repeat.ts";
import type { ServerRole } from "#core/settings.ts";
import { leaveEdges, restartReconnecting } from "#features/devices/edge-sessions.service.ts";

import * as repository from "./processes.repository.ts";

/** Interval at which a process reports that it runs, ms. */
const REPORT_MS = 1_000;
/** A process without a report for this time may have stopped, ms. */
const SILENT_MS = 5_000;
/** A process without a report for this time has ended, ms. Its edges must connect to another one. */
const ENDED_MS = 15_000;
/** A report does not wait longer for a disk, ms. */
const DISK_MAX_MS = 500;

interface Identity {
  /** The same after a restart. */
  name: string;
  host: string;
  roles: readonly ServerRole[];
}

export interface RunningProcess extends AsyncDisposable {
  /** Changes when the process was believed to have ended. */
  readonly id: number;
}

interface ProcessParts {
  /** Free space of the fullest disk that this process watches, %. */
  readDiskFree: () => Promise<number>;
  /** Called when this process was believed to have ended, because it was stopped for a time: its edges must log in again. */
  onForgotten: () => void;
  log: JobLog;
}

/** Registers this process, and reports that it runs until it is disposed. Edges that were connected to it before a restart are unknown. */
export async function startProcess(
  ctx: Ctx,
  { name, host, roles }: Identity,
  { readDiskFree, onForgotten, log }: ProcessParts,
): Promise<RunningProcess> {
  let diskFreePercent = await readDiskFree();

  async function beginBroker(inner: Ctx, id: number): Promise<void> {
    if (!roles.includes("ingest")) return;
    await leaveEdges(inner, [id]);
    if (!(await hasOtherProcess(inner, id, "ingest"))) await restartReconnecting(inner);
  }

  let registered = await inTransaction(ctx, async (inner) => {
    const begun = await repository.upsertProcess(inner.db, { name, host, roles, diskFreePercent });
    await beginBroker(inner, begun.id);
    return begun;
  });

  async function registerAgain(): Promise<void> {
    registered = await inTransaction(ctx, async (inner) => {
      const next = await repository.insertProcess(inner.db, { name, host, roles, diskFreePercent });
      if (!next)
        throw new Error(`Another process has the name ${name}. Give each process its own PROCESS_NAME.`);
      await beginBroker(inner, next.id);
      return next;
    });
    onForgotten();
  }

  async function report(): Promise<void> {
    // A disk that fails or hangs must not look like the end of the process.
    const free = readDiskFree().catch((error: unknown) => {
      log.warn({ err: error }, "The free space of a disk could not be read");
      return diskFreePercent;
    });
    diskFreePercent = await Promise.race([free, sleep(DISK_MAX_MS, diskFreePercent, { ref: false })]);
    if (!(await repository.updateSeen(ctx.db, registered, diskFreePercent))) await registerAgain();
  }

  const reports = repeat("process", REPORT_MS, report, log, REPORT_MS);
  return {
    get id() {
      return registered.id;
    },
    async [Symbol.asyncDispose]() {
      await reports[Symbol.asyncDispose]();
      await endProcesses(ctx, [registered]).catch((error: unknown) =>
        log.warn({ err: error }, "The end of this process could not be recorded; others will notice it"),
      );
    },
  };
}

/** Removes processes, unless they have started again. Their edges are unknown until they connect elsewhere. */
async function endProcesses(ctx: Ctx, ended: readonly repository.RegisteredProcess[]): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const ids = await repository.lockProcesses(inner.db, ended);
    if (ids.length === 0) return;
    await leaveEdges(inner, ids);
    await repository.deleteProcesses(inner.db, ids);
  });
}

/** Whether edges can reach the server, and the processes that evaluate their readings. */
interface Reception {
  /** A process with a broker runs. */
  hasBroker: boolean;
  /** At least one runs, and all have reported lately: a missing value is then not the fault of the server. */
  isWhole: boolean;
  /** Processes with `jobs` that have reported lately. */
  jobsIds: number[];
}

/**
 * Watches the reports of all processes, and removes processes that have ended. A report is late only by this process's own rounds: after a
 * stall, or an outage of the database, the time of each process begins again.
 *
 * @returns a function to call in each round, with a monotonic time, ms
 */
export function createProcessWatch(): (ctx: Ctx, nowMs: number) => Promise<Reception> {
  interface Heard {
    seenAtMs: number;
    startedAtMs: number;
    sinceMs: number;
  }
  let heard = new Map<number, Heard>();
  let lastRoundMs = Number.NEGATIVE_INFINITY;
  return async (ctx, nowMs) => {
    const processes = await repository.listProcesses(ctx.db);
    const before = nowMs - lastRoundMs <= SILENT_MS ? heard : new Map<number, Heard>();
    lastRoundMs = nowMs;
    heard = new Map(
      processes.map(({ id, startedAt, seenAt }) => {
        const [startedAtMs, seenAtMs] = [startedAt.getTime(), seenAt.getTime()];
        const last = before.get(id);
        return [id, last?.seenAtMs === seenAtMs ? last : { startedAtMs, seenAtMs, sinceMs: nowMs }];
      }),
    );
    const silenceMs = (id: number) => nowMs - (heard.get(id)?.sinceMs ?? nowMs);
    const running = processes.filter(({ id }) => silenceMs(id) < ENDED_MS);
    if (running.length < processes.length)
      await endProcesses(
        ctx,
        processes.filter((one) => !running.includes(one)),
      );
    const brokers = running.filter(({ roles }) => roles.includes("ingest"));
    const hasRestarted = ({ id, startedAt }: (typeof brokers)[number]) =>
      (before.get(id)?.startedAtMs ?? startedAt.getTime()) !== startedAt.getTime();
    const isSilent = ({ id }: { id: number }) => silenceMs(id) >= SILENT_MS;
    const jobs = running.filter((one) => one.roles.includes("jobs") && !isSilent(one));
    return {
      jobsIds: jobs.map(({ id }) => id),
      hasBroker: brokers.length > 0,
      isWhole: brokers.length > 0 && brokers.every((one) => !isSilent(one) && !hasRestarted(one)),
    };
  };
}

/** Processes with a role that have reported lately. */
export const listRunning = (ctx: Ctx, role: ServerRole): Promise<number[]> =>
  repository.listSeen(ctx.db, { role, withinMs: SILENT_MS });

/** Whether another process with a role runs. */
export const hasOtherProcess = async (ctx: Ctx, ownId: number, role: ServerRole): Promise<boolean> =>
  (await listRunning(ctx, role)).some((id) => id !== ownId);

/** Whether a process is the first of those with a role. */
export const isFirstProcess = async (ctx: Ctx, id: number, role: ServerRole): Promise<boolean> =>
  (await repository.findFirst(ctx.db, role)) === id;

/** Free space of the fullest disk of all processes, %; null without a process. */
export const findLeastDiskFree = (ctx: Ctx) => repository.findLeastDiskFree(ctx.db);
