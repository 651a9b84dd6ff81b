import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getPlaceStatus, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { countZones } from "@verandah/contract/hvac/hvac.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { StatusSummary } from "./overview/status-summary.tsx";

interface Props {
  id: number;
  /** Of a zone: its floor lists it with its own sensors, and its counts include those of its areas. */
  floorId?: number | undefined;
}

/** The state of a place in one sentence. */
export function PlaceState({ id, floorId }: Props) {
  const alerts = useRoute(listAlerts, { id });
  const status = useRoute(getPlaceStatus, { id });
  const zones = useRoute(countZones, { id });
  const hasOldZones = useIsOutdated(zones);
  const listed = useRoute(listLocationMetrics, { id: floorId ?? id });
  const places = listed.data?.filter((place) => floorId === undefined || place.id === id) ?? [];
  return (
    <Aged of={[alerts, status, listed]}>
      <ErrorBanner error={!status.data && status.error} />
      {status.data && (listed.data ?? listed.error) && (
        <StatusSummary
          status={status.data}
          places={places}
          alerts={alerts.data}
          zones={zones.data}
          hasOldZones={hasOldZones}
        />
      )}
    </Aged>
  );
}
