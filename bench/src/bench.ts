import type { Rigs } from "./rig/rigs.ts";
import type { Table } from "./table.ts";

export interface BenchOptions {
  /** A few seconds, only to check that everything works; the results mean nothing. */
  readonly isShort: boolean;
  /** Includes work that does not fit into two minutes. */
  readonly isLargest: boolean;
  /** Number of measurements of each pair. */
  readonly rounds: number;
  /** Progress for the user. */
  readonly print: (text: string) => void;
  /** Systems under test. */
  readonly rigs: Rigs;
}

/** One benchmark: `npm run bench -- <name>`. */
export interface Bench {
  readonly name: string;
  /** One sentence: the work, and the reference. */
  readonly describe: string;
  /** Whether it installs third-party programs at run time; then it is not part of the tests. */
  readonly needsRegistry?: true;
  /** Measures within two minutes. Everything that it starts has ended when it settles. */
  readonly run: (options: BenchOptions) => Promise<Table>;
}
