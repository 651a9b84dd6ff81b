/** Change of the share after which progress is reported again, and the longest interval of a slow step. */
const STEP_PERCENT = 20;
const SILENCE_MS = 15_000;

/** Passes on the progress of long steps at a readable rate. */
export class ProgressPrinter {
  readonly #say: (text: string) => void;
  readonly #said = new Map<string, { percent: number; atMs: number }>();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  report(text: string, done: number | undefined, total: number | undefined): void {
    if (done === undefined || !total) {
      this.#say(text);
      return;
    }
    const percent = Math.floor((done / total) * 100);
    const last = this.#said.get(text);
    const nowMs = performance.now();
    const isDue = !last || percent >= last.percent + STEP_PERCENT || nowMs - last.atMs > SILENCE_MS;
    const hasEnded = percent >= 100 && last?.percent !== 100;
    if ((!isDue && !hasEnded) || last?.percent === percent) return;
    this.#said.set(text, { percent, atMs: nowMs });
    this.#say(`${text}: ${percent} %`);
  }
}
