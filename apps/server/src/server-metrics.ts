import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { pingDb } from "#core/db.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { histogram, LAG_BUCKETS_SECOND, type Metrics, oneSample, samplesOf } from "#core/metrics.ts";
import { countOpenCommands } from "#features/commands/command-lists.service.ts";
import { listEdgeFigures } from "#features/devices/devices.service.ts";

import type { AppParts } from "./app.ts";
import type { Ingest } from "./ingest.ts";

/** A database that has not answered by then counts as away, ms. */
const PING_MAX_MS = 800;
/** Up to a batch that is full. */
const BATCH_BUCKETS = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

/** What every process shows: its calls, its streams, its database. The figure index of the server, with `showIngest`. */
export function showServer(
  metrics: Metrics,
  parts: { ctx: Ctx; bus: Bus; hub: LiveHub },
): { onAnswered: NonNullable<AppParts["onAnswered"]> } {
  const { ctx, bus, hub } = parts;
  const calls = histogram(
    "verandah_call_seconds",
    "From a call of the REST interface to its answer",
    LAG_BUCKETS_SECOND,
    ["method", "route", "status"],
  );
  metrics.add(calls);
  metrics.gauge("verandah_live_streams", "Live streams that are open", [], () =>
    oneSample(hub.list().length),
  );
  metrics.counter("verandah_live_total", "Streams opened and dropped, and events written", ["what"], () =>
    samplesOf("what", hub.counts),
  );
  metrics.gauge("verandah_database_up", "1 while the database answers, else 0", [], async () =>
    oneSample((await isAnswering(ctx)) ? 1 : 0),
  );
  const changes: Record<string, number> = {};
  bus.subscribe(
    "commands-accepted",
    ({ count }) => void (changes["accepted"] = (changes["accepted"] ?? 0) + count),
  );
  bus.subscribe("command-changed", ({ state }) => void (changes[state] = (changes[state] ?? 0) + 1));
  metrics.counter(
    "verandah_command_changes_total",
    "Commands that came into a state since this process began",
    ["state"],
    () => samplesOf("state", changes),
  );
  return {
    onAnswered: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: String(status) }, seconds),
  };
}

/** What the one process that holds the broker shows: messages, readings, edges and the commands under way. */
export function showIngest(metrics: Metrics, ctx: Ctx, ingest: Ingest): void {
  metrics.add(ingest.broker.acknowledging);
  metrics.gauge("verandah_broker_connections", "Edges connected to the broker", [], () =>
    oneSample(ingest.broker.connections),
  );
  showWriter(metrics, ingest.writer);
  metrics.counter(
    "verandah_refused_total",
    "Messages, logins, frames and clients that were turned away",
    ["reason"],
    () => {
      const tooManyWaiting = ingest.writer.counts.refused;
      return samplesOf("reason", { ...ingest.counts, tooManyWaiting, ...ingest.broker.counts });
    },
  );
  metrics.gauge("verandah_commands_open", "Commands under way", ["state"], async () =>
    (await countOpenCommands(ctx)).map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  showEdges(metrics, ctx);
}

/** What becomes of the readings. */
function showWriter(metrics: Metrics, writer: Ingest["writer"]): void {
  metrics.counter("verandah_readings_total", "Readings by what became of them", ["outcome"], () => {
    const { stored, unchanged, unknownPoint, wrongTime, impossible } = writer.counts;
    return samplesOf("outcome", { stored, unchanged, unknownPoint, wrongTime, impossible });
  });
  metrics.counter("verandah_messages_repeated_total", "Messages of readings that had come before", [], () =>
    oneSample(writer.counts.repeatedMessages),
  );
  metrics.counter("verandah_readings_suspect_total", "Readings taken as suspect", [], () =>
    oneSample(writer.counts.suspect),
  );
  metrics.gauge("verandah_readings_waiting", "Readings that wait for their commit", [], () =>
    oneSample(writer.counts.waiting),
  );
  const sizes = histogram("verandah_batch_readings", "Readings stored in one commit", BATCH_BUCKETS);
  const commits = histogram("verandah_batch_commit_seconds", "How long a commit takes", LAG_BUCKETS_SECOND);
  metrics.add(sizes);
  metrics.add(commits);
  writer.onCommit = (readings, tookMs) => {
    sizes.observe(readings);
    commits.observe(tookMs / 1_000);
  };
}

/** What the keeping of readings found. */
export function showKeeping(metrics: Metrics, counts: { repeated: number }): void {
  metrics.counter(
    "verandah_readings_repeated_total",
    "Readings that were stored twice and were found so when their hour was closed; they count once",
    [],
    () => oneSample(counts.repeated),
  );
}

/** What the edges say of themselves: how they are, what waits in their outboxes, and how a gateway's drivers fare. */
function showEdges(metrics: Metrics, ctx: Ctx): void {
  const list = sharing(() => listEdgeFigures(ctx));
  metrics.gauge("verandah_edges", "Edges by kind and state", ["kind", "state"], async () => {
    const counts = new Map<string, { labels: { kind: string; state: string }; value: number }>();
    for (const { kind, state } of await list()) {
      const sample = counts.get(`${kind}/${state}`) ?? { labels: { kind, state }, value: 0 };
      counts.set(`${kind}/${state}`, { ...sample, value: sample.value + 1 });
    }
    return [...counts.values()];
  });
  for (const [name, help, field] of [
    ["verandah_edge_outbox_pending", "Messages that wait in an edge's outbox", "outboxPending"],
    ["verandah_edge_outbox_dropped", "Messages that an edge has given up", "outboxDropped"],
  ] as const)
    metrics.gauge(name, `${help}, by its own word`, ["edge"], async () =>
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
  metrics.gauge("verandah_driver_up", "1 while a gateway's drivers of a protocol run", ofDriver, async () =>
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
    "What a gateway's drivers kept out or what went wrong",
    [...ofDriver, "what"],
    async () =>
      (await drivers()).flatMap(({ labels, driver }) =>
        Object.entries(driver.counts).map(([what, value]) => ({ labels: { ...labels, what }, value })),
      ),
  );
}

/** One question to the database for all who ask at the same time. */
function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask().finally(() => (asked = undefined)));
}

function isAnswering(ctx: Ctx): Promise<boolean> {
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
