import { Box } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import { roles } from "@verandah/contract/roles.ts";
import { Suspense, useEffect } from "react";

import { useLiveConnection } from "#data/live/live.ts";
import { useSession } from "#data/query/session.ts";
import { Loading } from "#shared/ui/feedback/loading.tsx";

import { useWaitingAlarms, WAITING_SHOWN_MAX } from "../features/alarms/use-waiting-alarms.ts";
import { OverviewScreen } from "../features/buildings/overview/overview-screen.tsx";
import { lazyScreen } from "./screen.ts";
import { useIsWall } from "./use-is-wall.ts";

const MemberHome = lazyScreen(() => import("./member-home.tsx"), "MemberHome");
const WallScreen = lazyScreen(() => import("../features/buildings/wall/wall-screen.tsx"), "WallScreen");
const HomeNews = lazyScreen(() => import("./home-news.tsx"), "HomeNews");

/** Px by width of the screen: of the line and the tiles, and of each waiting alarm. */
const NEWS_PX = { base: 400, sm: 274, lg: 158 };
const ALARM_PX = { base: 94, sm: 60, lg: 45 };
/** Of the list of waiting alarms without its rows, px. */
const LIST_PX = 73;

/** One path: members see their day, staff the whole building, also on a wall. Source: product page "Who uses it". */
export function BuildingDashboardScreen() {
  const { role } = useSession();
  const isWall = useIsWall();
  if (role.id === roles.member) return <MemberHome />;
  return isWall ? <WallScreen /> : <StaffHome />;
}

function StaffHome() {
  const { isDown } = useLiveConnection();
  const waiting = useWaitingAlarms();
  useEffect(() => void HomeNews.preload?.(), []);
  const count = Math.min(waiting.data?.rows.length ?? 0, WAITING_SHOWN_MAX);
  const heightOf = (width: keyof typeof NEWS_PX) =>
    NEWS_PX[width] + (count > 0 ? LIST_PX + count * ALARM_PX[width] : 0);
  const news = (
    // Without a server it cannot be loaded; the rest of the screen stays.
    <CatchBoundary getResetKey={() => String(isDown)} errorComponent={NotLoaded}>
      <Suspense
        fallback={
          <Box h={{ base: heightOf("base"), sm: heightOf("sm"), lg: heightOf("lg") }}>
            <Loading height="100%" />
          </Box>
        }
      >
        <HomeNews />
      </Suspense>
    </CatchBoundary>
  );
  return <OverviewScreen news={news} waiting={waiting} />;
}

const NotLoaded = () => null;
