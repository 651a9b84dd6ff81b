import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Consecutive calls without an answer after which a program counts as hung and not as busy. */
const MISSES_MAX = 4;
/** A URL does not contain it. */
const HTTP_PORT = 80;

export interface HealthCalls {
  /** Resolves with any answer of the program; rejects without one in time. */
  readonly call: (timeoutMs: number) => Promise<unknown>;
  readonly everyMs?: number;
  readonly answerMaxMs?: number;
}

/**
 * A health call over HTTP. Any status counts as an answer: a restart does not help a server that has no database. An HTTP client of Node
 * would add 6 MB to the supervisor, and `fetch` 17 MB.
 */
export const callUrl =
  ({ hostname, port, host, pathname }: URL) =>
  (timeoutMs: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({
        host: hostname.replaceAll(/[[\]]/g, ""),
        port: Number(port || HTTP_PORT),
        signal: AbortSignal.timeout(timeoutMs),
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("The connection was closed without an answer.")));
      socket.once("data", () => {
        resolve();
        socket.destroy();
      });
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });

/** Calls `onHung`, once, when several calls in a row have had no answer. @returns a function that ends the watch */
export function watchHealth(calls: HealthCalls, onHung: () => void): () => void {
  const { call, everyMs = 5_000, answerMaxMs = 5_000 } = calls;
  const ending = new AbortController();
  async function watch(): Promise<void> {
    for (let misses = 0; misses < MISSES_MAX;) {
      await sleep(everyMs, undefined, { signal: ending.signal });
      const isAnswered = await call(answerMaxMs).then(
        () => true,
        () => false,
      );
      misses = isAnswered ? 0 : misses + 1;
    }
    if (!ending.signal.aborted) onHung();
  }
  // Ending the watch rejects its sleep.
  void watch().catch(() => undefined);
  return () => ending.abort();
}
