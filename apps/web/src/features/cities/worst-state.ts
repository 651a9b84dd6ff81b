import type { City } from "@verandah/contract/campuses/cities.ts";

import type { State } from "#shared/ui/state.tsx";

const ORDER: readonly State[] = ["critical", "low", "unknown", "fine"];

/** The worst state of the buildings of a city that the user may see; undefined without any. */
export function worstState({ campuses }: City): State | undefined {
  const states = new Set(campuses.flatMap(({ buildings }) => buildings.map(({ state }) => state)));
  return ORDER.find((state) => states.has(state));
}
