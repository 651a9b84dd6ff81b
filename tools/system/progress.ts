/** Change of the share after which progress is reported again, and the longest interval of a slow step. */
const STEP_PERCENT = 20;
const SILENCE_MS = 15_000;

/** Passes on the progress of long steps at a readable rate. */
export class ProgressPrinter {
  readonly #print: (text: string) => void;
  readonly #printed = new Map<string, { percent: number; atMs: number }>();

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  report(text: string, done: number | undefined, total: number | undefined): void {
    if (done === undefined || !total) {
      this.#print(text);
      return;
    }
    const percent = Math.floor((done / total) * 100);
    const last = this.#printed.get(text);
    const nowMs = performance.now();
    const isDue = !last || percent >= last.percent + STEP_PERCENT || nowMs - last.atMs > SILENCE_MS;
    const hasEnded = percent >= 100 && last?.percent !== 100;
    if ((!isDue && !hasEnded) || last?.percent === percent) return;
    this.#printed.set(text, { percent, atMs: nowMs });
    this.#print(`${text}: ${percent} %`);
  }
}
