/** Other work may continue for this time while urgent work waits, ms. A device that answers needs less time. */
const INTERRUPT_AFTER_MS = 100;

/**
 * Runs one piece of work at a time, because small controllers handle one request at a time. Urgent work runs first. Otherwise the order
 * stays the same, so that the later of two commands remains in force. When urgent work waits too long, the signal interrupts other work: a
 * command must not wait for all retries of a poll of a silent device.
 */
export class WorkQueue {
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  /** Interrupts the running work; undefined while urgent work runs. */
  #interruption: AbortController | undefined;
  #interruptTimer: NodeJS.Timeout | undefined;

  async run<T>(
    work: (interrupted: AbortSignal) => Promise<T>,
    options: { isUrgent: boolean } = { isUrgent: false },
  ): Promise<T> {
    if (this.#isBusy) {
      const turn = Promise.withResolvers<void>();
      (options.isUrgent ? this.#urgent : this.#waiting).push(turn.resolve);
      if (options.isUrgent) this.#interruptSoon();
      await turn.promise;
    }
    this.#isBusy = true;
    const interruption = new AbortController();
    this.#interruption = options.isUrgent ? undefined : interruption;
    try {
      return await work(interruption.signal);
    } finally {
      clearTimeout(this.#interruptTimer);
      this.#interruptTimer = undefined;
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }

  #interruptSoon(): void {
    const interruption = this.#interruption;
    this.#interruptTimer ??= setTimeout(
      () => interruption?.abort(new Error("Interrupted by urgent work")),
      INTERRUPT_AFTER_MS,
    );
  }
}
