import { useQuery } from "@tanstack/react-query";

import { floorsQuery } from "./floors.ts";
import { searchText, useSearchState } from "./search-state.ts";
import { useSession } from "./session.ts";
import { storeMapFloor, stored } from "./stored-context.ts";

export interface Floor {
  id: number;
  name: string;
  floorType: "parking" | "wlms" | null;
}

/**
 * The floors of one's building and the chosen one: that of the address, else the one remembered (a tile of the overview was clicked), else
 * the first workplace. Source: spec 2 §2 Building overview.
 */
export function useChosenFloor(): {
  floors: readonly Floor[];
  floor: Floor | undefined;
  choose: (id: number) => void;
  error: Error | null;
} {
  const { building } = useSession();
  const [search, change] = useSearchState();
  const { data: floors = [], error } = useQuery(floorsQuery(building.id));
  const wanted = [searchText(search["floor"]), stored("floorID")];
  const floor =
    wanted.map((id) => floors.find((one) => String(one.id) === id)).find((found) => found !== undefined) ??
    floors.find(({ floorType }) => floorType === "wlms") ??
    floors[0];

  function choose(id: number): void {
    const chosen = floors.find((one) => one.id === id);
    if (!chosen) return;
    storeMapFloor(chosen);
    change({ floor: id });
  }
  return { floors, floor, choose, error };
}
