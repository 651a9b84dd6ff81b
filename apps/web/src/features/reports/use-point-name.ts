import { useQuery } from "@tanstack/react-query";

import { useSession } from "#shared/session.ts";
import { usePointText } from "#shared/use-point-text.ts";

import { buildingDevicesQuery } from "./reports.queries.ts";

/** A compared point (`ssid/param_id`) by its device's name. */
export function usePointName(): (point: string) => string {
  const { building } = useSession();
  const { nameOf } = usePointText();
  const { data: devices = [] } = useQuery(buildingDevicesQuery(building.id));
  return (point) => {
    const slash = point.indexOf("/");
    const ssid = point.slice(0, slash);
    return `${devices.find((device) => device.ssid === ssid)?.name ?? ssid} · ${nameOf(point.slice(slash + 1))}`;
  };
}
