import { useLocation } from "@tanstack/react-router";
import { buildingStaff } from "@verandah/contract/roles.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useSearchState } from "#shared/search-state.ts";

/** Whether the address asks for a building's dashboard on a large screen, without the menu: `?wall=1`. */
export function useIsWall(): boolean {
  const { pathname } = useLocation();
  const { role } = useSession();
  const [{ wall }] = useSearchState();
  const isDashboard = /^\/admin\/building\/\d+\/dashboard$/.test(pathname);
  return isDashboard && wall === 1 && admits(buildingStaff, role.id);
}
