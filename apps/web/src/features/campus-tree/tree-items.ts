import type { PlaceStatus } from "@verandah/contract/buildings.ts";
import type { CampusTreeNode, TreeItemKind } from "@verandah/contract/campuses/campus-tree.ts";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";

import { deviceState } from "#shared/equipment/device-state.ts";
import { shownState, type State } from "#shared/ui/feedback/state.tsx";

/** A place or a device of the campus tree. */
export interface TreeItem {
  /** Unique in the tree, as in `zone-12`. */
  readonly key: string;
  readonly title: string;
  readonly type: CampusTreeNode["type"] | "device";
  /** Undefined where nothing is measured. */
  readonly state: State | undefined;
  readonly place: CampusTreeNode | undefined;
  readonly status: PlaceStatus | undefined;
  readonly device: DeviceEntry | undefined;
  /** Neither it nor a place above it is deactivated. */
  readonly isInUse: boolean;
  readonly children: readonly TreeItem[];
}

const ofDevice = (device: DeviceEntry, isAboveInUse: boolean, state: State): TreeItem => ({
  key: `device-${device.id}`,
  title: device.name,
  type: "device",
  state,
  place: undefined,
  status: undefined,
  device,
  isInUse: isAboveInUse && device.activated,
  children: [],
});

/** The tree of places with the devices at each place, and the state of both. */
export function treeOf(
  root: CampusTreeNode,
  devices: readonly DeviceEntry[],
  statuses: readonly (PlaceStatus & { id: number })[],
  isOutdated = false,
): TreeItem {
  const stateOfDevice = deviceState(isOutdated);
  const devicesAt = Map.groupBy(devices, ({ locationId }) => locationId);
  const statusOf = new Map(statuses.map((status) => [status.id, status]));
  const ofPlace = (place: CampusTreeNode, isAboveInUse: boolean): TreeItem => {
    const isInUse = isAboveInUse && place.activated;
    const isSpace = place.type === "seat" || place.type === "room";
    const status = isSpace ? undefined : statusOf.get(place.id);
    const own = isSpace ? [] : (devicesAt.get(place.id) ?? []);
    return {
      key: `${place.type}-${place.id}`,
      title: place.title,
      type: place.type,
      state: status && status.noOfDevices > 0 ? shownState(status.state, isOutdated) : undefined,
      place,
      status,
      device: undefined,
      isInUse,
      children: [
        ...place.children.map((child) => ofPlace(child, isInUse)),
        ...own.map((device) => ofDevice(device, isInUse, stateOfDevice(device))),
      ],
    };
  };
  return ofPlace(root, true);
}

/** An item with those above it, from the root; undefined when the tree does not have it. */
export function pathTo(root: TreeItem, key: string): TreeItem[] | undefined {
  if (root.key === key) return [root];
  for (const child of root.children) {
    const path = pathTo(child, key);
    if (path) return [root, ...path];
  }
  return undefined;
}

/** What an administrator may change of an item. */
export interface ItemValues {
  title: string;
  activated: boolean;
  /** The place that it is in. */
  parent: number | undefined;
  /** Undefined for all but rooms, as are the facilities. */
  seats: number | undefined;
  facilities: string[] | undefined;
}

/** The values of the last item of a path. */
export function valuesOf(path: readonly TreeItem[]): ItemValues {
  const item = path.at(-1);
  const { seats, facilities } = item?.place ?? {};
  return {
    title: item?.title ?? "",
    activated: (item?.place ?? item?.device)?.activated ?? true,
    parent: path.at(-2)?.place?.id,
    seats,
    facilities,
  };
}

/** The kind of an item in calls. */
export function kindOf({ type }: TreeItem): TreeItemKind {
  if (type === "device") return "device";
  return type === "seat" || type === "room" ? "space" : "place";
}

/** What each item is in. A device is at any place. */
const parentTypes: Partial<Record<TreeItem["type"], TreeItem["type"]>> = {
  seat: "zone",
  room: "zone",
  area: "zone",
  zone: "floor",
  floor: "building",
};

/** Whether an administrator moves places of a type. */
export const isMovable = (type: TreeItem["type"]): boolean => ["area", "zone", "floor"].includes(type);

/** The places that the last item of a path can be in, each with the names of those above it. */
export function placesFor(root: TreeItem, path: readonly TreeItem[]): { value: string; label: string }[] {
  const type = path.at(-1)?.type ?? "device";
  const wanted = parentTypes[type];
  // Zones and areas of a parking deck stay on decks.
  const floorType = isMovable(type) ? path.find((one) => one.type === "floor")?.place?.floor_type : undefined;
  const list = ({ place, children }: TreeItem, above: string): { value: string; label: string }[] => {
    if (!place || place.type === "seat" || place.type === "room") return [];
    if (type !== "floor" && floorType && place.floor_type && place.floor_type !== floorType) return [];
    if (type === "seat" && place.floor_type === "parking") return [];
    const label = above === "" ? place.title : `${above} › ${place.title}`;
    const own = wanted && place.type !== wanted ? [] : [{ value: String(place.id), label }];
    return [...own, ...children.flatMap((child) => list(child, place.type === "campus" ? "" : label))];
  };
  return list(root, "");
}

export interface Search {
  text: string;
  hasProblemsOnly: boolean;
}

interface SearchResult {
  root: TreeItem | undefined;
  count: number;
  /** The items with matches below them. */
  opened: ReadonlySet<string>;
}

/** The items that match, with those above them. A match keeps all that is below it, but for a match that has others below it. */
export function searchTree(root: TreeItem, { text, hasProblemsOnly }: Search): SearchResult {
  const wanted = text.trim().toLowerCase();
  let count = 0;
  const opened = new Set<string>();
  const isFound = ({ title, state, device, type }: TreeItem) =>
    [title, device?.ssid ?? ""].some((name) => name.toLowerCase().includes(wanted)) &&
    (!hasProblemsOnly || (type === "device" && state !== "fine"));
  const filter = (item: TreeItem): TreeItem | undefined => {
    const isMatch = isFound(item);
    if (isMatch) count += 1;
    const children = item.children.flatMap((child) => filter(child) ?? []);
    if (children.length === 0) return isMatch ? item : undefined;
    opened.add(item.key);
    return { ...item, children };
  };
  return { root: filter(root), count, opened };
}
