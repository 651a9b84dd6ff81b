import { hostname } from "node:os";

import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { pingDb } from "#core/db.ts";
import type { JobRuns } from "#core/jobs/job-runs.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { histogram, LAG_BUCKETS_SECOND, type Metrics, oneSample, samplesOf } from "#core/metrics.ts";
import type { ServerRole } from "#core/settings.ts";
import { countActiveAlarms } from "#features/alarms/alarms.service.ts";
import { countOpenCommands } from "#features/commands/command-lists.service.ts";
import { type EdgesOfProcess, listEdgeStatuses } from "#features/devices/devices.service.ts";
import { countMails } from "#features/mails/mail-outbox.service.ts";
import { isFirstProcess, type RunningProcess } from "#features/processes/processes.service.ts";
import { listCalendarStates } from "#features/room-calendars/room-calendars.service.ts";

import type { AppParts } from "./app.ts";
import type { Ingest } from "./ingest.ts";

/** A database without an answer after this time counts as down, ms. */
const PING_MAX_MS = 800;
/** Number of readings in a batch, up to a full one. */
const BATCH_BUCKETS = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

/** Adds the metrics of every process: calls, streams, database. With `addIngestMetrics` this is the metrics index of the server. */
export function addServerMetrics(
  metrics: Metrics,
  parts: { ctx: Ctx; bus: Bus; hub: LiveHub; roles: readonly ServerRole[] },
): { onAnswered: NonNullable<AppParts["onAnswered"]> } {
  const { ctx, bus, hub, roles } = parts;
  metrics.gauge(
    "verandah_process",
    "1, with the host and the roles of this process",
    ["host", "roles"],
    () => [{ labels: { host: hostname(), roles: roles.join(",") }, value: 1 }],
  );
  const calls = histogram("verandah_call_seconds", "From a REST call to its answer", LAG_BUCKETS_SECOND, [
    "method",
    "route",
    "status",
  ]);
  metrics.add(calls);
  metrics.gauge("verandah_live_streams", "Live streams that are open", [], () =>
    oneSample(hub.list().length),
  );
  metrics.counter("verandah_live_total", "Streams opened, streams dropped and events written", ["what"], () =>
    samplesOf("what", hub.counts),
  );
  metrics.gauge("verandah_database_up", "1 while the database answers, else 0", [], async () =>
    oneSample((await isResponding(ctx)) ? 1 : 0),
  );
  const changes: Record<string, number> = {};
  function countChanges(state: string, count: number, isOwn: boolean): void {
    // Each process counts its own, so that they may be added up.
    if (isOwn) changes[state] = (changes[state] ?? 0) + count;
  }
  bus.subscribe("commands-accepted", ({ count }, isOwn) => countChanges("accepted", count, isOwn));
  bus.subscribe("command-changed", ({ state }, isOwn) => countChanges(state, 1, isOwn));
  metrics.counter(
    "verandah_command_changes_total",
    "Commands that this process has brought into a state since it started",
    ["state"],
    () => samplesOf("state", changes),
  );
  return {
    onAnswered: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: String(status) }, seconds),
  };
}

/**
 * Adds the metrics of the process with the broker: messages, readings, and its edges with their open commands. Edges of no process belong to
 * the first one, so that each edge counts once in the sum over all processes.
 *
 * @param running this process
 */
export function addIngestMetrics(
  metrics: Metrics,
  ctx: Ctx,
  { ingest, running }: { ingest: Ingest; running: Promise<Pick<RunningProcess, "id">> },
): void {
  async function findEdges(): Promise<EdgesOfProcess> {
    const { id } = await running;
    return { processId: id, withoutProcess: await isFirstProcess(ctx, id, "ingest") };
  }
  metrics.add(ingest.broker.acknowledging);
  metrics.gauge("verandah_broker_connections", "Edges connected to the broker", [], () =>
    oneSample(ingest.broker.connections),
  );
  addWriterMetrics(metrics, ingest.writer);
  metrics.counter(
    "verandah_refused_total",
    "Rejected messages, logins, frames and clients",
    ["reason"],
    () => {
      const tooManyWaiting = ingest.writer.counts.refused;
      return samplesOf("reason", { ...ingest.counts, tooManyWaiting, ...ingest.broker.counts });
    },
  );
  metrics.gauge("verandah_commands_open", "Open commands to the edges of this process", ["state"], async () =>
    (await countOpenCommands(ctx, await findEdges())).map(({ state, count }) => ({
      labels: { state },
      value: count,
    })),
  );
  addEdgeMetrics(
    metrics,
    shareRunning(async () => listEdgeStatuses(ctx, await findEdges())),
  );
}

function addWriterMetrics(metrics: Metrics, writer: Ingest["writer"]): void {
  metrics.counter("verandah_readings_total", "Readings by outcome", ["outcome"], () => {
    const { stored, unchanged, unknownPoint, wrongTime, otherUnit, impossible } = writer.counts;
    return samplesOf("outcome", { stored, unchanged, unknownPoint, wrongTime, otherUnit, impossible });
  });
  metrics.counter("verandah_messages_repeated_total", "Readings messages that were received before", [], () =>
    oneSample(writer.counts.repeatedMessages),
  );
  metrics.counter("verandah_readings_suspect_total", "Readings stored as suspect", [], () =>
    oneSample(writer.counts.suspect),
  );
  metrics.gauge("verandah_readings_waiting", "Readings not yet committed", [], () =>
    oneSample(writer.counts.waiting),
  );
  const sizes = histogram("verandah_batch_readings", "Readings stored in one commit", BATCH_BUCKETS);
  const commits = histogram("verandah_batch_commit_seconds", "Duration of a commit", LAG_BUCKETS_SECOND);
  metrics.add(sizes);
  metrics.add(commits);
  writer.onCommit = (readings, tookMs) => {
    sizes.observe(readings);
    commits.observe(tookMs / 1_000);
  };
}

