import { createServer } from "node:http";

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import { type ListenAddress, listenOn } from "./http/listen.ts";

export type { Histogram } from "prom-client";

/** Buckets from a local acknowledgement up to the acknowledgement timeout of an edge, s. */
export const LAG_BUCKETS_SECOND = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20,
];

/** A metric is left out when the database does not return its values within this time, ms. */
const READ_MAX_MS = 1_000;
/** A request that takes longer than this is closed, ms. */
const REQUEST_MAX_MS = 10_000;

/** One value of a metric with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Read = () => readonly Sample[] | Promise<readonly Sample[]>;
type Show = (name: string, help: string, labels: readonly string[], read: Read) => void;

/** The metrics of this process in the Prometheus text format. They are read only when a scraper requests them. */
export interface Metrics {
  /** A value that rises and falls. `name` ends in its unit. */
  gauge: Show;
  /** A value that only rises and that another part counts. `name` ends in `_total`. */
  counter: Show;
  /** Publishes a distribution that another part updates; see `histogram`. */
  add: (metric: Histogram) => void;
  text: () => Promise<string>;
  readonly contentType: string;
}

/** A distribution that is in no registry until `Metrics.add` publishes it. */
export function histogram<L extends string>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly L[] = [],
): Histogram<L> {
  return new Histogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers: [] });
}

/** One sample per entry of `counts`. Its name in snake case is the value of the label `label`. */
export function samplesOf(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([name, value]) => ({
    labels: { [label]: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
    value,
  }));
}

/** One sample without labels. */
export const oneSample = (value: number): Sample[] => [{ labels: {}, value }];

/** Interval of the measurements of the event loop's delay, ms. The default of 10 wakes an idle process a hundred times a second. */
const LOOP_DELAY_MS = 200;

/** Creates the metrics with those of the process itself (`process_…`, `nodejs_…`). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_DELAY_MS });
  let unread = 0;

  /** Returns the samples, or none when they cannot be read now. One failing metric must not hide the others. */
  async function attempt(read: Read): Promise<readonly Sample[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("No answer")), READ_MAX_MS);
    });
    try {
      return await Promise.race([Promise.resolve().then(read), late]);
    } catch {
      // The counter below reports the failure; the metric is missing in the output.
      unread += 1;
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  const show =
    (Kind: typeof Gauge | typeof Counter): Show =>
    (name, help, labels, read) => {
      const metric = new Kind({
        name,
        help,
        labelNames: [...labels],
        registers: [],
        async collect(this: Gauge | Counter) {
          const samples = await attempt(read);
          this.reset();
          // Without labels `reset` leaves a zero that was never measured.
          this.remove({});
          for (const sample of samples) this.inc(sample.labels, sample.value);
        },
      });
      registry.registerMetric(metric);
    };

  const metrics: Metrics = {
    gauge: show(Gauge),
    counter: show(Counter),
    add: (metric) => registry.registerMetric(metric),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
  metrics.counter(
    "verandah_figures_unread_total",
    "Metrics left out of an answer because they could not be read, mostly while the database is down",
    [],
    () => oneSample(unread),
  );
  return metrics;
}

/** An answer in JSON with its HTTP status. */
export interface StateAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/**
 * Serves `GET /metrics` on a separate port for a Prometheus near the server, and the state of the process at the paths of `states`. Every
 * client that reaches the port may read them.
 *
 * @throws the listen error, e.g. EADDRINUSE
 */
export async function serveMetrics(
  metrics: Metrics,
  listen: ListenAddress,
  states: Readonly<Record<string, () => Promise<StateAnswer>>> = {},
): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer({ requestTimeout: REQUEST_MAX_MS }, (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    async function answer(): Promise<void> {
      const readState = Object.hasOwn(states, path) ? states[path] : undefined;
      if (request.method === "GET" && path === "/metrics") {
        const text = await metrics.text();
        response.writeHead(200, { "content-type": metrics.contentType }).end(text);
      } else if (request.method === "GET" && readState) {
        const { status, body } = await readState();
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      } else response.writeHead(404).end();
    }
    answer().catch(() => response.writeHead(500).end());
  });
  const port = await listenOn(server, listen);
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
