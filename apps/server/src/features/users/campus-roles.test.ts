import type { Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { User } from "@verandah/contract/users/users.ts";
import { expect, test, vi } from "vitest";

import { openStream } from "../../testing/open-stream.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

/** The operator of the first campus has the role of a viewer in the other one. */
async function start() {
  const app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const admin = await app.as("administrator");
  const other = await app.as("other-administrator");
  const add = (account: string, role: number = roles.viewer) =>
    other.post("/v1/users/add", { account, role });
  const id = (await add("operator")).json<User>().id;
  const here = { campus: admin.session.campus.id };
  const there = { campus: other.session.campus.id };
  async function switchTo(token: string, to: object) {
    const answer = await app.client(token).post("/v1/auth/campus", to);
    const session = answer.json<Session & { token: string }>();
    return { ...app.client(session.token), answer, session };
  }
  return {
    app,
    admin,
    other,
    add,
    id,
    here,
    there,
    switchTo,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

type Bench = Awaited<ReturnType<typeof start>>;
const codeOf = async (answer: ReturnType<Bench["admin"]["get"]>) => (await answer).json().code;
const rowOf = async (admin: Bench["admin"], id: number) =>
  (await admin.get("/v1/users")).json<User[]>().find((user) => user.id === id);

test("a switched session has the role and the data of its campus, and login opens the campus used last", async () => {
  await using bench = await start();
  const { app, there, here, switchTo } = bench;
  const user = await app.as("operator");
  expect((await user.get("/v1/auth/campuses")).json()).toEqual([
    { id: there.campus, name: "Other Campus", role: { id: 3 }, isOpen: false },
    { id: here.campus, name: user.session.campus.name, role: { id: 1 }, isOpen: true },
  ]);
  const switched = await switchTo(user.session.token, there);
  expect(switched.session).toMatchObject({
    user: user.session.user,
    campus: { id: there.campus, name: "Other Campus" },
    building: { id: bench.other.session.building.id },
    role: { id: 3 },
    lastLogin: user.session.lastLogin,
  });
  expect(await codeOf(user.get("/v1/auth/session"))).toBe("session-switched");
  expect((await user.get("/v1/auth/session")).statusCode).toBe(440);
  expect((await switched.get("/v1/telemetry/latest?devices=T-AHU")).json()).toEqual([]);
  expect((await switched.get("/v1/telemetry/latest?devices=O-AHU")).json()).toHaveLength(1);
  expect(await codeOf(switched.post("/v1/gl_zone_booking/booking"))).toBe("not-allowed");
  expect((await app.as("operator")).session).toMatchObject({ campus: { id: there.campus }, role: { id: 3 } });
  const { rows } = await app.query(
    "select c.name, a.after from audit a join campuses c on c.id = a.campus_id where action = 'switch-campus' order by a.id",
  );
  expect(rows).toEqual([
    { name: user.session.campus.name, after: { isOpen: false } },
    { name: "Other Campus", after: { isOpen: true } },
  ]);
});

test("a switch ends at the time of the login, opens only own campuses, and works once for a session", async () => {
  await using bench = await start();
  const { app, there, here, switchTo } = bench;
  const user = await app.as("operator");
  const cookies = (await switchTo(user.session.token, there)).answer.cookies;
  expect(cookies.map(({ name }) => name)).toEqual(["token", "role"]);
  expect(await codeOf(user.post("/v1/auth/campus", here))).toBe("session-switched");
  const { rows } = await app.query(
    "select count(distinct expires_at)::int as ends, count(*)::int as sessions, count(*) filter (where ended_at is null)::int as open from sessions where user_id = $1",
    [bench.id],
  );
  expect(rows).toEqual([{ ends: 1, sessions: 2, open: 1 }]);
  const viewer = await app.as("viewer");
  expect(await codeOf(viewer.post("/v1/auth/campus", there))).toBe("not-found");
  expect((await viewer.get("/v1/auth/session")).statusCode).toBe(200);
});

test("a switch ends the streams of all windows at once, and a window of the old campus is refused", async () => {
  await using bench = await start();
  const { app, there, here, switchTo } = bench;
  await using stream = await openStream(app, "operator", (building) => `building=${building}`);
  const { token } = (await switchTo(stream.user.session.token, there)).session;
  await vi.waitFor(() => expect(stream.named("session-over")).toEqual([{ code: "session-switched" }]));
  // Another window of the same browser sends the new cookie, and names the campus that it shows.
  const call = (campus: number) =>
    app.app.inject({ url: "/v1/users", headers: { "x-campus": String(campus) }, cookies: { token } });
  expect((await call(here.campus)).json().code).toBe("session-switched");
  expect((await call(there.campus)).json().code).toBe("not-allowed");
});

test("unknown, disabled and ambiguous accounts and pump customers get the same answer, and tries are limited", async () => {
  await using bench = await start();
  const { app, add } = bench;
  await app.query("update users set disabled_at = now() where username = 'viewer'");
  await app.query(
    "update users set email = 'same@test.example' where username in ('member', 'administrator')",
  );
  for (const account of ["stranger", "viewer", "same@test.example", "pumpCustomer"])
    expect([account, await codeOf(add(account))]).toEqual([account, "account-unknown"]);
  expect(await codeOf(add("OPERATOR"))).toBe("account-here");
  await app.query("update users set email = 'Once@test.example' where username = 'member'");
  expect((await add("once@test.example", roles.member)).json()).toMatchObject({ role: { id: 5 } });
  for (let tries = 0; tries < 20; tries += 1) await add("stranger");
  expect((await add("administrator")).statusCode).toBe(429);
  app.advance(11 * 60_000);
  expect((await add("administrator")).statusCode).toBe(200);
  expect(
    (await bench.other.post("/v1/users/add", { account: "member", role: 4 })).json().fields,
  ).toHaveProperty("role");
});

test("another campus changes only its role and building of an account; the first campus manages it", async () => {
  await using bench = await start();
  const { admin, other, id, app } = bench;
  expect(await rowOf(other, id)).toMatchObject({
    role: { id: 3 },
    isManagedHere: false,
    hasOtherCampuses: true,
  });
  expect(await rowOf(admin, id)).toMatchObject({
    role: { id: 1 },
    isManagedHere: true,
    hasOtherCampuses: true,
  });
  const user = await app.as("operator");
  for (const change of [{ email: "thief@test.example" }, { disabled: true }])
    expect(await codeOf(other.post(`/v1/users/${id}/edit`, change))).toBe("account-of-other-campus");
  expect(await codeOf(other.post(`/v1/users/${id}/unlock`))).toBe("account-of-other-campus");
  expect(await rowOf(other, id)).toMatchObject({ isLoggedIn: false });
  await other.post(`/v1/users/${id}/end_sessions`);
  expect((await other.post(`/v1/users/${id}/edit`, { role: 1 })).json()).toMatchObject({ role: { id: 1 } });
  expect((await user.get("/v1/auth/session")).json()).toMatchObject({ role: { id: 1 } });
  for (const one of [admin, other])
    expect(await codeOf(one.post(`/v1/users/${id}/edit`, { role: 4 }))).toBe("customer-campuses");
  await admin.post(`/v1/users/${id}/edit`, { role: 3 });
  expect(await codeOf(user.get("/v1/auth/session"))).toBe("session-closed");
  expect(await rowOf(other, id)).toMatchObject({ role: { id: 1 } });
});

test("an account that is taken away loses its session and stream there, and stays in its other campus", async () => {
  await using bench = await start();
  const { app, other, admin, id, there, here, switchTo } = bench;
  const user = await switchTo((await app.as("operator")).session.token, there);
  await using stream = await openStream(app, "operator", (building) => `building=${building}`);
  expect(stream.user.session.campus.id).toBe(there.campus);
  expect(user.answer.statusCode).toBe(200);
  const before = performance.now();
  expect((await other.post(`/v1/users/${id}/remove`)).json()).toEqual({ id });
  await vi.waitFor(() => expect(stream.named("session-over")).toEqual([{ code: "session-closed" }]));
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(await codeOf(stream.user.get("/v1/auth/session"))).toBe("session-closed");
  expect(await rowOf(other, id)).toBeUndefined();
  expect((await app.as("operator")).session).toMatchObject({ campus: { id: here.campus }, role: { id: 1 } });
  expect(await codeOf(admin.post(`/v1/users/${id}/remove`))).toBe("only-campus");
});

test("the session in another campus stays open when an account is taken away", async () => {
  await using bench = await start();
  const user = await bench.app.as("operator");
  expect((await bench.other.post(`/v1/users/${bench.id}/remove`)).statusCode).toBe(200);
  expect((await user.get("/v1/auth/campuses")).json()).toHaveLength(1);
});

test("the last administrator of a campus stays, wherever the administrators are", async () => {
  await using bench = await start();
  const { app, add, other, there, switchTo } = bench;
  const adminId = (await add("administrator", roles.administrator)).json<User>().id;
  const otherId = other.session.user.id;
  expect(await codeOf(other.post(`/v1/users/${otherId}/remove`))).toBe("own-rights");
  const guest = await switchTo((await app.as("administrator")).session.token, there);
  await guest.post(`/v1/users/${otherId}/edit`, { role: 1 });
  // The only administrator of the other campus is in the first campus now.
  await switchTo(guest.session.token, bench.here);
  await app.query("update campus_roles set role_id = 2 where user_id = $1 and campus_id = $2", [
    bench.id,
    (await app.query("select campus_id from users where id = $1", [otherId])).rows[0]?.["campus_id"],
  ]);
  const operator = await switchTo((await app.as("operator")).session.token, there);
  expect((await operator.post(`/v1/users/${adminId}/edit`, { role: 3 })).statusCode).toBe(200);
  expect(await codeOf(operator.post(`/v1/users/${bench.id}/edit`, { role: 3 }))).toBe("own-rights");
});

test("a process of the version before changes and creates users, and their roles follow", async () => {
  await using bench = await start();
  const { app, id, here } = bench;
  await app.query("update users set role_id = 3 where id = $1", [id]);
  const { rows } = await app.query(
    "select root.id as campus, m.role_id as role from campus_roles m join locations root on root.campus_id = m.campus_id and root.parent_id is null where user_id = $1 order by added_at",
    [id],
  );
  expect(rows).toEqual([
    { campus: here.campus, role: 3 },
    { campus: bench.there.campus, role: 3 },
  ]);
});
