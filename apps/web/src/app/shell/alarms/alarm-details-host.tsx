import { CatchBoundary } from "@tanstack/react-router";
import { getAlarm } from "@verandah/contract/alarms/alarms.ts";
import { lazy, Suspense } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { ServerUnreachable } from "#shared/call.ts";
import { useSearchState } from "#shared/search-state.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";

const AlarmDrawer = lazy(async () => ({
  default: (await import("../../../features/alarms/details/alarm-drawer.tsx")).AlarmDrawer,
}));

/** Opens the details of the alarm that the address names, over any screen. */
export function AlarmDetailsHost() {
  const session = useSession();
  const [search] = useSearchState();
  const alarmId = Number(search["alarm"]);
  if (!Number.isInteger(alarmId) || alarmId < 1 || !admits(getAlarm.access, session.role.id)) return null;
  return (
    // Without a server the drawer cannot be loaded; the screen behind it stays.
    <CatchBoundary getResetKey={() => alarmId} errorComponent={NotLoaded}>
      <Suspense fallback={null}>
        <AlarmDrawer alarmId={alarmId} />
      </Suspense>
    </CatchBoundary>
  );
}

function NotLoaded() {
  return <ErrorBanner error={new ServerUnreachable()} />;
}
