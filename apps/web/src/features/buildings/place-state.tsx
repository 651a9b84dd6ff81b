import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { countZones } from "@verandah/contract/hvac/hvac.ts";
import { type ReactNode, Suspense } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { Aged, useIsAwaited } from "#shared/ui/section.tsx";

import { StatusSummary } from "./overview/status-summary.tsx";
import { zonesWithIssue } from "./overview/summaries.ts";

interface Props {
  id: number;
  /** Of a zone or area: the place above lists it with its own sensors, and its counts include those below it. */
  parentId?: number | undefined;
  /** Of an area: its air is that of its zone. */
  zone?: { id: number; floorId: number } | undefined;
  /** The page below. It appears with the sentence, which would move it. */
  children?: ReactNode;
}

/** The answers about the state of a place. A page that knows its id requests them together with the place. */
export function usePlaceAnswers(id: number | undefined, zoneId = id) {
  const input = id === undefined ? undefined : { id };
  return {
    alerts: useRoute(listAlerts, input),
    status: useRoute(getPlaceStatus, input),
    zones: useRoute(countZones, zoneId === undefined ? undefined : { id: zoneId }),
  };
}

/** Height of a page until the answers about its state. */
const PAGE_HEIGHT = "70dvh";

/** The state of a place in one sentence. */
export function PlaceState({ id, parentId, zone, children }: Props) {
  const { alerts, status, zones } = usePlaceAnswers(id, zone?.id);
  const hasOldZones = useIsOutdated(zones);
  const listed = useRoute(listLocationMetrics, { id: parentId ?? id });
  const around = useRoute(listLocationMetrics, zone && { id: zone.floorId });
  const own = listed.data?.filter((place) => parentId === undefined || place.id === id) ?? [];
  // Only its measurements count here, not its alarms.
  const zoneOfArea = own.some((place) => zonesWithIssue(place).length > 0)
    ? []
    : (around.data ?? [])
        .filter((place) => place.id === zone?.id)
        .map((place) => ({ ...place, noOfCritical: 0, noOfLow: 0, noOfDevices: 0 }));
  const hasToWait = useIsAwaited(id, [alerts, status, zones, listed, around]);
  if (children && hasToWait) return <Loading height={PAGE_HEIGHT} />;
  return (
    <>
      <Aged of={[alerts, status, listed, ...(zone ? [around] : [])]}>
        <ErrorBanner error={!status.data && status.error} />
        {status.data && (listed.data ?? listed.error) && (!zone || (around.data ?? around.error)) && (
          <StatusSummary
            status={status.data}
            places={[...own, ...zoneOfArea]}
            alerts={alerts.data}
            zones={around.error ? undefined : zones.data}
            hasOldZones={hasOldZones}
          />
        )}
      </Aged>
      <Suspense fallback={<Loading height={PAGE_HEIGHT} />}>{children}</Suspense>
    </>
  );
}
