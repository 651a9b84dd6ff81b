import { listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

/** Maximum alarms of the home; the others are on the alarms screen. */
export const WAITING_SHOWN_MAX = 5;

/** The alarms that need an acknowledgement. Not loaded for a role that cannot acknowledge. */
export function useWaitingAlarms() {
  const { role } = useSession();
  return useRoute(listUnacknowledged, {}, { enabled: admits(listUnacknowledged.access, role.id) });
}
