import type { Change } from "#core/bus.ts";
import type { LiveHub } from "#core/live-hub.ts";

import { isStaff } from "./receivers.ts";

/** Sends what changed to the streams of the campus. Equal changes that come while others are sent are sent once: a flood has many in a second. */
export function createChangeUpdates(hub: LiveHub, sendBuilding: (id: number) => Promise<void>) {
  const waiting = new Map<string, Change>();

  async function sendWaiting(): Promise<void> {
    const changes = [...waiting.values()];
    waiting.clear();
    const campuses = new Set(
      changes.flatMap(({ topic, campusId }) => (topic === "alarms" ? [campusId] : [])),
    );
    const streams = hub.list().filter(({ actor }) => campuses.has(actor.campusId) || campuses.has(undefined));
    const buildings = new Set(streams.flatMap(({ buildingId = [] }) => buildingId));
    // The states are sent first. A place must not look normal when its alarm arrives.
    await Promise.all(Array.from(buildings, sendBuilding));
    for (const { topic, campusId, ssid } of changes)
      hub.send(
        { name: "changed", data: { topic, ...(ssid !== undefined && { ssid }) } },
        ({ actor, devices }) => {
          if (campusId !== undefined && actor.campusId !== campusId) return false;
          return ssid === undefined || isStaff(actor.roleId) || [...devices.values()].includes(ssid);
        },
      );
  }

  return { sendWaiting, add: (change: Change) => void waiting.set(JSON.stringify(change), change) };
}