/** Adds the metrics of the repeated jobs of this process. */
export function addJobMetrics(metrics: Metrics, { list }: JobRuns): void {
  metrics.counter("verandah_job_runs_total", "Runs of a job by outcome", ["job", "outcome"], () =>
    list.flatMap(({ job, succeeded, failed }) => [
      { labels: { job, outcome: "succeeded" }, value: succeeded },
      { labels: { job, outcome: "failed" }, value: failed },
    ]),
  );
  metrics.gauge(
    "verandah_job_succeeded_timestamp_seconds",
    "When a job last ended without an error, or was started",
    ["job"],
    () => list.map(({ job, wellAtMs }) => ({ labels: { job }, value: wellAtMs / 1_000 })),
  );
}

/** Adds the metrics of alarms, mails and room calendars, which the process with the jobs reads from the database. */
export function addSiteMetrics(metrics: Metrics, ctx: Ctx): void {
  metrics.gauge(
    "verandah_alarms_active",
    "Active alarms by class, and by whether a person has acknowledged them",
    ["class", "acknowledged"],
    async () =>
      (await countActiveAlarms(ctx)).map(({ isCritical, isAcknowledged, count }) => ({
        labels: { class: isCritical ? "critical" : "low", acknowledged: String(isAcknowledged) },
        value: count,
      })),
  );
  const mails = shareRunning(() => countMails(ctx));
  metrics.gauge(
    "verandah_mails",
    "E-mails that are pending, and those of 30 days that were sent or dropped",
    ["state"],
    async () => {
      const { pending, sent, dropped } = await mails();
      return samplesOf("state", { pending, sent, dropped });
    },
  );
  metrics.gauge("verandah_mails_oldest_pending_seconds", "Age of the oldest pending e-mail", [], async () =>
    oneSample((await mails()).oldestPendingMs / 1_000),
  );
  const calendars = shareRunning(() => listCalendarStates(ctx));
  metrics.gauge("verandah_room_calendars", "Room calendars by their last result", ["result"], async () => {
    const results = (await calendars()).map(
      ({ problem, syncedAt }) => problem ?? (syncedAt ? "read" : "never-read"),
    );
    return [...Map.groupBy(results, (result) => result)].map(([result, { length }]) => ({
      labels: { result },
      value: length,
    }));
  });
  metrics.gauge(
    "verandah_room_calendars_oldest_read_seconds",
    "Time since the last complete reading of the room calendar for which it was the longest ago",
    [],
    async () => {
      const times = (await calendars()).flatMap(({ syncedAt }) => syncedAt?.getTime() ?? []);
      return times.length === 0 ? [] : oneSample((ctx.now().getTime() - Math.min(...times)) / 1_000);
    },
  );
}

export function addRetentionMetrics(metrics: Metrics, counts: { repeated: number }): void {
  metrics.counter(
    "verandah_readings_repeated_total",
    "Duplicate readings found when an hour was closed; they count once",
    [],
    () => oneSample(counts.repeated),
  );
}

/** Adds the state, outbox and drivers that each edge reports. */
function addEdgeMetrics(metrics: Metrics, list: () => ReturnType<typeof listEdgeStatuses>): void {
  metrics.gauge("verandah_edges", "Edges by kind and state", ["kind", "state"], async () => {
    const counts = new Map<string, { labels: { kind: string; state: string }; value: number }>();
    for (const { kind, state } of await list()) {
      const sample = counts.get(`${kind}/${state}`) ?? { labels: { kind, state }, value: 0 };
      counts.set(`${kind}/${state}`, { ...sample, value: sample.value + 1 });
    }
    return [...counts.values()];
  });
  for (const [name, help, field] of [
    ["verandah_edge_outbox_pending", "Messages pending in an edge's outbox", "outboxPending"],
    ["verandah_edge_outbox_dropped", "Messages that an edge has dropped", "outboxDropped"],
  ] as const)
    metrics.gauge(name, `${help}, as reported by the edge`, ["edge"], async () =>
      (await list()).flatMap((edge) => {
        const value = edge[field];
        return value === null ? [] : [{ labels: { edge: edge.ssid }, value }];
      }),
    );
  const drivers = async () =>
    (await list()).flatMap((edge) =>
      edge.drivers.map((driver) => ({ driver, labels: { edge: edge.ssid, protocol: driver.protocol } })),
    );
  const ofDriver = ["edge", "protocol"];
  metrics.gauge("verandah_driver_up", "1 while the gateway's drivers of a protocol run", ofDriver, async () =>
    (await drivers()).map(({ labels, driver }) => ({ labels, value: driver.isUp ? 1 : 0 })),
  );
  metrics.gauge("verandah_driver_devices", "Devices behind a gateway's drivers", ofDriver, async () =>
    (await drivers()).map(({ labels, driver }) => ({ labels, value: driver.devices })),
  );
  metrics.counter("verandah_driver_restarts_total", "Times that drivers were restarted", ofDriver, async () =>
    (await drivers()).map(({ labels, driver }) => ({ labels, value: driver.restarts })),
  );
  metrics.counter(
    "verandah_driver_events_total",
    "Errors and rejected messages of a gateway's drivers",
    [...ofDriver, "what"],
    async () =>
      (await drivers()).flatMap(({ labels, driver }) =>
        Object.entries(driver.counts).map(([what, value]) => ({ labels: { ...labels, what }, value })),
      ),
  );
}

/** Shares one running query between concurrent callers. */
function shareRunning<T>(query: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= query().finally(() => (running = undefined)));
}

function isResponding(ctx: Ctx): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PING_MAX_MS);
    pingDb(ctx.db)
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
