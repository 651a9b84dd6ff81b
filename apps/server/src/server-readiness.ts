import { statfs } from "node:fs/promises";

import type { getHealth, NotReadyReason } from "@verandah/contract/health.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import type { Ctx } from "#core/ctx.ts";
import type { WithDatabaseTimeout } from "#core/database/database-timeout.ts";
import { type Db, inspectDb, isDatabaseUnavailable } from "#core/db.ts";
import { type JobRuns, lateJobs } from "#core/jobs/job-runs.ts";
import type { Readiness } from "#core/readiness.ts";
import { clockDifference } from "#features/alarms/suspects/suspect-server-clock.ts";
import { countConnectedEdges } from "#features/devices/devices.service.ts";

import type { Ingest } from "./ingest.ts";

/** Free space with which a disk counts as full: PostgreSQL stops before the last byte. */
const FREE_MIN_BYTES = 64 * 1024 * 1024;
/** Readings that wait longer for their commit mean that the database stores nothing, ms. */
const WAITING_MAX_MS = 10_000;

type ReadFree = (folder: string) => Promise<number>;

const readFree: ReadFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

interface ServerParts {
  db: Db;
  now: () => Date;
  folders: readonly string[];
  bus: { readonly isConnected: boolean };
  readFree?: ReadFree;
}

/** Adds the checks of every process: database, clock, disks and bus. With those below, this is the readiness index of the server. */
export function addServerReadiness(readiness: Readiness, parts: ServerParts): void {
  const { db, now, folders, bus } = parts;
  readiness.add("database-down", async () => {
    const state = await inspectDb(db);
    const difference = clockDifference(now(), state.now);
    return [
      ...reasonIf(state.isReadOnly, "database-read-only", "The database accepts no writes"),
      ...reasonIf(difference !== undefined, "clock-differs", difference),
    ];
  });
  readiness.add("disk-full", async () => {
    const free = await Promise.all(folders.map((folder) => (parts.readFree ?? readFree)(folder)));
    const megabytes = FREE_MIN_BYTES / 1024 / 1024;
    return folders.flatMap((folder, at) =>
      reasonIf(
        (free[at] ?? 0) < FREE_MIN_BYTES,
        "disk-full",
        `The disk of ${folder} has less than ${megabytes} MB free`,
      ),
    );
  });
  readiness.add("bus-down", () =>
    reasonIf(!bus.isConnected, "bus-down", "The connection to the other processes of the server is lost"),
  );
}

const reasonIf = (isSo: boolean, code: NotReadyReason, message = "") => (isSo ? [{ code, message }] : []);

/** Adds the check of the role `ingest`. */
export function addIngestReadiness(
  readiness: Readiness,
  { writer }: { writer: Pick<Ingest["writer"], "counts" | "waitingMs"> },
): void {
  readiness.add("readings-waiting", () => {
    const { waitingMs, counts } = writer;
    const message = `${counts.waiting} readings have waited ${Math.round(waitingMs / 1_000)} s to be stored`;
    return reasonIf(waitingMs > WAITING_MAX_MS, "readings-waiting", message);
  });
}

/** Adds the check of the roles that have jobs. */
export function addJobReadiness(readiness: Readiness, jobs: JobRuns, nowMs: () => number = Date.now): void {
  readiness.add("jobs-late", () => {
    const late = lateJobs(jobs, nowMs());
    const message = `Jobs have not ended well for a long time: ${late.join(", ")}`;
    return reasonIf(late.length > 0, "jobs-late", message);
  });
}

/** A health check must answer soon, so it tests the database connection after this time, ms. */
const HEALTH_CHECK_AFTER_MS = 500;

/** Returns a function that reads the health of the process. */
export function createHealth(
  ctx: Ctx,
  withDatabaseTimeout: WithDatabaseTimeout,
  { hasBroker, isDemo }: { hasBroker: boolean; isDemo: boolean },
): () => Promise<ReplyOf<typeof getHealth>> {
  const shared = { broker: hasBroker ? "up" : "off", demo: isDemo } as const;
  return async () => {
    try {
      const edges = await withDatabaseTimeout(countConnectedEdges(ctx), HEALTH_CHECK_AFTER_MS);
      return { status: "ready", database: "up", edges, ...shared };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return { status: "unavailable", database: "down", edges: 0, ...shared };
    }
  };
}
