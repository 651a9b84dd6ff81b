/**
 * One piece of work at a time, as a small controller likes it. What is urgent goes before what is not; within each, what came first goes
 * first, so that of two orders the later one stands.
 */
export class WorkQueue {
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  async run<T>(work: () => Promise<T>, options: { isUrgent: boolean } = { isUrgent: false }): Promise<T> {
    if (this.#isBusy) {
      const turn = Promise.withResolvers<void>();
      (options.isUrgent ? this.#urgent : this.#waiting).push(turn.resolve);
      await turn.promise;
    }
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.#urgent.shift() ?? this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }
}
