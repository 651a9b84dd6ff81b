interface Call<T, R> {
  readonly item: T;
  readonly outcome: PromiseWithResolvers<R>;
}

/**
 * Joins calls in batches. While `work` runs, further items wait for its next run. When it fails, the calls of its items fail.
 *
 * @param max items of one run
 * @param work returns a function that returns the result of an item
 * @param keyOf items with the same key go to separate runs
 */
export function createBatches<T, R>(
  max: number,
  work: (items: readonly T[]) => Promise<(item: T) => R | PromiseLike<R>>,
  keyOf?: (item: T) => unknown,
): (item: T) => Promise<R> {
  let waiting: Call<T, R>[] = [];
  let isRunning = false;

  function takeBatch(): Call<T, R>[] {
    const batch: Call<T, R>[] = [];
    const rest: Call<T, R>[] = [];
    const keys = new Set<unknown>();
    for (const call of waiting) {
      const key = keyOf ? keyOf(call.item) : call;
      const hasPlace = batch.length < max && !keys.has(key);
      if (hasPlace) keys.add(key);
      (hasPlace ? batch : rest).push(call);
    }
    waiting = rest;
    return batch;
  }

  async function run(): Promise<void> {
    isRunning = true;
    // Calls that follow at once are in the first batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const resultOf = await work(batch.map(({ item }) => item));
        for (const { item, outcome } of batch) outcome.resolve(resultOf(item));
      } catch (error) {
        for (const { outcome } of batch) outcome.reject(error);
      }
    }
    isRunning = false;
  }

  return (item) => {
    const outcome = Promise.withResolvers<R>();
    waiting.push({ item, outcome });
    if (!isRunning) void run();
    return outcome.promise;
  };
}
