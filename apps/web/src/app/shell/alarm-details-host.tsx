import { CatchBoundary, lazyRouteComponent } from "@tanstack/react-router";
import { getAlarm } from "@verandah/contract/alarms.ts";
import { Suspense } from "react";

import { useSearchState } from "#shared/search-state.ts";
import { admits, useSession } from "#shared/session.ts";

const AlarmDrawer = lazyRouteComponent(() => import("../../features/alarms/alarm-drawer.tsx"), "AlarmDrawer");

/** Opens the details of the alarm that the address names, over any screen. */
export function AlarmDetailsHost() {
  const session = useSession();
  const [search] = useSearchState();
  const alarmId = Number(search["alarm"]);
  if (!Number.isInteger(alarmId) || alarmId < 1 || !admits(getAlarm.access, session.role.id)) return null;
  return (
    // Without a server the drawer cannot be loaded; the screen behind it stays.
    <CatchBoundary getResetKey={() => alarmId} errorComponent={() => null}>
      <Suspense fallback={null}>
        <AlarmDrawer alarmId={alarmId} />
      </Suspense>
    </CatchBoundary>
  );
}
