import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

const form = {
  name: "asha",
  password: "Secret123",
  confirm_password: "Secret123",
  secret: "Hoskote",
  city: "Malur",
  customer_state: "Karnataka",
  farm_size_in_hector: "2",
  number_of_panels_in_array: "12",
};

async function start() {
  const app = await startTestApp();
  const admin = await app.as("administrator");
  const add = (change: object = {}) => admin.post("/v1/auth/createPumpUser", { ...form, ...change });
  const idOf = async (name: string) =>
    (await admin.get("/v1/auth/getPumpUsers"))
      .json<{ id: number; username: string }[]>()
      .find(({ username }) => username === name)?.id;
  const verify = (key: string, username = "asha") => admin.post("/v1/auth/verifySecret", { username, key });
  return { app, admin, add, idOf, verify };
}

test("creates a pump customer by both names of the call, with hashes only", async () => {
  const { app, admin, add, idOf } = await start();
  await using _ = app;
  expect((await add()).json()).toEqual({ message: "ACCEPTED" });
  expect((await admin.post("/v1/auth/createvyodauser", { ...form, name: "ravi" })).json()).toEqual({
    message: "ACCEPTED",
  });
  const id = await idOf("asha");
  expect((await admin.get("/v1/auth/getPumpUsers")).json()).toContainEqual({
    id,
    username: "asha",
    building_id: id,
    city: "Malur",
    customer_state: "Karnataka",
    farm_size_in_hector: 2,
    number_of_panels_in_array: 12,
  });
  const { rows } = await app.query("select secret_hash from customer_records where user_id = $1", [id]);
  expect(rows[0]?.["secret_hash"]).toMatch(/^\$argon2id\$/);
  expect((await app.login("asha", false, "Secret123")).json()).toMatchObject({ role: { id: 4 } });
  expect((await add({ name: "ASHA" })).json()).toMatchObject({ status: 409, title: "User already exits" });
});

const passwordRule =
  "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.";

test.each<[string, Record<string, unknown>]>([
  ["Secret1", { password: passwordRule }],
  ["Secret12", {}],
  ["Secret123456789", {}],
  ["Secret1234567890", { password: passwordRule }],
  ["secret123", { password: passwordRule }],
  ["SECRET123", { password: passwordRule }],
  ["SecretOnly", { password: passwordRule }],
])("checks the password %s", async (password, fields) => {
  const { app, add } = await start();
  await using _ = app;
  expect((await add({ password, confirm_password: password })).json().fields ?? {}).toEqual(fields);
});

test("marks every wrong field of a customer", async () => {
  const { app, add } = await start();
  await using _ = app;
  expect((await add({ confirm_password: "Other123" })).json().fields).toEqual({
    confirm_password: "Password and Confirm Password doesn't match",
  });
  const wrong = { secret: " ", city: "", farm_size_in_hector: "2.5", number_of_panels_in_array: "" };
  expect((await add(wrong)).json().fields).toEqual({
    secret: "field cannot be empty",
    city: "field cannot be empty",
    farm_size_in_hector: "Only numbers are allowed",
    number_of_panels_in_array: "field cannot be empty",
  });
});

test("changes and deletes a customer, whose name becomes free", async () => {
  const { app, admin, add, idOf } = await start();
  await using _ = app;
  await add();
  await add({ name: "ravi" });
  const id = await idOf("asha");
  const { password: _p, confirm_password: _c, secret: _s, ...record } = form;
  const edit = async (name: string) =>
    (await admin.post("/v1/auth/editPumpUser", { ...record, id, name })).json();
  expect(await edit("ravi")).toMatchObject({ title: "User already exits" });
  expect(await edit("asha rao")).toEqual({ message: "ACCEPTED" });
  expect((await admin.post("/v1/auth/deletePumpUser", { id })).json()).toEqual({ message: "ACCEPTED" });
  expect(await idOf("asha rao")).toBeUndefined();
  expect((await app.login("asha rao", false, "Secret123")).statusCode).toBe(422);
  expect((await add({ name: "asha rao" })).json()).toEqual({ message: "ACCEPTED" });
});

test.each<[string, object[]]>([
  ["is enabled", [{ disabled: false }]],
  ["is enabled with another role, and becomes a customer", [{ disabled: false, role: 3 }, { role: 4 }]],
])("a deleted customer who %s is listed with the same record", async (_what, changes) => {
  const { app, admin, add, idOf } = await start();
  await using _ = app;
  await add();
  const id = await idOf("asha");
  await admin.post("/v1/auth/deletePumpUser", { id });
  const edit = (change: object) => admin.post(`/v1/users/${id}/edit`, change);
  await edit({ email: "asha@test.example" });
  const list = async () => (await admin.get("/v1/auth/getPumpUsers")).json<{ id: number }[]>();
  expect((await list()).map((user) => user.id)).not.toContain(id);
  for (const change of changes) expect((await edit(change)).statusCode).toBe(200);
  expect(await list()).toContainEqual(
    expect.objectContaining({ id, username: `asha (${id})`, city: "Malur", number_of_panels_in_array: 12 }),
  );
});

