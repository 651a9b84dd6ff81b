import { roles } from "@verandah/contract/roles.ts";

import { useSession } from "#data/session.ts";

import { ComfortScreen } from "../features/buildings/comfort-screen.tsx";
import { OverviewScreen } from "../features/buildings/overview/overview-screen.tsx";

/** One path, two screens: members see the comfort of a floor, staff the whole building. Source: product page "Who uses it". */
export function BuildingDashboardScreen() {
  const { role } = useSession();
  return role.id === roles.member ? <ComfortScreen /> : <OverviewScreen />;
}
