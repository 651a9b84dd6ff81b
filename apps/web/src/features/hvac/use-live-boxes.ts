import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AirUnit } from "@verandah/contract/hvac.ts";

import { mergeReadings, useLiveDevices } from "#shared/live-readings.ts";

import { airUnitsQuery } from "./air-units.queries.ts";
import { boxesOf } from "./use-vav-choice.ts";

/**
 * A floor's units and the boxes that one of them feeds. The boxes' readings are pushed while they are shown, and all is asked for every
 * 10 s besides.
 *
 * @param floorId undefined while it is not known
 */
export function useLiveBoxes(floorId: number | undefined, feeder: AirUnit | undefined) {
  const queryClient = useQueryClient();
  const units = airUnitsQuery(floorId ?? 0);
  const query = useQuery({ ...units, enabled: floorId !== undefined });
  const boxes = query.data && boxesOf(query.data.units, feeder);
  useLiveDevices(boxes?.map(({ ssid }) => ssid) ?? [], [], (ssid, fresh) =>
    queryClient.setQueryData(
      units.queryKey,
      (known) =>
        known && {
          ...known,
          units: known.units.map((unit) =>
            unit.ssid === ssid ? { ...unit, values: mergeReadings(unit.values, fresh) } : unit,
          ),
        },
    ),
  );
  return { query, boxes };
}
