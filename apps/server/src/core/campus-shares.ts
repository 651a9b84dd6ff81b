/** Campuses are divided into so many shares, by their ids: more than a cell ever has processes with `jobs`. */
export const SHARES = 64;

export const allShares: readonly number[] = Array.from({ length: SHARES }, (_, share) => share);

/** Shares of the campuses; undefined: all campuses. */
export type CampusShares = readonly number[] | undefined;

export const isOfShares = (campusId: number, shares: CampusShares): boolean =>
  shares?.includes(campusId % SHARES) ?? true;

/**
 * The shares of one process among several, of which each campus has exactly one.
 *
 * @param ids of the processes that run, in any order; this one runs in any case
 */
export function sharesOf(ownId: number, ids: readonly number[]): CampusShares {
  const order = [...new Set([...ids, ownId])].toSorted((a, b) => a - b);
  if (order.length === 1) return undefined;
  return allShares.filter((share) => order[share % order.length] === ownId);
}
