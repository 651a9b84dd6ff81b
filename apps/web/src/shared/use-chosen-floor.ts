import { listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { searchText, useSearchState } from "./search-state.ts";
import { storeMapFloor, stored } from "./stored-context.ts";

export interface Floor {
  id: number;
  name: string;
  floorType: "parking" | "wlms" | null;
}

const floorsOf = (metrics: LocationMetric[]): Floor[] =>
  metrics.map(({ id, name, floor_type: floorType }) => ({ id, name, floorType }));

/**
 * The floors of the user's building and the chosen one: that of the address (none if it does not exist), otherwise the stored one (a
 * clicked tile of the overview), otherwise the first workplace. Source: spec 2 §2 Building overview.
 */
export function useChosenFloor(): {
  floors: readonly Floor[];
  floor: Floor | undefined;
  choose: (id: number) => void;
  error: Error | null;
  isLoaded: boolean;
  /** The address names it. */
  isChosen: boolean;
  /** Whether the address contains a floor that the building does not have. */
  isMissing: boolean;
} {
  const { building } = useSession();
  const [search, change] = useSearchState();
  const { data, error } = useRoute(listLocationMetrics, { id: building.id }, { select: floorsOf });
  const floors = data ?? [];
  // Another tab may choose another floor meanwhile.
  const [remembered] = useState(() => stored("floorID"));
  const find = (id: string | null | undefined) => floors.find((one) => String(one.id) === id);
  const wanted = searchText(search["floor"]);
  const floor =
    wanted === undefined
      ? (find(remembered) ?? floors.find(({ floorType }) => floorType === "wlms") ?? floors[0])
      : find(wanted);

  function choose(id: number): void {
    const chosen = floors.find((one) => one.id === id);
    if (!chosen) return;
    storeMapFloor(chosen);
    change({ floor: id });
  }
  return {
    floors,
    floor,
    choose,
    error,
    isLoaded: data !== undefined,
    isChosen: wanted !== undefined,
    isMissing: data !== undefined && wanted !== undefined && !floor,
  };
}
