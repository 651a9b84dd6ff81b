/** One piece of work at a time, as a small controller likes it; what is urgent goes before what waits. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  async run<T>(work: () => Promise<T>, options: { isUrgent: boolean } = { isUrgent: false }): Promise<T> {
    if (this.#isBusy) {
      const turn = Promise.withResolvers<void>();
      if (options.isUrgent) this.#waiting.unshift(turn.resolve);
      else this.#waiting.push(turn.resolve);
      await turn.promise;
    }
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }
}
