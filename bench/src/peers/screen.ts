import { monotonicMs } from "../load/monotonic.ts";

/** Updates of one open screen: each value is the time of its sending. */
export interface Screen {
  /** From sending until the screen had it, ms; repeated values count once. */
  readonly latenciesMs: readonly number[];
  readonly close: () => void;
}

/** Collects a screen's updates; values sent before it was opened do not count. */
export class Updates {
  readonly latenciesMs: number[] = [];
  readonly #openedAtMs = monotonicMs();
  readonly #lastOf = new Map<string, number>();

  take(tag: string, value: unknown): void {
    const sentAtMs = Number(value);
    if (!(sentAtMs > (this.#lastOf.get(tag) ?? this.#openedAtMs))) return;
    this.#lastOf.set(tag, sentAtMs);
    this.latenciesMs.push(monotonicMs() - sentAtMs);
  }
}
