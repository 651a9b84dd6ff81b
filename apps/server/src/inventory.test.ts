import path from "node:path";

import { type RoleName, roles } from "@verandah/contract/roles.ts";
import { type Route, sampleOf } from "@verandah/contract/route.ts";
import { contractRoutes } from "@verandah/contract/testing/contract-routes.ts";
import { expect, test } from "vitest";

import { openStream } from "./testing/open-stream.ts";
import { aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";

const placeNames = ["id", "building", "location"];

/** A route's sample call, with the place and the device of a test site. */
function callOf(route: Route, { location, ssid }: { location: number; ssid: string }) {
  const sample: Record<string, unknown> = JSON.parse(JSON.stringify(sampleOf(route)), (key, value) => {
    if (typeof value === "string") return value.replaceAll("AHU-1", ssid);
    return placeNames.includes(key) && typeof value === "number" ? location : value;
  });
  const url = route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(sample[name]));
  const others = Object.entries(sample).filter(([name]) => !route.path.includes(`:${name}`));
  if (route.method === "POST") return { url, payload: Object.fromEntries(others) };
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)]));
  return { url: `${url}?${query.toString()}` };
}

const named = (route: Route) => `${route.method} ${route.path}`;

test("every route of the contract is mounted once", async () => {
  await using app = await startTestApp();
  const mounted = app.app.parts.mounted.map(named);
  expect(mounted.toSorted()).toEqual((await contractRoutes()).map(named).toSorted());
  expect(new Set(mounted).size).toBe(mounted.length);
});

test("the sample of every route is a valid input", async () => {
  for (const route of await contractRoutes())
    expect([route.path, route.input.safeParse(sampleOf(route)).error]).toEqual([route.path, undefined]);
});

const callers = ({ access }: Route): string => {
  if (access === "public") return "anyone";
  const names = Object.entries(roles).flatMap(([name, id]) => (access.includes(id) ? [name] : []));
  return names.length === Object.keys(roles).length ? "every user" : names.join(", ");
};

test("docs/calls.md lists every route; after a change of the contract run this test with -u", async () => {
  const rows = (await contractRoutes()).map(
    (route) => `| \`${named(route)}\` | ${route.summary} | ${callers(route)} |`,
  );
  const text = `# Calls

Generated from the contract (\`packages/contract\`) by \`apps/server/src/inventory.test.ts\`. The [REST interface](rest-interface.md) explains them.

| Call | Purpose | Roles |
|---|---|---|
${rows.toSorted().join("\n")}
`;
  await expect(text).toMatchFileSnapshot(path.resolve(import.meta.dirname, "../../../docs/calls.md"));
});

test("every route except the public ones refuses a call without a session", async () => {
  await using app = await startTestApp();
  for (const route of app.app.parts.mounted.filter((r) => r.access !== "public")) {
    const call = callOf(route, { location: 1, ssid: "T-AHU" });
    const answer = await app.app.inject({ method: route.method, ...call });
    expect([route.path, answer.statusCode]).toEqual([route.path, 401]);
  }
});

const isRoleName = (name: string): name is RoleName => name in roles;
const roleNames = Object.keys(roles).filter(isRoleName);

/** Gives the administrator of the first site a role in the other, and opens that campus. */
async function switchToOther(app: Awaited<ReturnType<typeof startTestApp>>, role: RoleName) {
  const other = await app.as("other-administrator");
  const added = { account: "administrator", role: roles[role] };
  expect((await other.post("/v1/users/add", added)).statusCode).toBe(200);
  const user = await app.as("administrator");
  const answer = await user.post("/v1/auth/campus", { campus: other.session.campus.id });
  return app.client(answer.json().token);
}

test.each(["as a user with one campus", "after a switch of the campus"])(
  "every route rejects exactly the roles that its contract excludes, %s",
  async (how) => {
    const isSwitched = how.startsWith("after");
    await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
    for (const name of isSwitched ? (["viewer"] as const) : roleNames) {
      const id = roles[name];
      const user = isSwitched ? await switchToOther(app, name) : await app.as(name);
      for (const route of app.app.parts.mounted) {
        // A logout would end the session of this test; a stream does not end. The next test tries both.
        if (endsSession.includes(route.path)) continue;
        const { url, payload } = callOf(route, { location: 1, ssid: "T-AHU" });
        const answer = payload ? await user.post(url, payload) : await user.get(url);
        const isAllowed = route.access === "public" || route.access.includes(id);
        expect([name, route.path, answer.statusCode === 403]).toEqual([name, route.path, !isAllowed]);
      }
    }
  },
);

const endsSession = ["/v1/auth/logout", "/v1/auth/campus", "/v1/live"];

test.each(roleNames)("a %s opens the live stream and logs out", async (name) => {
  await using app = await startTestApp();
  await using stream = await openStream(app, name, () => "");
  expect(stream.response.status).toBe(200);
  expect((await stream.user.post("/v1/auth/logout")).statusCode).toBe(200);
});

test.each(["a user of another campus", "an administrator who has opened another campus"])(
  "every route with an id answers 404 to %s",
  async (who) => {
    await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
    const isSwitched = who.startsWith("an administrator");
    const stranger = isSwitched
      ? await switchToOther(app, "administrator")
      : await app.as("other-administrator");
    const location = app.places[0]?.buildingId ?? 0;
    const { rows } = await app.query("select id from users where username = 'operator'");
    await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
    // A batch of commands, or its preview, answers 200 and refuses each write on its own. Latest values leave such devices out. The id of a
    // gateway is that of a new one.
    const leftOut = ["/v1/commands", "/v1/commands/preview", "/v1/telemetry/latest", "/v1/gateways"];
    const routes = app.app.parts.mounted.filter(
      (route) =>
        !leftOut.includes(route.path) &&
        /"(id|ssid|building|devices|report)":/.test(JSON.stringify(sampleOf(route))),
    );
    expect(routes.length).toBeGreaterThan(8);
    for (const route of routes) {
      const id = route.path.startsWith("/v1/users/:id") ? Number(rows[0]?.["id"]) : location;
      const { url, payload } = callOf(route, { location: id, ssid: "T-AHU" });
      const answer = payload ? await stranger.post(url, payload) : await stranger.get(url);
      expect([route.path, answer.statusCode]).toEqual([route.path, 404]);
    }
    expect((await stranger.get("/v1/telemetry/latest?devices=T-AHU")).json()).toEqual([]);
  },
);
