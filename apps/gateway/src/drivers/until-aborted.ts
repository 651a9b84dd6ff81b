/** Settles like `work`, but rejects as soon as `signal` aborts. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts after some time, ms, or with any of `signals`. Dispose it when the work has ended: with `AbortSignal.any` Node 24
 * keeps each signal that follows others with a time limit for ever.
 */
export function deadlineOf(ms: number, ...signals: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("No answer in time", "TimeoutError")), ms);
  timer.unref();
  const leave = signals.map((signal) => {
    const stop = () => controller.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    return () => signal.removeEventListener("abort", stop);
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const one of leave) one();
    },
  };
}
