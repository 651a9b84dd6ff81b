/** Tells a person who waits for the start what is being done. */
export type Say = (text: string) => void;

/** A step that is done within this is not worth a word, ms. */
const SAID_AFTER_MS = 2_000;
/** How often a step says that it goes on, ms. */
const SAID_EVERY_MS = 10_000;

/** Passes `work` on, and says meanwhile what it is and for how long it goes on already. @throws what `work` throws */
export async function sayMeanwhile<T>(say: Say, step: string, work: Promise<T>): Promise<T> {
  const beganMs = performance.now();
  let timer = setTimeout(tell, SAID_AFTER_MS);
  function tell(): void {
    say(`${step}: ${Math.round((performance.now() - beganMs) / 1_000)} s`);
    timer = setTimeout(tell, SAID_EVERY_MS);
  }
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
