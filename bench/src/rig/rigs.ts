import { type CampusSize, makeCampus } from "./campus.ts";
import { type Rig, startRig } from "./rig.ts";
import { startSystem, type WholeSystem } from "./started-system.ts";

/** Pumps of the one system that must only work. */
const SHARED_PUMPS = 50;

/** Provides systems under test: a new one for each bench, or one for all when they must only work. */
export class Rigs implements AsyncDisposable {
  readonly #isShared: boolean;
  readonly #print: (text: string) => void;
  readonly #open = new Set<Promise<AsyncDisposable>>();
  #rig: Promise<Rig> | undefined;
  #system: Promise<WholeSystem> | undefined;

  constructor(options: { isShared: boolean; print: (text: string) => void }) {
    this.#isShared = options.isShared;
    this.#print = options.print;
  }

  /** Runs `work` on a system of 5,000 points; with `hasLone`, 5,000 more behind one gateway; with `pumps`, so many solar pumps. */
  async use<T>(size: CampusSize, work: (rig: Rig) => Promise<T>): Promise<T> {
    if (!this.#isShared) return this.with(() => startRig({ ...size, print: this.#print }), work);
    this.#rig ??= this.#keep(startRig({ hasLone: true, pumps: SHARED_PUMPS, print: this.#print }));
    return work(await this.#rig);
  }

  /** Runs `work` on a system of 5,000 points, or one with the demo, that `npm start` has started. */
  async useWhole<T>({ isDemo }: { isDemo: boolean }, work: (system: WholeSystem) => Promise<T>): Promise<T> {
    const { site } = makeCampus({});
    if (!this.#isShared) return this.with(() => startSystem(isDemo ? {} : { site }), work);
    // Without the demo, whose first start takes the longest.
    this.#system ??= this.#keep(startSystem({ site }));
    return work(await this.#system);
  }

  /** Runs `work` on the result of `start`, and ends it afterwards, or when everything is ended before. */
  async with<R extends AsyncDisposable, T>(
    start: () => Promise<R>,
    work: (one: R) => Promise<T>,
  ): Promise<T> {
    const starting = this.#keep(start());
    try {
      return await work(await starting);
    } finally {
      await this.#end(starting);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open].map((one) => this.#end(one)));
  }

  #keep<R extends AsyncDisposable>(starting: Promise<R>): Promise<R> {
    this.#open.add(starting);
    // A system that did not start does not need to be ended.
    starting.catch(() => this.#open.delete(starting));
    return starting;
  }

  async #end(starting: Promise<AsyncDisposable>): Promise<void> {
    if (this.#open.delete(starting)) await (await starting)[Symbol.asyncDispose]();
  }
}
