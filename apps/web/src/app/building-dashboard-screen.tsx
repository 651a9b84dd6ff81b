import { roles } from "@verandah/contract/roles.ts";

import { useSession } from "#data/query/session.ts";

import { OverviewScreen } from "../features/buildings/overview/overview-screen.tsx";
import { lazyScreen } from "./screen.ts";

const MemberHome = lazyScreen(() => import("./member-home.tsx"), "MemberHome");

/** One path, two screens: members see their day, staff the whole building. Source: product page "Who uses it". */
export function BuildingDashboardScreen() {
  const { role } = useSession();
  return role.id === roles.member ? <MemberHome /> : <OverviewScreen />;
}
