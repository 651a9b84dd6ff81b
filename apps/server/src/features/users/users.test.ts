import { roles } from "@verandah/contract/roles.ts";
import { expect, test } from "vitest";

import { openDb } from "#core/db.ts";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createUser } from "./user-administration.service.ts";

const newcomer = { username: "newcomer", email: "new@test.example", password: "Secret123", role: 3 };

async function startWithAdministrator() {
  const app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const admin = await app.as("administrator");
  const list = async () => (await admin.get("/v1/users")).json<{ id: number; username: string }[]>();
  const idOf = async (username: string) => (await list()).find((user) => user.username === username)?.id ?? 0;
  return Object.assign(app, { admin, list, idOf });
}

test("lists the users of the caller's campus", async () => {
  await using app = await startWithAdministrator();
  const users = await app.list();
  expect(users.map(({ username }) => username)).toEqual([
    "administrator",
    "member",
    "operator",
    "pumpCustomer",
    "viewer",
  ]);
  expect(users[0]).toMatchObject({ role: { id: 2 }, disabledAt: null, lockedUntil: null, isLoggedIn: true });
  expect(users[1]).toMatchObject({ role: { id: 5 }, isLoggedIn: false });
  const { id, name } = app.admin.session.campus;
  expect(users[1]).toMatchObject({ campus: { id, name } });
});

test("creates a user who can log in, with an audit row of the administrator", async () => {
  await using app = await startWithAdministrator();
  const answer = await app.admin.post("/v1/users", newcomer);
  expect(answer.json()).toMatchObject({ username: "newcomer", role: { id: 3 }, building: { name: "Tower" } });
  expect((await app.login("newcomer", false, "Secret123")).json()).toMatchObject({ role: { id: 3 } });
  const { rows } = await app.query(
    "select username from audit join users on users.id = user_id where action = 'create-user' order by audit.id desc limit 1",
  );
  expect(rows).toEqual([{ username: "administrator" }]);
});

test("reports every wrong field of a new user", async () => {
  await using app = await startWithAdministrator();
  const wrong = { username: "", email: "nowhere", password: "weak", role: 6, building: "x" };
  const answer = await app.admin.post("/v1/users", wrong);
  expect(Object.keys(answer.json().fields)).toEqual(["username", "email", "password", "role", "building"]);
  const duplicate = await app.admin.post("/v1/users", { ...newcomer, username: "OPERATOR" });
  expect([duplicate.statusCode, duplicate.json().fields]).toEqual([400, { username: "User already exits" }]);
  const foreign = await app.admin.post("/v1/users", { ...newcomer, building: app.places[1]?.buildingId });
  expect(foreign.json().fields).toEqual({ building: "Choose a building of this campus" });
});

test("a database failure does not look like a wrong building", async () => {
  await using app = await startWithAdministrator();
  const { building, campus } = app.admin.session;
  const place = { campusId: campus.id, buildingId: building.id };
  const db = openDb("postgres://127.0.0.1:1/none");
  const actor = { userId: 1, name: "", roleId: roles.administrator, sessionId: "", ...place };
  const creation = createUser(
    { ...app.ctx, db, actor },
    { ...newcomer, role: roles.operator, building: building.id },
  );
  await expect(creation).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await db.destroy();
});

test("a user is in a campus that the administrator may open", async () => {
  await using app = await startWithAdministrator();
  const own = app.admin.session.campus.id;
  expect((await app.admin.post("/v1/users", { ...newcomer, campus: own })).statusCode).toBe(200);
  const edit = `/v1/users/${await app.idOf("newcomer")}/edit`;
  expect((await app.admin.post(edit, { campus: own })).statusCode).toBe(200);
  const other = (await app.as("other-administrator")).session.campus.id;
  const refused = { campus: "Choose a campus that you may open" };
  expect((await app.admin.post(edit, { campus: other })).json().fields).toEqual(refused);
  const stranger = { ...newcomer, username: "stranger", campus: other };
  expect((await app.admin.post("/v1/users", stranger)).json().fields).toEqual(refused);
});

test.each([
  ["a new role", { role: 3 }],
  ["a disabled account", { disabled: true }],
])("%s ends the user's session", async (_what, change) => {
  await using app = await startWithAdministrator();
  const user = await app.as("operator");
  const answer = await app.admin.post(`/v1/users/${await app.idOf("operator")}/edit`, change);
  expect(answer.json()).toMatchObject({ isLoggedIn: false });
  expect((await user.get("/v1/auth/session")).json().code).toBe("session-closed");
});