test("a customer from User Management has a record to fill in, and one to delete", async () => {
  const { app, admin, idOf, verify } = await start();
  await using _ = app;
  await admin.post("/v1/users", { username: "mohan", password: "Secret123", role: 4 });
  const id = await idOf("mohan");
  expect((await verify("Hoskote", "mohan")).json()).toMatchObject({ title: "Secret key is not correct" });
  const { rows } = await app.query("select city, deleted_at from customer_records where user_id = $1", [id]);
  expect(rows).toEqual([{ city: null, deleted_at: null }]);
  // An earlier account, without a record.
  for (const call of ["editPumpUser", "deletePumpUser"]) {
    await app.query("delete from customer_records where user_id = $1", [id]);
    const { password: _p, confirm_password: _c, secret: _s, ...record } = form;
    await admin.post(`/v1/auth/${call}`, { ...record, name: "mohan", id });
    const listed = (await admin.get("/v1/auth/getPumpUsers")).json<{ id: number }[]>();
    expect(listed.filter((user) => user.id === id)).toMatchObject(
      call === "editPumpUser" ? [{ city: "Malur", number_of_panels_in_array: 12 }] : [],
    );
  }
});

test("the right answer allows one new password within ten minutes, to the same administrator", async () => {
  const { app, admin, add, verify } = await start();
  await using _ = app;
  await add();
  const { user_id: id, reset } = (await verify("  hoskote ")).json();
  const set = (new_password: string, ticket = reset) =>
    admin.post("/v1/auth/addNewPassword", { id, new_password, reset: ticket });
  expect((await set("Secret123")).json()).toMatchObject({ title: "Password already exits" });
  expect((await set("Changed123")).json()).toEqual({ message: "New Password added successfully" });
  expect((await app.login("asha", false, "Changed123")).statusCode).toBe(200);
  expect((await set("Changed456")).json()).toMatchObject({ code: "password-ticket-invalid" });

  const late = (await verify("Hoskote")).json();
  app.advance(10 * 60_000);
  expect((await set("Changed456", late.reset)).json()).toMatchObject({ code: "password-ticket-invalid" });
});

test("five wrong answers lock the question for 15 minutes, also for the right one", async () => {
  const { app, add, verify } = await start();
  await using _ = app;
  await add();
  const statuses = [];
  for (let tries = 0; tries < 5; tries++) statuses.push((await verify("Mysuru")).json().code);
  expect(statuses).toEqual([...Array(4).fill("secret-wrong"), "account-locked"]);
  expect((await verify("Hoskote")).json().code).toBe("account-locked");
  app.advance(15 * 60_000);
  expect((await verify("Hoskote")).statusCode).toBe(200);
  expect((await verify("Hoskote", "nobody")).json()).toMatchObject({ title: "Secret key is not correct" });
});

test("a new answer replaces a missing or locked one, and an empty one keeps it", async () => {
  const { app, admin, idOf, verify } = await start();
  await using _ = app;
  await admin.post("/v1/users", { username: "asha", password: "Secret123", role: 4 });
  const id = await idOf("asha");
  const { password: _p, confirm_password: _c, ...record } = form;
  const edit = async (secret: string) =>
    (await admin.post("/v1/auth/editPumpUser", { ...record, id, secret })).statusCode;
  expect(await edit("  Mysuru ")).toBe(200);
  expect((await verify("mysuru")).statusCode).toBe(200);
  for (let tries = 0; tries < 5; tries++) await verify("Malur");
  expect(await edit("")).toBe(200);
  expect((await verify("Mysuru")).json().code).toBe("account-locked");
  expect(await edit("Tumakuru")).toBe(200);
  expect((await verify("Mysuru")).json().code).toBe("secret-wrong");
  expect((await verify("Tumakuru")).statusCode).toBe(200);
  const { rows } = await app.query("select before, after from audit where action = 'edit-user' order by id");
  expect(rows.map(({ after }) => Object(after).hasNewSecret)).toEqual([true, undefined, true]);
  expect(JSON.stringify(rows)).not.toMatch(/mysuru|tumakuru|argon2/i);
});

test("only administrators answer the question, and only for their campus", async () => {
  const { app, add, verify } = await start();
  await using _ = app;
  await add();
  expect((await verify("Hoskote")).statusCode).toBe(200);
  const input = { username: "asha", key: "Hoskote" };
  expect((await (await app.as("operator")).post("/v1/auth/verifySecret", input)).statusCode).toBe(403);
  expect((await app.client().post("/v1/auth/verifySecret", input)).statusCode).toBe(401);
});
