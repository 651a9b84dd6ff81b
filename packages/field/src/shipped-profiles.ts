import { join } from "node:path";

/** The profiles that Verandah ships, each `<name>.yaml`. Gateway and server read them. */
export const PROFILES_FOLDER = join(import.meta.dirname, "../profiles");

interface WrittenProfile {
  points: readonly { id: string }[];
  extends?: string | undefined;
}

/** A written profile with the fields and points of the shipped one that it extends; a point of both has the fields of both. */
export function extendProfile(shipped: WrittenProfile, own: WrittenProfile) {
  const { extends: _, points, ...fields } = own;
  const changes = new Map(points.map((point) => [point.id, point]));
  const added = points.filter(({ id }) => !shipped.points.some((point) => point.id === id));
  const changed = shipped.points.map((point) => ({ ...point, ...changes.get(point.id) }));
  return { ...shipped, ...fields, points: [...changed, ...added] };
}
