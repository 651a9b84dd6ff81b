import { getSession, type Session } from "@verandah/contract/auth/auth.ts";
import { getLocation, listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { listEquipmentTypes, listSystems } from "@verandah/contract/equipment.ts";
import type { Route } from "@verandah/contract/route.ts";
import { listLatest } from "@verandah/contract/telemetry/telemetry.ts";
import { http, HttpResponse } from "msw";

import { aReading } from "./ahu-builders.ts";
import { anyReply, changedReply } from "./any-reply.ts";
import { aFloor } from "./builders.ts";
import { aDevice } from "./plan-builders.ts";
import { server } from "./serve.ts";

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../../../packages/contract/src/**/*.ts", "!**/*.test.ts", "!**/testing/**", "!**/legacy/**"],
  { eager: true },
);

const isRead = (value: unknown): value is Route =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  "method" in value &&
  value.method === "GET";
const countParameters = ({ path }: Route) => path.split(":").length;

/** Every GET of the contract; those with fewer parameters in their path first, as they take precedence. */
const reads = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isRead))
  .toSorted((a, b) => countParameters(a) - countParameters(b))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`) }));

/** A building, a floor, a zone and an area, each in the one before. */
const places = [
  { id: 2, name: "Tower A", zone_type: "GL_LOCATION_TYPE_BUILDING" },
  { id: 11, name: "First", zone_type: "GL_LOCATION_TYPE_FLOOR" },
  { id: 111, name: "Zone 1", zone_type: "GL_LOCATION_TYPE_ZONE" },
  { id: 1111, name: "Area 1", zone_type: "GL_LOCATION_TYPE_AREA" },
] as const;
const floorTypeOf = (id: number) => (id === 11 ? "wlms" : null);
const idIn = ({ pathname }: URL) => Number(pathname.split("/")[3]);

const types = ["AHU", "VAV", "UPS", "ENERGYMETER", "DALI", "ENVIRONMENT", "SOLARPUMP", "PARKING"];

/** Replies that must fit together, or the address of the call. */
const fitting = new Map<string, (asked: URL) => unknown>([
  [listEquipmentTypes.path, () => []],
  // Two of them may go without an effect.
  [listSystems.path, () => [...listSystems.reply.element.options, "energy", "energy"]],
  [
    getLocation.path,
    (asked) => {
      const at = places.findIndex(({ id }) => id === idIn(asked));
      return { ...places[at], uuid: "blr", floor_type: floorTypeOf(idIn(asked)), path: places.slice(0, at) };
    },
  ],
  [
    listLocationMetrics.path,
    (asked) => {
      const below = places[places.findIndex(({ id }) => id === idIn(asked)) + 1];
      return below ? [aFloor({ ...below, floor_type: floorTypeOf(below.id) })] : [];
    },
  ],
  [
    listDevices.path,
    () =>
      types.map((type, at) =>
        aDevice({ id: at + 1, ssid: `${type}-1`, name: `${type} 1`, type, locationId: 111 }),
      ),
  ],
  [
    listLatest.path,
    ({ searchParams }) =>
      (searchParams.get("devices") ?? "").split(",").map((ssid) => ({
        ssid,
        values: [aReading({ param_id: "Return Air Temperature", param_value: 23.4, unit: "degC" })],
      })),
  ],
]);

/** Answers every GET of the contract, from `serve` on; after each `change` with other numbers and names. */
export function serveContract(session: Session) {
  const asked: { path: string; atMs: number }[] = [];
  let changes = 0;
  const known = new Map<string, unknown>();

  function replyTo(route: Route, url: URL): unknown {
    const key = `${changes} ${url.href}`;
    if (known.has(key)) return known.get(key);
    let reply =
      route.path === getSession.path ? session : (fitting.get(route.path)?.(url) ?? anyReply(route));
    for (let change = 0; change < changes; change += 1) reply = changedReply(route, reply);
    known.set(key, reply);
    return reply;
  }

  const answer = ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    const route = reads.find(({ pattern }) => pattern.test(url.pathname))?.route;
    if (!route) throw new Error(`The contract has no ${url.pathname}`);
    asked.push({ path: route.path, atMs: Date.now() });
    return HttpResponse.text(JSON.stringify(replyTo(route, url)), {
      headers: { "content-type": "application/json" },
    });
  };

  return {
    serve: () => server.use(http.get("http://localhost:3000/v1/*", answer)),
    change: () => void (changes += 1),
    /** Paths of the routes that were called after this time. */
    askedAfter: (ms: number): ReadonlySet<string> =>
      new Set(asked.filter(({ atMs }) => atMs > ms).map(({ path }) => path)),
  };
}
