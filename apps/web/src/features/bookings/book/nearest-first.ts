import type { Space } from "@verandah/contract/bookings/bookings.ts";

type Place = { coordinates: Space["coordinates"]; zone: { id: number } };

/** Spaces of a floor by their distance on its plan to a place. Those of its zone come first where a position is unknown. */
export function nearestFirst<S extends Place>(spaces: readonly S[], to: Place): S[] {
  const distance = ({ coordinates }: Place) =>
    coordinates && to.coordinates
      ? Math.hypot(coordinates[0] - to.coordinates[0], coordinates[1] - to.coordinates[1])
      : Number.MAX_VALUE;
  const isElsewhere = ({ zone }: Place) => Number(zone.id !== to.zone.id);
  return spaces.toSorted(
    (one, other) => distance(one) - distance(other) || isElsewhere(one) - isElsewhere(other),
  );
}
