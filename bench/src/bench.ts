import type { Rigs } from "./rig/rigs.ts";
import type { Table } from "./table.ts";

export interface BenchOptions {
  /** A few seconds, only to see that everything still works; its figures say nothing. */
  readonly isShort: boolean;
  /** With the work that does not fit into two minutes. */
  readonly isLargest: boolean;
  /** How often each pair of figures is measured. */
  readonly rounds: number;
  /** Progress for a person. */
  readonly say: (text: string) => void;
  /** Systems under test. */
  readonly rigs: Rigs;
}

/** One benchmark: `npm run bench -- <name>`. */
export interface Bench {
  readonly name: string;
  /** One sentence: the work, and the yardstick. */
  readonly describe: string;
  /** Whether it installs other people's programs at run time: then it is no part of the tests. */
  readonly needsRegistry?: true;
  /** Measures within two minutes. Whatever it starts has ended when it settles. */
  readonly run: (options: BenchOptions) => Promise<Table>;
}
