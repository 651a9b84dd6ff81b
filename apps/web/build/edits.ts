/** A part of a module's code and what replaces it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The code with the edits, which do not overlap. */
export const edited = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((changed, { from, to, text }) => changed.slice(0, from) + text + changed.slice(to), code);
