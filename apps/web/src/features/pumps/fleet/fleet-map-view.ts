import { MEMBERS_MAX, type PumpCluster } from "@verandah/contract/pumps/pump-map.ts";

import { unitsOnMap } from "#shared/maps/india-map.ts";

/** Width of the map for its height. */
export const MAP_SHAPE = 2.5;
/** Room around the pumps, as a share of their extent. */
const ROOM = 1.6;
/** The map is never narrower than this, units: about 2 km. */
const WIDTH_MIN = 0.4;
/** Room that a sign takes, as shares of the map's width. */
const SIGN = { width: 0.11, height: 0.07 };
/** Distances of the lines of the map, degrees. */
const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
const LINES_MIN = 3;

/** A part of the map, in the outline's units. */
export interface MapView {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the map that shows all clusters. */
export function viewOf(clusters: readonly PumpCluster[]): MapView {
  const corners = clusters.flatMap(({ west, south, east, north }) => [
    unitsOnMap({ latitude: north, longitude: west }),
    unitsOnMap({ latitude: south, longitude: east }),
  ]);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(WIDTH_MIN, ROOM * (right - left), ROOM * MAP_SHAPE * (bottom - top));
  const height = width / MAP_SHAPE;
  return { left: (left + right - width) / 2, top: (top + bottom - height) / 2, width, height };
}

/** Whether a map of a cluster's own area shows some of its pumps apart. */
export function canPart({ west, south, east, north }: PumpCluster): boolean {
  const first = unitsOnMap({ latitude: north, longitude: west });
  const last = unitsOnMap({ latitude: south, longitude: east });
  return last.x - first.x >= SIGN.width * WIDTH_MIN || last.y - first.y >= SIGN.height * WIDTH_MIN;
}

function join(a: PumpCluster, b: PumpCluster): PumpCluster {
  const pumps = a.pumps + b.pumps;
  const mean = (of: (one: PumpCluster) => number) => (of(a) * a.pumps + of(b) * b.pumps) / pumps;
  return {
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
    place: a.place === b.place ? a.place : null,
    pumps,
    faults: a.faults + b.faults,
    warnings: a.warnings + b.warnings,
    offline: a.offline + b.offline,
    members: [...a.members, ...b.members].slice(0, MEMBERS_MAX),
  };
}

/** Clusters whose signs would cover each other, joined. */
export function joinNear(clusters: readonly PumpCluster[], { width }: MapView): PumpCluster[] {
  const apart: PumpCluster[] = [];
  for (const cluster of clusters) {
    let next = cluster;
    for (;;) {
      const { x, y } = unitsOnMap(next);
      const at = apart.findIndex((other) => {
        const there = unitsOnMap(other);
        return Math.abs(there.x - x) < SIGN.width * width && Math.abs(there.y - y) < SIGN.height * width;
      });
      const [near] = at === -1 ? [] : apart.splice(at, 1);
      if (!near) break;
      next = join(near, next);
    }
    apart.push(next);
  }
  return apart;
}

const inside = (share: number) => share > 0 && share < 1;

/** Lines of longitude and latitude in a part of the map: a text such as `77.5°`, and the place as a share of width or height. */
export function linesOf({ left, top, width, height }: MapView) {
  const origin = unitsOnMap({ latitude: 0, longitude: 0 });
  const unitsPerDegree = unitsOnMap({ latitude: 0, longitude: 1 }).x - origin.x;
  const step = STEPS.find((one) => width / (one * unitsPerDegree) >= LINES_MIN) ?? 0.01;
  const text = (degrees: number) => `${degrees.toFixed(step < 0.1 ? 2 : step < 1 ? 1 : 0)}°`;
  const firstEast = Math.floor((left - origin.x) / unitsPerDegree / step);
  const count = Math.ceil(width / (step * unitsPerDegree)) + 1;
  const meridians = Array.from({ length: count }, (_, at) => (firstEast + at) * step).map((longitude) => ({
    text: text(longitude),
    share: (unitsOnMap({ latitude: 0, longitude }).x - left) / width,
  }));
  const parallels = Array.from({ length: Math.floor(160 / step) }, (_, at) => 80 - at * step)
    .map((latitude) => ({
      text: text(latitude),
      share: (unitsOnMap({ latitude, longitude: 0 }).y - top) / height,
    }))
    .filter(({ share }) => inside(share));
  return { meridians: meridians.filter(({ share }) => inside(share)), parallels };
}
