import { useQuery } from "@tanstack/react-query";
import { listEquipmentTypes } from "@verandah/contract/equipment.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import { routeQuery } from "./query/route-query.ts";
import { admits, useSession } from "./query/session.ts";

const NO_TYPES: readonly EquipmentType[] = [];

const siteTypesQuery = routeQuery(listEquipmentTypes, { origin: "site" });

/** Loads the types that the campus adds, for all screens. */
export function useLoadSiteTypes(): void {
  const { role } = useSession();
  useQuery({ ...siteTypesQuery, enabled: admits(listEquipmentTypes.access, role.id) });
}

/** The types that the campus adds; none until they are loaded. */
export function useSiteTypes(): readonly EquipmentType[] {
  // The shell loads them.
  const { data = NO_TYPES } = useQuery({ ...siteTypesQuery, enabled: false });
  return data;
}
