import { listEquipmentTypes, listSystems, type System } from "@verandah/contract/equipment.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

const NO_TYPES: readonly EquipmentType[] = [];
const input = { origin: "site" } as const;

/** Loads the types that the campus adds, for all screens. */
export function useLoadSiteTypes(): void {
  const { role } = useSession();
  useRoute(listEquipmentTypes, input, { enabled: admits(listEquipmentTypes.access, role.id) });
}

/** The types that the campus adds; none until they are loaded. */
export function useSiteTypes(): readonly EquipmentType[] {
  // The shell loads them.
  const { data = NO_TYPES } = useRoute(listEquipmentTypes, input, { enabled: false });
  return data;
}

/** Whether the campus has one of some systems. True until that is known, and for what belongs to no system. */
export function useHasSystem(): (systems: readonly System[] | undefined) => boolean {
  const { role } = useSession();
  const { data } = useRoute(listSystems, {}, { enabled: admits(listSystems.access, role.id) });
  return (systems) => !systems || !data || systems.some((one) => data.includes(one));
}
