/**
 * Runs the work of each key one after the other, in the order of the calls. A failure does not block the next work. `has` is true while a
 * key has work.
 */
export function createQueuePerKey<K = string>() {
  const last = new Map<K, Promise<unknown>>();
  const enqueue = <T>(key: K, work: () => Promise<T>): Promise<T> => {
    const previous = last.get(key) ?? Promise.resolve();
    const result = previous.then(() => work());
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return result;
  };
  return Object.assign(enqueue, { has: (key: K) => last.has(key) });
}
