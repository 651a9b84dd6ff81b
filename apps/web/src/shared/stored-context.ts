import type { Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";

import { showCampus } from "./call.ts";

/**
 * Values that the browser stores between visits, each under its own name in local storage. The token is not one of them: it is in a cookie
 * that scripts cannot read. Source: spec 1 §3 "Stored locally after login", spec 2 §3 Session and §4 Stored context.
 */
const sessionKeys = [
  "role",
  "userID",
  "buildingID",
  "buildingName",
  "campusID",
  "roleID",
  "lastLogin",
  "username",
] as const;
const placeKeys = [
  "context",
  "floorID",
  "floorName",
  "zoneID",
  "mapSubType",
  "type",
  "deviceID",
  "deviceName",
] as const;

/** Choices of how a screen looks: they stay after logout. */
type ViewKey = "seatView" | "roomView";

type Key = (typeof sessionKeys)[number] | (typeof placeKeys)[number] | ViewKey;

/** Reads one remembered text; undefined when there is none or the browser forbids storage. */
export function stored(key: Key): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores texts; an undefined one is removed. */
function store(values: Partial<Record<Key, string | number | undefined>>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, String(value));
    }
  } catch {
    // A browser without storage still works: ids then come from the session only.
  }
}

/** Whether the stored fields are those of the session's user and campus. */
export const isStored = ({ user, campus }: Session) =>
  stored("userID") === String(user.id) && stored("campusID") === String(campus.id);

/** Stores the session's fields. Removes the places of another building, and the drafts and data of another user or campus. */
export function storeSession(session: Session): void {
  showCampus(session.campus.id);
  if (!isStored(session)) {
    dropDrafts();
    keepTimeRange({});
    forgetLastState();
  }
  if (stored("buildingID") !== String(session.building.id)) forget(placeKeys);
  store({
    role: Object.entries(roles).find(([, id]) => id === session.role.id)?.[0],
    userID: session.user.id,
    username: session.user.name,
    buildingID: session.building.id,
    buildingName: session.building.name,
    campusID: session.campus.id,
    roleID: session.role.id,
    lastLogin: session.lastLogin ?? undefined,
  });
}

/** Stores the chosen floor. Source: spec 2 §2 Building overview (clicking a tile). */
export function storeFloor(floor: { id: number; name: string }): void {
  store({ context: "floor", floorID: floor.id, floorName: floor.name, mapSubType: "temperature" });
}

/** Stores the subject of the map. Source: spec 2 §4 Stored context. */
export function storeMap(subType: string): void {
  store({ mapSubType: subType });
}

/** Stores a floor that was chosen on a map; the map's subject stays. */
export function storeMapFloor(floor: { id: number; name: string }): void {
  store({ context: "floor", floorID: floor.id, floorName: floor.name });
}

/** Stores the chosen zone. Source: spec 2 §3 Session. */
export function storeZone(id: number): void {
  store({ zoneID: id });
}

/** Stores the chosen device. Source: spec 2 §3 Session. */
export function storeDevice(device: { ssid: string; name: string }): void {
  store({ deviceID: device.ssid, deviceName: device.name });
}

/** Stores whether seats or rooms to book are a list or a plan. */
export function storeBookingView(key: ViewKey, view: string): void {
  store({ [key]: view });
}

/** Removes everything of the user at logout. */
export function forgetAll(): void {
  forget([...sessionKeys, ...placeKeys]);
  dropDrafts();
  keepTimeRange({});
  forgetLastState();
}

/** The data that a page shows during an outage. */
export const LAST_STATE_KEY = "verandah.last-state";

export function forgetLastState(): void {
  sessionStorage.removeItem(LAST_STATE_KEY);
  localStorage.removeItem(LAST_STATE_KEY);
}

const TIME_RANGE_KEY = "verandah.time-range";

/** The fields of an address that choose a time range. */
export type KeptTimeRange = {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The last choice of a time range in this tab; each tab has its own. */
export function keptTimeRange(): KeptTimeRange | undefined {
  const text = sessionStorage.getItem(TIME_RANGE_KEY);
  return text === null ? undefined : JSON.parse(text);
}

export function keepTimeRange(range: KeptTimeRange): void {
  if (Object.values(range).some((field) => field !== undefined))
    sessionStorage.setItem(TIME_RANGE_KEY, JSON.stringify(range));
  else sessionStorage.removeItem(TIME_RANGE_KEY);
}

/** Prefix of the keys in session storage under which forms store typed text. */
export const DRAFT_PREFIX = "verandah.draft:";

function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
}

function forget(keys: readonly Key[]): void {
  store(Object.fromEntries(keys.map((key) => [key, undefined])));
}
