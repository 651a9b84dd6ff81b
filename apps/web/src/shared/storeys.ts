/** Floors above the ground from the top, and parking decks from the ground down. Ids follow the order of the site file. */
export const storeysOf = <F extends { id: number }>(floors: readonly F[], isDeck: (floor: F) => boolean) => ({
  above: floors.filter((floor) => !isDeck(floor)).toSorted((a, b) => b.id - a.id),
  below: floors.filter(isDeck).toSorted((a, b) => a.id - b.id),
});
