import { useQueryClient } from "@tanstack/react-query";
import {
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
} from "@verandah/contract/pumps/pump-administration.ts";
import { listPumpUsers } from "@verandah/contract/users/customers.ts";

import { routeQuery } from "../query/route-query.ts";
import { useChange } from "../query/use-change.ts";

export const pumpUsersQuery = routeQuery(listPumpUsers, {});
export const pumpDevicesQuery = routeQuery(listPumpDevices, {});
export const pumpPlacesQuery = routeQuery(listPumpPlaces, {});
export const userDevicesQuery = routeQuery(listUserDevices, {});

/** Loads the mappings again: another administrator may have changed them. */
export function useNewestMappings() {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: () => queryClient.fetchQuery({ ...userDevicesQuery, staleTime: 0 }),
  });
}
