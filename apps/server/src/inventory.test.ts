import { readdir } from "node:fs/promises";

import { type RoleName, roles } from "@verandah/contract/roles.ts";
import type { Route } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";

function isRoute(value: unknown): value is Route {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

async function contractRoutes(): Promise<Route[]> {
  const folder = new URL("../../../packages/contract/src/", import.meta.url);
  const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(new URL(file, folder).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter(isRoute));
}

/** A URL of a route with the ids of the given campus, so that the call reaches its service. */
function urlOf(route: Route, ids: { location: number; ssid: string }): string {
  const path = route.path
    .replace(/\/(commands|batches)\/:id/, "/$1/00000000-0000-4000-8000-000000000000")
    .replace(":class", "critical")
    .replace(":id", String(ids.location))
    .replace(":report", "trend-log-comparision")
    .replace(":ssid", ids.ssid);
  const compared = `?from=2026-01-05T00:00:00Z&to=2026-01-05T01:00:00Z&points=${ids.ssid}/${ids.ssid === "T-AHU" ? "Fire Alarm" : "TEMPERATURE"}`;
  const query: Record<string, string> = {
    "/v1/telemetry/:ssid/trend": "?param_id=TEMPERATURE&from=2026-01-05T00:00:00Z&to=2026-01-05T01:00:00Z",
    "/v1/alarms/:class/grid": `?location=${ids.location}`,
    "/v1/reports/:report": compared,
    "/v1/reports/:report/chart": compared,
    "/v1/reports/:report/export": compared,
    "/v1/live": `?building=${ids.location}&devices=${ids.ssid}`,
  };
  return path + (query[route.path] ?? "");
}

const bodies: Record<string, object> = {
  "/v1/gl_analytics/:ssid/setpoints": { param_id: "ahu_chilled_valve_sp", param_value: 20 },
  "/v1/floor_plans/:id/edit": { version: 0 },
  "/v1/floor_plans/:id/reset": { version: 0 },
  "/v1/gl_alerts/acknowledgeAlarm": { id: 1 },
  "/v1/gl_alerts/acknowledgeAlarms": { ids: [1] },
  "/v1/gl_alerts/deleteAlarm": { id: 1 },
  "/v1/gl_alerts/unshelveAlarm": { id: 1 },
  "/v1/hvac_recuuring_schedule/:id/updateschedule": { timeData: [], weekData: [] },
  "/v1/hvac_schedules/:id/edit": {
    data: {
      title: "Lobby",
      floor: { id: 1 },
      zones: [{ id: 1 }],
      action: 1,
      start: "2026-01-05T09:00:00Z",
      end: "2026-01-05T10:00:00Z",
    },
  },
  "/v1/users": { username: "newcomer", password: "Secret123", role: 3 },
  "/v1/notifications/settings": {
    by_mail: "none",
    in_browser: "all",
    floor_ids: null,
    digest_minutes: 5,
  },
};
const bodyOf = (route: Route) => bodies[route.path] ?? {};

const named = (route: Route) => `${route.method} ${route.path}`;

test("every route of the contract is mounted once", async () => {
  await using app = await startTestApp();
  const mounted = app.app.parts.mounted.map(named);
  expect(mounted.toSorted()).toEqual((await contractRoutes()).map(named).toSorted());
  expect(new Set(mounted).size).toBe(mounted.length);
});

test("every route but the public ones refuses a call without a session", async () => {
  await using app = await startTestApp();
  for (const route of app.app.parts.mounted.filter((r) => r.access !== "public")) {
    const url = urlOf(route, { location: 1, ssid: "T-S1" });
    const answer = await app.app.inject({ method: route.method, url, payload: bodyOf(route) });
    expect([route.path, answer.statusCode]).toEqual([route.path, 401]);
  }
});

const roleNames: RoleName[] = ["operator", "administrator", "viewer", "pumpCustomer", "member"];

test("every route rejects exactly the roles that its contract excludes", async () => {
  await using app = await startTestApp();
  for (const name of roleNames) {
    const id = roles[name];
    const user = await app.as(name);
    for (const route of app.app.parts.mounted) {
      // A logout would end the session of this test; a stream does not end.
      if (route.path === "/v1/auth/logout" || route.path === "/v1/live") continue;
      const url = urlOf(route, { location: 1, ssid: "T-S1" });
      const answer = route.method === "GET" ? await user.get(url) : await user.post(url, bodyOf(route));
      const isAllowed = route.access === "public" || route.access.includes(id);
      expect([name, route.path, answer.statusCode === 403]).toEqual([name, route.path, !isAllowed]);
    }
  }
});

test("every route with an id answers 404 for another campus's", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const stranger = await app.as("other-administrator");
  const location = app.places[0]?.buildingId ?? 0;
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const routes = app.app.parts.mounted.filter(
    (route) => route.path.includes("/:") || route.path === "/v1/live",
  );
  expect(routes.length).toBeGreaterThan(8);
  for (const route of routes) {
    const url = urlOf(route, { location, ssid: "T-AHU" });
    const answer = route.method === "GET" ? await stranger.get(url) : await stranger.post(url, bodyOf(route));
    expect([route.path, answer.statusCode]).toEqual([route.path, 404]);
  }
});
