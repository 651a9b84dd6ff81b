import { type RoleName, roles } from "@verandah/contract/roles.ts";
import { type Route, sampleOf } from "@verandah/contract/route.ts";

import type { startWhole } from "../benches/whole-bench.ts";

export type Whole = Awaited<ReturnType<typeof startWhole>>;
export type Fields = Record<string, unknown>;
export type Who = RoleName | "anyone";
export const isAdmitted = ({ access }: Route, who: Who) =>
  access === "public" ? who === "anyone" : who !== "anyone" && access.includes(roles[who]);

/** The fields of each read that differ from its sample. */
export function inputsOf({ path }: Route, { app, idOf, keys }: Whole, ids: Fields): Fields[] {
  const ground = { id: idOf("T/g") };
  const campus = { id: app.places[0]?.campusId };
  const own: Record<string, Fields[]> = {
    "/v1/comfort_reports/open": [{ place: idOf("T/g") }],
    "/v1/comfort_reports": [{ place: idOf("T/g") }],
    "/v1/self_tests": [{ floor: idOf("T/g") }, { ssid: "T-UPS", floor: undefined }],
    "/v1/point_tests": [{ place: idOf("T/g") }],
    "/v1/point_tests/:id": [{ id: ids["pointTest"] }],
    "/v1/point_tests/:id/photo": [{ id: ids["pointTest"] }],
    "/v1/light_scenes": [{ zone: idOf("T/g/z1") }],
    "/v1/gl_analytics/:id/heatmap": [ground],
    "/v1/gl_analytics/:id/devicemap": [ground],
    "/v1/gl_analytics/:id/occupancy": [ground],
    "/v1/gl_analytics/:id/lights": [ground],
    "/v1/lights/:id": [{ id: idOf("T/g/z1/a1") }],
    "/v1/floor_plans/:id": [ground],
    "/v1/floor_plans/:id/drawing": [ground],
    "/v1/gl_zone/:id": [{}, ground],
    "/v1/gl_zone/:id/configuration": [{ id: idOf("T/g/z2") }],
    "/v1/gl_zone/:id/diagnosis": [{ id: idOf("T/g/z1") }],
    "/v1/campuses/:id/tree": [campus],
    "/v1/campuses/:id/status": [campus],
    "/v1/campuses/devices": [{ id: idOf("T-S1") }],
    "/v1/campuses/tree/move": [{ id: idOf("T/g/z1"), parent: idOf("T/hall") }],
    "/v1/pms/:id/parking-status": [{ id: idOf("T/annex") }],
    "/v1/pms/:id/parking-trend": [{ id: idOf("T/annex") }],
    "/v1/alarms/:id": [{ id: ids["alarm"] }, { id: ids["pumpAlarm"] }],
    "/v1/alarms/device/:ssid": [{}, { ssid: "P-1" }],
    "/v1/telemetry/latest": [{}, { devices: "P-1" }],
    "/v1/telemetry/:ssid/trend": [{}, { ssid: "P-1", param_id: "MotorStatus" }],
    "/v1/telemetry/:ssid/unknownpoints": [{ ssid: "T-GW" }],
    "/v1/alarms/:id/bookings": [{ id: ids["alarm"] }],
    "/v1/alarms/:class/grid": [{}, { class: "noncritical" }, { class: "noncritical", only: "ignored" }],
    "/v1/gateways/:id": [{ id: ids["gateway"] }],
    "/v1/gateways/:id/first_hour": [{ id: ids["gateway"] }],
    "/v1/gateways/:id/found": [{ id: ids["gateway"] }],
    "/v1/gateways/:id/found/points": [{ id: ids["gateway"] }],
    "/v1/gateway_profiles/:name": [{}, { name: "own-meter" }],
    "/v1/pump_rollouts/:id/undo": [{ id: 1 }],
    "/v1/commands/:id": [{ id: ids["command"] }],
    "/v1/commands/batches/:id": [{ id: ids["batch"] }],
    "/v1/lights/event_status": [{ batchId: ids["batch"] }],
    "/v1/booking_feed/:key": [{ key: keys.booking }],
    "/v1/room_feed/:key": [{ key: keys.room }],
    "/v1/spaces/:id/now": [{ id: idOf("T/r1") }],
    "/v1/display/rooms/:id": [{ id: idOf("T/r1") }],
    "/v1/gl_zone_booking/:id/:kind/bookingList": [{}, { kind: "room" }],
    "/v1/reports/:report": ["ibms-logs", "user-login", "most-active-critical", "ahu-schedule-activity"].map(
      (report) => ({ report, points: undefined }),
    ),
  };
  if (/^\/v1\/energy\/:id\/(?!demand)/.test(path)) return [{ to: "2026-01-05" }];
  return own[path] ?? [{}];
}

/** The device of a call. */
const deviceOf = (path: string) =>
  Object.entries({ "/ups": "T-UPS", "/ems": "T-E1", "/pumps/": "P-1", "/solarpump": "P-1" }).find(([part]) =>
    path.includes(part),
  )?.[1] ?? "T-AHU";

/** A call of a route: its sample with the day, the building and the device of the bench, and `fields`. */
export function callOf(route: Route, { idOf }: Whole, fields: Fields) {
  const sample: Fields = JSON.parse(
    JSON.stringify(sampleOf(route)).replaceAll("AHU-1", deviceOf(route.path)),
  );
  const isTimed = route.method === "GET" && String(sample["from"]).includes("T");
  const places = ["id", "building", "location"].filter((name) => typeof sample[name] === "number");
  const sent: Fields = {
    ...sample,
    ...Object.fromEntries(places.map((name) => [name, idOf("T/tower")])),
    ...(isTimed && { from: "2026-01-05T00:00:00Z", to: "2026-01-06T00:00:00Z" }),
    ...fields,
  };
  const url = route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(sent[name]));
  const others = Object.entries(sent).filter(
    ([name, value]) => !route.path.includes(`:${name}`) && value !== undefined,
  );
  if (route.method === "POST") return { url, ssid: undefined, payload: Object.fromEntries(others) };
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)]));
  return { url: `${url}?${query.toString()}`, ssid: sent["ssid"] };
}
