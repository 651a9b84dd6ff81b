import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { countZones } from "@verandah/contract/hvac/hvac.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { StatusSummary } from "./overview/status-summary.tsx";
import { zonesWithIssue } from "./overview/summaries.ts";

interface Props {
  id: number;
  /** Of a zone or area: the place above lists it with its own sensors, and its counts include those below it. */
  parentId?: number | undefined;
  /** Of an area: its air is that of its zone. */
  zone?: { id: number; floorId: number } | undefined;
}

/** The state of a place in one sentence. */
export function PlaceState({ id, parentId, zone }: Props) {
  const alerts = useRoute(listAlerts, { id });
  const status = useRoute(getPlaceStatus, { id });
  const zones = useRoute(countZones, { id: zone?.id ?? id });
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
  return (
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
  );
}
