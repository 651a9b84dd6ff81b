import { createBatches } from "#core/batches.ts";
import type { Ctx } from "#core/ctx.ts";

import { listPoints, type PointRow } from "../points.repository.ts";

/** Shortest time between two loads of an edge because of its unknown points, ms. */
const RELOAD_MS = 5_000;
/** Edges of one statement. */
const EDGES_MAX = 1_000;
/**
 * Edges and points in memory, about 120 MB: three times the points of the largest site in docs/sizing.md, because an importer has all
 * points of its campus.
 */
const SIZE_MAX = 300_000;

/**
 * Finds points by the names in messages. Keeps the points of edges in memory. An edge may send the points of its devices, and an importer
 * all points of its campus.
 */
export interface PointIndex {
  /** Returns a point that an edge may send; undefined also while the edge is not loaded. */
  find: (edge: { readonly id: number }, ssid: string, paramId: string) => PointRow | undefined;
  /** Loads edges from the database. Edges that are named while a statement runs share the next one. */
  load: (edgeIds: Iterable<number>) => Promise<unknown>;
  /** Loads all edges in memory again, after a change. */
  reload: () => Promise<unknown>;
  /** Loads an edge, unless it is in memory and its last load was very recent. */
  refresh: (edgeId: number) => Promise<unknown>;
}

interface EdgePoints {
  readonly devices: ReadonlyMap<string, ReadonlyMap<string, PointRow>>;
  /** The edge and its points. */
  readonly size: number;
  /** Monotonic. */
  readonly loadedAtMs: number;
  /** Number of the last use. The edges with the lowest numbers are dropped first. */
  lastUse: number;
}

function toDevices(rows: readonly PointRow[]): EdgePoints["devices"] {
  const devices = new Map<string, Map<string, PointRow>>();
  for (const row of rows) {
    const device = devices.get(row.ssid) ?? new Map<string, PointRow>();
    devices.set(row.ssid, device.set(row.paramId, row));
  }
  return devices;
}

/** @param sizeMax edges and points in memory; those of one statement may be more */
export function createPointIndex(ctx: Ctx, sizeMax = SIZE_MAX): PointIndex {
  const edges = new Map<number, EdgePoints>();
  let size = 0;
  let uses = 0;
  /** The last load of each edge that is not loaded yet. */
  const loading = new Map<number, Promise<void>>();

  function drop(edgeId: number): void {
    size -= edges.get(edgeId)?.size ?? 0;
    edges.delete(edgeId);
  }

  /** Adds loaded edges. None of them is dropped here, so that the readings that wait for them find their points. */
  function add(loaded: ReadonlyMap<number, EdgePoints>): void {
    for (const edgeId of loaded.keys()) drop(edgeId);
    for (const { size: added } of loaded.values()) size += added;
    if (size > sizeMax)
      for (const [edgeId] of [...edges].toSorted(([, a], [, b]) => a.lastUse - b.lastUse)) {
        drop(edgeId);
        if (size <= sizeMax) break;
      }
    for (const [edgeId, points] of loaded) edges.set(edgeId, points);
  }

  const loadInBatch = createBatches<number, void>(EDGES_MAX, async (items) => {
    const edgeIds = [...new Set(items)];
    const loadedAtMs = performance.now();
    const rows = Map.groupBy(await listPoints(ctx.db, edgeIds), ({ senderId }) => senderId);
    const toPoints = (edgeId: number): EdgePoints => {
      const points = rows.get(edgeId) ?? [];
      const lastUse = edges.get(edgeId)?.lastUse ?? (uses += 1);
      return { devices: toDevices(points), size: 1 + points.length, loadedAtMs, lastUse };
    };
    add(new Map(edgeIds.map((edgeId) => [edgeId, toPoints(edgeId)])));
    return () => undefined;
  });

  function loadOne(edgeId: number): Promise<void> {
    const loaded = loadInBatch(edgeId).finally(() => {
      if (loading.get(edgeId) === loaded) loading.delete(edgeId);
    });
    loading.set(edgeId, loaded);
    return loaded;
  }

  const load = (edgeIds: Iterable<number>) => Promise.all(Array.from(edgeIds, loadOne));

  return {
    load,
    // A running load may have read the database before the change.
    reload: () => load(new Set([...edges.keys(), ...loading.keys()])),
    async refresh(edgeId) {
      const loadedAtMs = edges.get(edgeId)?.loadedAtMs ?? Number.NEGATIVE_INFINITY;
      if (loading.has(edgeId)) await loading.get(edgeId);
      else if (performance.now() - loadedAtMs > RELOAD_MS) await loadOne(edgeId);
    },
    find({ id }, ssid, paramId) {
      const edge = edges.get(id);
      if (!edge) return undefined;
      edge.lastUse = uses += 1;
      return edge.devices.get(ssid)?.get(paramId);
    },
  };
}
