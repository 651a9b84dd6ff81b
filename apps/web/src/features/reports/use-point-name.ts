import { useQuery } from "@tanstack/react-query";

import { devicesQuery } from "#data/devices.queries.ts";
import { useSession } from "#data/query/session.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";

/** A compared point (`ssid/param_id`) by its device's name. */
export function usePointName(): (point: string) => string {
  const { building } = useSession();
  const { nameOf } = usePointText();
  const { data: devices = [] } = useQuery(devicesQuery(building.id));
  return (point) => {
    const slash = point.indexOf("/");
    const ssid = point.slice(0, slash);
    return `${devices.find((device) => device.ssid === ssid)?.name ?? ssid} · ${nameOf(point.slice(slash + 1))}`;
  };
}
