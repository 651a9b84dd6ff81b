import { type Compared, type Rounds, spreadOf } from "../../rounds.ts";

export interface Candidate<T> {
  readonly name: string;
  readonly measure: () => Promise<T>;
  /** For the console. */
  readonly describe: (found: T) => string;
}

/**
 * Measures all systems once per round; each round begins with the next one.
 *
 * @returns the results of each, by name, in the order of the rounds
 */
export async function measureInRotation<T>(
  work: string,
  rounds: Rounds,
  options: { readonly rounds: number; readonly print: (text: string) => void },
  candidates: readonly Candidate<T>[],
): Promise<(name: string) => T[]> {
  const found = new Map<string, T[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    options.print(`${work}, round ${round + 1} of ${options.rounds}: ${await rounds.probe()}`);
    for (let turn = 0; turn < candidates.length; turn += 1) {
      const candidate = candidates[(round + turn) % candidates.length];
      if (!candidate) continue;
      const result = await candidate.measure();
      found.get(candidate.name)?.push(result);
      options.print(`  ${candidate.name}: ${candidate.describe(result)}`);
    }
  }
  return (name) => found.get(name) ?? [];
}

/** Compares the product with another system, round by round. */
export function compare(ours: readonly number[], others: readonly number[]): Compared {
  return {
    ours: spreadOf(ours).median,
    reference: spreadOf(others).median,
    ratio: spreadOf(ours.map((result, round) => result / (others[round] ?? Number.NaN))),
  };
}

/** Tries all choices the first time, and only the best of them from then on. `isBetter(a, b)`: a is better than b. */
export class BestChoice<C, T> {
  readonly #choices: readonly C[];
  readonly #isBetter: (a: T, b: T) => boolean;
  #best: C | undefined;

  constructor(choices: readonly C[], isBetter: (a: T, b: T) => boolean) {
    this.#choices = choices;
    this.#isBetter = isBetter;
  }

  /** The choice that was best. @throws Error before the first measurement */
  get best(): C {
    if (this.#best === undefined) throw new Error("Nothing was measured yet.");
    return this.#best;
  }

  async measure(measure: (choice: C) => Promise<T>): Promise<T> {
    if (this.#best !== undefined) return measure(this.#best);
    let best: { choice: C; found: T } | undefined;
    for (const choice of this.#choices) {
      const found = await measure(choice);
      if (!best || this.#isBetter(found, best.found)) best = { choice, found };
    }
    if (!best) throw new Error("There is nothing to choose from.");
    this.#best = best.choice;
    return best.found;
  }
}
