import { CatchBoundary } from "@tanstack/react-router";
import { roles } from "@verandah/contract/roles.ts";
import { Suspense } from "react";

import { useLiveConnection } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";

import { OverviewScreen } from "../features/buildings/overview/overview-screen.tsx";
import { lazyScreen } from "./screen.ts";

const MemberHome = lazyScreen(() => import("./member-home.tsx"), "MemberHome");
const NeedsYou = lazyScreen(() => import("../features/alarms/needs-you.tsx"), "NeedsYou");

/** One path, two screens: members see their day, staff the whole building. Source: product page "Who uses it". */
export function BuildingDashboardScreen() {
  const { role } = useSession();
  const { isDown } = useLiveConnection();
  if (role.id === roles.member) return <MemberHome />;
  const needs = (
    // Without a server it cannot be loaded; the rest of the screen stays.
    <CatchBoundary getResetKey={() => String(isDown)} errorComponent={NotLoaded}>
      <Suspense>
        <NeedsYou />
      </Suspense>
    </CatchBoundary>
  );
  return <OverviewScreen needs={needs} />;
}

const NotLoaded = () => null;
