import { type Rig, startRig } from "./rig.ts";

/** Hands out systems under test: a fresh one for each bench, or one for all when they only have to work. */
export class Rigs implements AsyncDisposable {
  readonly #isShared: boolean;
  readonly #say: (text: string) => void;
  readonly #open = new Set<Rig>();
  #shared: Promise<Rig> | undefined;

  constructor(options: { isShared: boolean; say: (text: string) => void }) {
    this.#isShared = options.isShared;
    this.#say = options.say;
  }

  /** Runs `work` on a system of 5,000 points; with `hasLone`, 5,000 more behind one gateway. */
  async use<T>({ hasLone = false }, work: (rig: Rig) => Promise<T>): Promise<T> {
    if (this.#isShared) {
      this.#shared ??= this.#start(true);
      return work(await this.#shared);
    }
    const rig = await this.#start(hasLone);
    try {
      return await work(rig);
    } finally {
      await this.#stop(rig);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open].map((rig) => this.#stop(rig)));
  }

  async #start(hasLone: boolean): Promise<Rig> {
    const rig = await startRig({ hasLone, say: this.#say });
    this.#open.add(rig);
    return rig;
  }

  async #stop(rig: Rig): Promise<void> {
    this.#open.delete(rig);
    await rig[Symbol.asyncDispose]();
  }
}
