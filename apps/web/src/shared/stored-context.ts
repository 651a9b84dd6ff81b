import type { Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";

/**
 * What the browser remembers between visits, each under its own name in local storage. The token is not among it: it is a cookie
 * that scripts cannot read.
 * Source: spec 1 §3 "Stored locally after login", spec 2 §3 Session and §4 Stored context.
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

type Key = (typeof sessionKeys)[number] | (typeof placeKeys)[number];

/** Reads one remembered text; undefined when there is none or the browser forbids storage. */
export function stored(key: Key): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers texts; an undefined one is forgotten. */
function store(values: Partial<Record<Key, string | number | undefined>>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, String(value));
    }
  } catch {
    // A browser that forbids storage still works: ids then come from the session alone.
  }
}

/** Remembers the session's fields. The places of another user's building, and the drafts and data of another user, are forgotten. */
export function storeSession(session: Session): void {
  if (stored("userID") !== String(session.user.id)) {
    dropDrafts();
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

/** Remembers the floor that was chosen. Source: spec 2 §2 Building overview (clicking a tile). */
export function storeFloor(floor: { id: number; name: string }): void {
  store({ context: "floor", floorID: floor.id, floorName: floor.name, mapSubType: "temperature" });
}

/** Remembers what the map showed last. Source: spec 2 §4 Stored context. */
export function storeMap(subType: string): void {
  store({ mapSubType: subType });
}

/** Remembers a floor that was chosen on a map; what the map shows stays. */
export function storeMapFloor(floor: { id: number; name: string }): void {
  store({ context: "floor", floorID: floor.id, floorName: floor.name });
}

/** Remembers the zone that was chosen. Source: spec 2 §3 Session. */
export function storeZone(id: number): void {
  store({ zoneID: id });
}

/** Remembers the device that was chosen. Source: spec 2 §3 Session. */
export function storeDevice(device: { ssid: string; name: string }): void {
  store({ deviceID: device.ssid, deviceName: device.name });
}

/** Forgets everything at logout. */
export function forgetAll(): void {
  forget([...sessionKeys, ...placeKeys]);
  dropDrafts();
  forgetLastState();
}

/** The data that a page shows during an outage. */
export const LAST_STATE_KEY = "verandah.last-state";

export function forgetLastState(): void {
  sessionStorage.removeItem(LAST_STATE_KEY);
  localStorage.removeItem(LAST_STATE_KEY);
}

/** Begins the keys of session storage under which forms keep what a user typed. */
export const DRAFT_PREFIX = "verandah.draft:";

function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
}

function forget(keys: readonly Key[]): void {
  store(Object.fromEntries(keys.map((key) => [key, undefined])));
}
