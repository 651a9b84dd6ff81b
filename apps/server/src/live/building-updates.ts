import type { LocationMetric } from "@verandah/contract/buildings.ts";

import type { Ctx } from "#core/ctx.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";
import { loadSnapshot, metricsBelow, statusAt, subsystemsAt } from "#features/buildings/buildings.service.ts";
import { findLocationOf } from "#features/campuses/campuses.service.ts";

import { isStaff } from "./receivers.ts";

/** Minimum interval of the metrics of a watched building, ms. */
export const METRICS_MS = 1_000;
/** Maximum interval, ms. Values become stale without an event. */
const METRICS_IDLE_MS = 5_000;

/** Sends the changes of the watched buildings. */
export function createBuildingUpdates(ctx: Ctx, hub: LiveHub) {
  const dirtyBuildings = new Set<number>();
  const lastSent = new Map<string, string>();
  const enqueue = createQueuePerKey();
  let storedAtMs = 0;
  let idleSinceMs = 0;

  async function sendDirty(): Promise<void> {
    idleSinceMs += METRICS_MS;
    const isIdleDue = idleSinceMs >= METRICS_IDLE_MS;
    if (isIdleDue) idleSinceMs = 0;
    const buildings = hub.buildingIds();
    for (const key of lastSent.keys()) if (!buildings.has(Number(key.split("/")[0]))) lastSent.delete(key);
    const due = [...buildings].filter((id) => isIdleDue || dirtyBuildings.has(id));
    dirtyBuildings.clear();
    for (const buildingId of due) await sendBuilding(buildingId);
  }

  /** Sends the changes of a building: its state, floors and subsystems, all from one snapshot. */
  function sendBuilding(buildingId: number): Promise<void> {
    return enqueue(String(buildingId), async () => {
      const location = await findLocationOf(ctx, buildingId);
      if (!location) return;
      const snapshot = await loadSnapshot(ctx, location);
      const building = statusAt(snapshot, buildingId);
      const floors = metricsBelow(snapshot, buildingId).filter((floor) => isFloorChanged(buildingId, floor));
      const subsystems = subsystemsAt(snapshot, buildingId);
      // The shared snapshot may be older than the newest readings. The next run sends those.
      if (snapshot.now.getTime() <= storedAtMs) dirtyBuildings.add(buildingId);
      if (isChanged(`${buildingId}/building`, building) || floors.length > 0)
        hub.send(
          { name: "metrics", data: { buildingId, building, floors } },
          (stream) => stream.buildingId === buildingId,
        );
      if (isChanged(`${buildingId}/statuses`, subsystems))
        hub.send(
          { name: "statuses", data: { buildingId, subsystems } },
          (stream) => stream.buildingId === buildingId && isStaff(stream.actor.roleId),
        );
    });
  }

  /** Whether anything but the time of measurement changed. */
  function isFloorChanged(buildingId: number, floor: LocationMetric): boolean {
    const parameters = floor.parameters.map(({ name, value, quality }) => ({ name, value, quality }));
    return isChanged(`${buildingId}/floor/${floor.id}`, { ...floor, parameters });
  }

  function isChanged(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    if (lastSent.get(key) === text) return false;
    lastSent.set(key, text);
    return true;
  }

  function markAllDirty(): void {
    for (const buildingId of hub.buildingIds()) dirtyBuildings.add(buildingId);
  }

  function onReadingsStored(): void {
    storedAtMs = ctx.now().getTime();
    markAllDirty();
  }

  return { sendDirty, sendBuilding, markAllDirty, onReadingsStored };
}
