import { useQuery } from "@tanstack/react-query";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";

import { airUnitsQuery } from "#data/hvac.queries.ts";
import { useSession } from "#data/query/session.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";

/**
 * The selected floor and air handling unit. The address has both; a VAV in the address selects the unit that supplies it.
 */
export function useVavChoice() {
  const { building } = useSession();
  const [search, change] = useSearchState();
  const { data, error, isPending } = useQuery(airUnitsQuery(building.id));
  const named = searchText(search["device"]);
  const device = data?.units.find((unit) => unit.ssid === named);
  const wantedFloor = device?.floorId ?? Number(searchText(search["floor"]));
  const floor = data?.floors.find(({ id }) => id === wantedFloor) ?? data?.floors[0];
  const feeders = (data?.units ?? []).filter((unit) => unit.type === "AHU" && unit.floorId === floor?.id);
  const wantedFeeder = device?.type === "VAV" ? device.fedBy : device?.ssid;
  const feeder = feeders.find((unit) => unit.ssid === wantedFeeder) ?? feeders[0];

  return {
    floors: data?.floors ?? [],
    floor,
    feeders,
    feeder,
    /** The box that the address names. */
    chosen: device?.type === "VAV" ? device.ssid : undefined,
    /** The address names a device that the building does not have. */
    isMissing: data !== undefined && named !== undefined && device === undefined,
    isPending,
    error,
    chooseFloor: (floorId: number) => change({ floor: floorId, device: undefined }),
    chooseFeeder: (ssid: string) => change({ floor: undefined, device: ssid }),
  };
}

/** The boxes that a unit feeds; without word of what feeds them, all boxes of its floor. */
export function boxesOf(units: readonly AirUnit[], feeder: AirUnit | undefined): AirUnit[] {
  const boxes = units.filter((unit) => unit.type === "VAV");
  const areFed = boxes.some((box) => box.fedBy !== null);
  return areFed ? boxes.filter((box) => box.fedBy === feeder?.ssid) : boxes;
}
