import type { PlaceState, PlaceStatus } from "@verandah/contract/buildings.ts";

import type { CurrentAlarm } from "#features/alarms/alarms.service.ts";
import type { PlacedDevice } from "#features/devices/devices.service.ts";

export type StatusAlarm = Pick<CurrentAlarm, "isCritical" | "isShelved" | "explainedBy">;
export type StatusDevice = Pick<PlacedDevice, "state" | "edgeState" | "noOfStale">;

/** Whether an alarm counts for its place: it is active and no other alarm explains it. */
export const isCounted = (alarm: StatusAlarm) => !alarm.isShelved && alarm.explainedBy === null;

/**
 * The worst of alarms, connection and freshness. Alarms have precedence over unknown states, so that an outage hides no critical alarm. A
 * place is normal only when it has devices and all of them report. Shelved alarms do not change the state and are counted separately.
 */
function stateOf(counts: Omit<PlaceStatus, "state">): PlaceState {
  if (counts.noOfCritical > 0) return "critical";
  if (counts.noOfLow > 0) return "low";
  const isReporting = counts.noOfOffline + counts.noOfUnknown + counts.noOfStale === 0;
  return isReporting && counts.noOfDevices > 0 ? "fine" : "unknown";
}

/** The status of a place or subsystem with the given alarms and devices. */
export function statusOf(alarms: readonly StatusAlarm[], devices: readonly StatusDevice[]): PlaceStatus {
  const counted = alarms.filter(isCounted);
  const noOfCritical = counted.filter(({ isCritical }) => isCritical).length;
  const online = devices.filter(({ state }) => state === "online");
  const unknown = devices.filter(({ state }) => state === "unknown");
  const counts = {
    noOfCritical,
    noOfLow: counted.length - noOfCritical,
    noOfShelved: alarms.filter(({ isShelved, explainedBy }) => isShelved && explainedBy === null).length,
    noOfDevices: devices.length,
    noOfOffline: devices.filter(({ state }) => state === "offline").length,
    noOfUnknown: unknown.length,
    noOfStale: online.reduce((sum, { noOfStale }) => sum + noOfStale, 0),
    isConnecting: unknown.length > 0 && unknown.every(({ edgeState }) => edgeState !== "offline"),
  };
  return { state: stateOf(counts), ...counts };
}
