import type { Ctx } from "#core/ctx.ts";

import { listPoints, type PointRow } from "../points.repository.ts";

/** Shortest time between two reloads because of unknown points, ms. */
const RELOAD_MS = 5_000;

/** Finds points by the names in messages. Keeps a copy of the database in memory, which is reloaded after site imports. */
export interface PointIndex {
  /** Returns the point if `edge` may send its values: the edge of the device, or an importer of the same campus. */
  find: (
    edge: { id: number; campusId: number; kind: string },
    ssid: string,
    paramId: string,
  ) => PointRow | undefined;
  load: () => Promise<void>;
  /** Reloads the points, unless the last load was very recent. */
  refresh: () => Promise<void>;
}

export function createPointIndex(ctx: Ctx): PointIndex {
  let points = new Map<string, Map<string, PointRow>>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    loadedAtMs = performance.now();
    const rows = await listPoints(ctx.db);
    const byDevice = new Map<string, Map<string, PointRow>>();
    for (const row of rows) {
      const device = byDevice.get(row.ssid) ?? new Map<string, PointRow>();
      byDevice.set(row.ssid, device.set(row.paramId, row));
    }
    points = byDevice;
  }

  return {
    load,
    async refresh() {
      if (performance.now() - loadedAtMs > RELOAD_MS) await load();
    },
    find(edge, ssid, paramId) {
      const point = points.get(ssid)?.get(paramId);
      if (!point) return undefined;
      const mayImport = edge.kind === "importer" && point.campusId === edge.campusId;
      return point.edgeId === edge.id || mayImport ? point : undefined;
    },
  };
}
