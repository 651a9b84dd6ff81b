import { useParams } from "@tanstack/react-router";
import { listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

/** Maximum alarms of the home; the others are on the alarms screen. */
export const WAITING_SHOWN_MAX = 5;

/** The alarms of the user's building that need an acknowledgement. None for another building, or a role that cannot acknowledge. */
export function useWaitingAlarms() {
  const { role, building } = useSession();
  const { id } = useParams({ strict: false });
  const isAsked = Number(id) === building.id && admits(listUnacknowledged.access, role.id);
  return useRoute(listUnacknowledged, isAsked ? {} : undefined);
}
