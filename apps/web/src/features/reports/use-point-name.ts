import { listDevices } from "@verandah/contract/devices/devices.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";

/** A compared point (`ssid/param_id`) by its device's name. */
export function usePointName(): (point: string) => string {
  const { building } = useSession();
  const { nameOf } = usePointText();
  const { data: devices = [] } = useRoute(listDevices, { id: building.id }, { select: byName });
  return (point) => {
    const slash = point.indexOf("/");
    const ssid = point.slice(0, slash);
    return `${devices.find((device) => device.ssid === ssid)?.name ?? ssid} · ${nameOf(point.slice(slash + 1))}`;
  };
}
