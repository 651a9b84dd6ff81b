import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { idsOf } from "./alert-ids.ts";

/** The alarms of a building, and the ids of those of the first load, which are not announced. */
export function useNewAlerts(buildingId: number) {
  const { role } = useSession();
  const { data: alerts } = useRoute(
    listAlerts,
    { id: buildingId },
    { enabled: admits(listAlerts.access, role.id) },
  );
  const [first, setFirst] = useState<{ buildingId: number; ids: ReadonlySet<number> }>();
  if (alerts && first?.buildingId !== buildingId) setFirst({ buildingId, ids: idsOf(alerts) });
  return { alerts, initial: first?.buildingId === buildingId ? first.ids : undefined };
}