test("keeps the session open after a change of the e-mail address", async () => {
  await using app = await startWithAdministrator();
  const user = await app.as("operator");
  const id = await app.idOf("operator");
  const answer = await app.admin.post(`/v1/users/${id}/edit`, { email: "öp@tëst.example" });
  expect(answer.json()).toMatchObject({ email: "öp@tëst.example", isLoggedIn: true });
  expect((await user.get("/v1/auth/session")).statusCode).toBe(200);
});

test("a pump customer who gets another role loses the pumps, and the past mapping stays", async () => {
  const site = aSite("T");
  site.devices.push(aDevice("SOLARPUMP", "P-1", ["MotorStatus"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const admin = await app.as("administrator");
  await app.query(
    "insert into pump_customers select u.id, d.id from users u, devices d where u.username = 'pumpCustomer' and d.ssid = 'P-1'",
  );
  const { rows } = await app.query("select id from users where username = 'pumpCustomer'");
  const edit = (change: object) => admin.post(`/v1/users/${Number(rows[0]?.["id"])}/edit`, change);
  const counts = async () =>
    (
      await app.query(
        "select (select count(*)::int from pump_customers) as now, (select count(*)::int from past_pump_customers) as past",
      )
    ).rows[0];
  expect((await edit({ email: "asha@test.example" })).statusCode).toBe(200);
  expect(await counts()).toEqual({ now: 1, past: 0 });
  expect((await edit({ role: 3 })).statusCode).toBe(200);
  expect(await counts()).toEqual({ now: 0, past: 1 });
  expect((await edit({ role: 4 })).statusCode).toBe(200);
  expect((await (await app.as("pumpCustomer")).get("/v1/pumps")).json()).toEqual([]);
});

test("disables and enables a user", async () => {
  await using app = await startWithAdministrator();
  const id = await app.idOf("viewer");
  const edit = (disabled: boolean) => app.admin.post(`/v1/users/${id}/edit`, { disabled });
  expect((await edit(true)).json().disabledAt).toBe(app.now().toISOString());
  expect((await app.login("viewer")).json().code).toBe("user-disabled");
  expect((await edit(false)).json().disabledAt).toBeNull();
  expect((await app.login("viewer")).statusCode).toBe(200);
});

test("rejects an administrator's change that disables or demotes their own account", async () => {
  await using app = await startWithAdministrator();
  const edit = async (username: string, change: object) =>
    app.admin.post(`/v1/users/${await app.idOf(username)}/edit`, change);
  await edit("operator", { role: 2 });
  for (const change of [{ disabled: true }, { role: 1 }])
    expect((await edit("administrator", change)).json().code).toBe("own-rights");
  const own = { email: "own@test.example", role: 2, disabled: false };
  expect((await edit("administrator", own)).statusCode).toBe(200);
});

test("keeps one administrator when two demote each other at the same time", async () => {
  await using app = await startWithAdministrator();
  await app.admin.post(`/v1/users/${await app.idOf("operator")}/edit`, { role: 2 });
  const other = await app.as("operator");
  const [own, others] = [await app.idOf("administrator"), await app.idOf("operator")];
  const answers = await Promise.all([
    app.admin.post(`/v1/users/${others}/edit`, { role: 1 }),
    other.post(`/v1/users/${own}/edit`, { role: 1 }),
  ]);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(1);
  expect(["last-administrator", "session-closed"]).toContain(refused[0]?.json().code);
});

test("unlocks a user and ends the user's session", async () => {
  await using app = await startWithAdministrator();
  const id = await app.idOf("operator");
  for (let tries = 1; tries <= 5; tries += 1) await app.login("operator", false, "Wrong1234");
  expect((await app.list()).find((user) => user.id === id)).toMatchObject({
    lockedUntil: expect.any(String),
  });
  expect((await app.admin.post(`/v1/users/${id}/unlock`)).json()).toMatchObject({ lockedUntil: null });
  const user = await app.as("operator");
  expect((await app.admin.post(`/v1/users/${id}/end_sessions`)).json()).toMatchObject({ isLoggedIn: false });
  expect((await user.get("/v1/auth/session")).statusCode).toBe(440);
});

test("does not show or change another campus's users", async () => {
  await using app = await startWithAdministrator();
  const stranger = await app.as("other-administrator");
  const id = await app.idOf("operator");
  for (const call of ["edit", "unlock", "end_sessions"])
    expect([call, (await stranger.post(`/v1/users/${id}/${call}`)).statusCode]).toEqual([call, 404]);
});
