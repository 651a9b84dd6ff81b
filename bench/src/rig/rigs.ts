import { makeCampus } from "./campus.ts";
import { type Rig, startRig } from "./rig.ts";
import { startSystem, type WholeSystem } from "./started-system.ts";

/** Hands out systems under test: a fresh one for each bench, or one for all when they only have to work. */
export class Rigs implements AsyncDisposable {
  readonly #isShared: boolean;
  readonly #say: (text: string) => void;
  readonly #open = new Set<Rig>();
  #shared: Promise<Rig> | undefined;
  #sharedSystem: Promise<WholeSystem> | undefined;

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

  /** Runs `work` on a system of 5,000 points, or one with the demo, that `npm start` has started. */
  async useWhole<T>({ isDemo }: { isDemo: boolean }, work: (system: WholeSystem) => Promise<T>): Promise<T> {
    const { site } = makeCampus({ hasLone: false });
    if (this.#isShared) {
      // Without the demo, whose first start takes the longest.
      this.#sharedSystem ??= startSystem({ site });
      return work(await this.#sharedSystem);
    }
    await using system = await startSystem(isDemo ? {} : { site });
    return await work(system);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const system = this.#sharedSystem;
    this.#sharedSystem = undefined;
    await (await system)?.[Symbol.asyncDispose]();
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
