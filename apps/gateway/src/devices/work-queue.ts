/** So long what is not urgent may go on when something urgent waits, ms: a device that answers is done by then. */
const PATIENCE_MS = 100;

/**
 * One piece of work at a time, as a small controller likes it. What is urgent goes before what is not; within each, what came first goes
 * first, so that of two orders the later one stands. Work that is not urgent is told by its signal when something urgent has waited for
 * it too long: a device that is silent would keep an order waiting for every attempt of a poll.
 */
export class WorkQueue {
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  /** Of the work under way, unless that is urgent itself. */
  #interruption: AbortController | undefined;
  #patience: NodeJS.Timeout | undefined;

  async run<T>(
    work: (interrupted: AbortSignal) => Promise<T>,
    options: { isUrgent: boolean } = { isUrgent: false },
  ): Promise<T> {
    if (this.#isBusy) {
      const turn = Promise.withResolvers<void>();
      (options.isUrgent ? this.#urgent : this.#waiting).push(turn.resolve);
      if (options.isUrgent) this.#loseInterest();
      await turn.promise;
    }
    this.#isBusy = true;
    const interruption = new AbortController();
    this.#interruption = options.isUrgent ? undefined : interruption;
    try {
      return await work(interruption.signal);
    } finally {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }

  #loseInterest(): void {
    const interruption = this.#interruption;
    this.#patience ??= setTimeout(
      () => interruption?.abort(new Error("Something urgent waits")),
      PATIENCE_MS,
    );
  }
}
