import { Skeleton } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import { roles } from "@verandah/contract/roles.ts";
import { Suspense } from "react";

import { useLiveConnection } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";

import { OverviewScreen } from "../features/buildings/overview/overview-screen.tsx";
import { lazyScreen } from "./screen.ts";
import { useIsWall } from "./use-is-wall.ts";

const MemberHome = lazyScreen(() => import("./member-home.tsx"), "MemberHome");
const WallScreen = lazyScreen(() => import("../features/buildings/wall/wall-screen.tsx"), "WallScreen");
const HomeNews = lazyScreen(() => import("./home-news.tsx"), "HomeNews");

/** The line and the tiles by width of the screen, so that nothing below moves. */
const NEWS_HEIGHT = { base: 360, sm: 274, lg: 158 };

/** One path: members see their day, staff the whole building, also on a wall. Source: product page "Who uses it". */
export function BuildingDashboardScreen() {
  const { role } = useSession();
  const { isDown } = useLiveConnection();
  const isWall = useIsWall();
  if (role.id === roles.member) return <MemberHome />;
  if (isWall) return <WallScreen />;
  const news = (
    // Without a server it cannot be loaded; the rest of the screen stays.
    <CatchBoundary getResetKey={() => String(isDown)} errorComponent={NotLoaded}>
      <Suspense fallback={<Skeleton h={NEWS_HEIGHT} radius="md" />}>
        <HomeNews />
      </Suspense>
    </CatchBoundary>
  );
  return <OverviewScreen news={news} />;
}

const NotLoaded = () => null;
