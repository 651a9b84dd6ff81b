import { expect, test } from "vitest";

import { campusCtx } from "#core/ctx.ts";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createDemoCoworkingUsers, getCoworkingUser } from "./coworking.service.ts";

async function startWithPeople() {
  const app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const place = app.places[0] ?? { campusId: 0, buildingId: 0 };
  await createDemoCoworkingUsers(app.ctx, place.campusId);
  const operator = await app.as("operator");
  const list = async (query = "") => (await operator.get(`/v1/coworking/cws_users?${query}`)).json();
  return Object.assign(app, { ...place, operator, list });
}

test("lists the demo's companies with the number of their people, for a building only", async () => {
  await using app = await startWithPeople();
  const details = (id: number) => app.operator.get(`/v1/coworking/${id}/get_client_details`);
  expect((await details(app.buildingId)).json()).toEqual([
    { id: expect.any(Number), name: "Banyan Design", users: 10 },
    { id: expect.any(Number), name: "Kaveri Analytics", users: 12 },
    { id: expect.any(Number), name: "Monsoon Logistics", users: 8 },
  ]);
  const { rows } = await app.query(
    `select id from locations where campus_id = ${app.campusId} and zone_type = 'GL_LOCATION_TYPE_FLOOR' limit 1`,
  );
  const floorId = Number(rows[0]?.["id"]);
  for (const id of [floorId, app.places[1]?.buildingId ?? 0])
    expect((await details(id)).statusCode).toBe(404);
});

test("seeds the demo's people once, also after all of them were deleted", async () => {
  await using app = await startWithPeople();
  await createDemoCoworkingUsers(app.ctx, app.campusId);
  expect(await app.list()).toMatchObject({ total: 30, isTotalExact: true });
  await app.query("update coworking_users set deleted_at = now()");
  await createDemoCoworkingUsers(app.ctx, app.campusId);
  expect(await app.list()).toEqual({ rows: [], total: 0, isTotalExact: true });
});

test("pages, sorts, searches and filters the people of the caller's campus", async () => {
  await using app = await startWithPeople();
  const first = await app.list();
  expect([first.rows.length, first.total]).toEqual([10, 30]);
  expect(first.rows[0]).toEqual({
    id: expect.any(Number),
    user_id: "KAV-001",
    user_name: "Aarav Menon",
    user_email: "aarav.menon@kaveri.example",
    user_contact_no: "+91 5550000100",
    client: { id: expect.any(Number), name: "Kaveri Analytics" },
  });
  const names = async (query: string) =>
    (await app.list(query)).rows.map((row: { user_name: string }) => row.user_name);
  expect(await names("page=3&sort=user_id&order=desc")).toContain("Aditi Kulkarni");
  expect(await names("search=d'souza")).toEqual(["Tara D'Souza"]);
  expect(await names("search=MON-00&filter.user_name=h&sort=user_id")).toEqual([
    "Akash Verma",
    "Bhavana Acharya",
    "Chetan Naik",
    "Harini Subramanian",
    "Joseph Thomas",
    "Rahul Mishra",
    "Shreya Kamath",
    "Vikram Singh",
  ]);
  for (const pattern of ["%", "_", "\\"])
    expect(await names(`search=${encodeURIComponent(pattern)}`)).toEqual([]);
  const clientId: number = first.rows[0].client.id;
  expect(await app.list(`client_id=${clientId}`)).toMatchObject({ total: 12 });
  const stranger = await app.as("other-operator");
  expect((await stranger.get("/v1/coworking/cws_users")).json()).toMatchObject({ total: 0 });
});

test("gets one coworking user of the caller's campus, and no deleted user", async () => {
  await using app = await startWithPeople();
  const { id, user_name } = (await app.list()).rows[0];
  const own = campusCtx(app.ctx, app.campusId, "test");
  expect(await getCoworkingUser(own, id)).toMatchObject({ id, user_name });
  const other = campusCtx(app.ctx, app.places[1]?.campusId ?? 0, "test");
  await expect(getCoworkingUser(other, id)).rejects.toMatchObject({ code: "not-found" });
  await app.query(`update coworking_users set deleted_at = now() where id = ${id}`);
  await expect(getCoworkingUser(own, id)).rejects.toMatchObject({ code: "not-found" });
});
