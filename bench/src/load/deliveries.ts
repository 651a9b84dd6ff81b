import type { PaceResult } from "./pace.ts";
import type { Stream, ViewersResult } from "./viewers.ts";

/** Outcome of the messages that open streams should have received. */
export interface Deliveries {
  /** From sending a message until a stream had an event with its value or a later one, ms; one per message and stream. */
  readonly latenciesMs: readonly number[];
  /** Only a later value was delivered. */
  readonly overtaken: number;
  /** Never delivered. */
  readonly missed: number;
}

interface Sent {
  readonly measuredAtMs: number;
  readonly sentAtMs: number;
}

/** Finds for each message and each stream that follows its device when the stream received it. */
export function matchDeliveries(
  pace: PaceResult,
  viewers: ViewersResult,
  streams: readonly Stream[],
): Deliveries {
  const sent = collectSent(pace);
  const waiting = streams.map(({ devices }) => {
    const followed = new Set(devices);
    return new Map(
      [...sent]
        .filter(([name]) => followed.has(deviceOf(name)))
        .map(([name, list]) => [name, { list, next: 0 }]),
    );
  });
  const latenciesMs: number[] = [];
  let overtaken = 0;
  for (const [event, keyId] of viewers.key.entries()) {
    const queue = waiting[viewers.stream[event] ?? -1]?.get(viewers.keys[keyId] ?? "");
    if (!queue) continue;
    const measuredAtMs = viewers.measuredAtMs[event] ?? 0;
    for (
      let one = queue.list[queue.next];
      one && one.measuredAtMs <= measuredAtMs;
      one = queue.list[queue.next]
    ) {
      if (one.measuredAtMs < measuredAtMs) overtaken += 1;
      latenciesMs.push((viewers.receivedAtMs[event] ?? Number.NaN) - one.sentAtMs);
      queue.next += 1;
    }
  }
  const missed = waiting
    .flatMap((queues) => [...queues.values()])
    .reduce((sum, { list, next }) => sum + list.length - next, 0);
  return { latenciesMs, overtaken, missed };
}

const deviceOf = (name: string) => name.slice(0, name.indexOf("/"));

function collectSent(pace: PaceResult): Map<string, Sent[]> {
  const sent = new Map<string, Sent[]>(pace.keys.map((name) => [name, []]));
  for (const [message, keyId] of pace.key.entries())
    sent.get(pace.keys[keyId] ?? "")?.push({
      measuredAtMs: pace.measuredAtMs[message] ?? 0,
      sentAtMs: pace.sentAtMs[message] ?? Number.NaN,
    });
  return sent;
}

/** From sending until the acknowledgement, ms. */
export function acknowledgements(pace: PaceResult): number[] {
  return Array.from(
    pace.sentAtMs,
    (sentAtMs, message) => (pace.acknowledgedAtMs[message] ?? Number.NaN) - sentAtMs,
  );
}
