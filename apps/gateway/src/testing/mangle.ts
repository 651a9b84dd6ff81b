/** Pseudo-random numbers that are the same in every run. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Corrupts a valid answer: random bytes, cut off, with another header, or with trailing data. */
export function mangle(answer: Buffer, header: number, next: (below: number) => number): Buffer {
  const kind = next(4);
  if (kind === 0) return Buffer.from(Array.from({ length: 1 + next(200) }, () => next(256)));
  if (kind === 1) return answer.subarray(0, 1 + next(answer.length - 1));
  const mangled = Buffer.from(answer);
  const at = next(Math.min(header, mangled.length));
  mangled[at] = (mangled[at] ?? 0) ^ (1 + next(255));
  if (kind === 2) return mangled;
  return Buffer.concat([mangled, Buffer.from(Array.from({ length: 1 + next(40) }, () => next(256)))]);
}
