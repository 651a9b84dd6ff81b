import type { listColleagueSeats } from "@verandah/contract/bookings/colleagues.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { startBookingBench } from "../../../testing/benches/booking-bench.ts";

const RANGE = { from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" };
const LATER = { from: "2026-01-05T09:00:00Z", to: "2026-01-05T10:00:00Z" };

/** A booking bench whose users may join companies, each of their own campus. */
async function startOffice(companies: Record<string, string> = {}) {
  const bench = await startBookingBench();
  const { app, idOf } = bench;
  async function join(username: string, company: string): Promise<void> {
    await app.query("update users set email = $1 || '@office.example' where username = $1", [username]);
    await app.query(
      `with company as (insert into coworking_clients (campus_id, name) select campus_id, $2 from users where username = $1
         on conflict (campus_id, lower(name)) do update set name = $2 returning id, campus_id)
       insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
       select campus_id, id, $1, 'Asha ' || $1, upper($1) || '@office.example', '', now(), now() from company`,
      [username, company],
    );
  }
  for (const [username, company] of Object.entries(companies)) await join(username, company);
  type Client = typeof bench.member;
  const list = async (as: Client, range = RANGE, building = idOf("T/tower")) =>
    await as.get(`/v1/bookings/colleagues?building=${building}&from=${range.from}&to=${range.to}`);
  return {
    ...bench,
    join,
    list,
    see: async (as: Client, range = RANGE) =>
      (await list(as, range)).json<ReplyOf<typeof listColleagueSeats>>(),
    show: (as: Client, isNameShown = true) => as.post("/v1/bookings/colleagues/own_name", { isNameShown }),
  };
}

test("a name is hidden until its person shows it, and after the person hides it again", async () => {
  await using office = await startOffice();
  const { member, operator, see, show, seatId } = office;
  await office.book({ spaces: [seatId(2)] });
  expect(await see(operator)).toEqual({ isNameShown: false, companies: [], seats: [] });
  expect((await show(member)).json()).toEqual({ isNameShown: true });
  expect((await see(operator)).seats).toMatchObject([
    { name: "member", space: { id: seatId(2), name: "Seat 2", floor: { name: "Ground" } } },
  ]);
  // The caller's own seat is no seat of a colleague.
  expect(await see(member)).toEqual({ isNameShown: true, companies: [], seats: [] });
  expect((await see(operator, LATER)).seats).toEqual([]);
  await show(member, false);
  expect((await see(operator)).seats).toEqual([]);
  const { rows } = await office.app.query(
    "select action from audit where action like '%-own-name' order by id",
  );
  expect(rows).toEqual([{ action: "show-own-name" }, { action: "hide-own-name" }]);
});

test("people of one company are colleagues, by their names there, also on seats that staff booked for them", async () => {
  await using office = await startOffice({ member: "Kaveri", operator: "Kaveri" });
  const { app, member, operator, see, show, seatId } = office;
  await show(member);
  const { rows } = await app.query("select id from coworking_users where external_id = 'member'");
  const person = Number(rows[0]?.["id"]);
  const administrator = await app.as("administrator");
  expect((await office.book({ spaces: [seatId(1)], person }, administrator)).statusCode).toBe(200);
  expect(await see(operator)).toMatchObject({
    companies: ["Kaveri"],
    seats: [{ name: "Asha member", space: { name: "Seat 1" } }],
  });
  await app.query("update users set disabled_at = now() where username = 'member'");
  expect((await see(operator)).seats).toEqual([]);
});

test("people of another company, without one, of another campus and those who are deleted see no name", async () => {
  await using office = await startOffice({ member: "Kaveri", operator: "Banyan" });
  const { app, member, operator, list, see, show, seatId } = office;
  await show(member);
  await office.book({ spaces: [seatId(1)] });
  expect((await see(operator)).seats).toEqual([]);
  expect((await see(await app.as("administrator"))).seats).toEqual([]);
  const stranger = await app.as("other-member");
  await office.join("other-member", "Kaveri");
  expect((await list(stranger)).statusCode).toBe(404);
  // Its own company of the same name is another one.
  expect((await list(stranger, RANGE, office.idOf("U/tower"))).json()).toMatchObject({
    companies: ["Kaveri"],
    seats: [],
  });
  // A deleted person of the same company.
  await app.query(
    `update coworking_users set deleted_at = now(),
       client_id = (select client_id from coworking_users where external_id = 'member') where external_id = 'operator'`,
  );
  expect(await see(operator)).toMatchObject({ companies: [], seats: [] });
});

test("the call answers the same whether a hidden colleague has a seat or none", async () => {
  await using office = await startOffice({ member: "Kaveri", operator: "Kaveri" });
  const before = (await office.list(office.operator)).body;
  await office.book({ spaces: [office.seatId(1)] });
  expect((await office.list(office.operator)).body).toBe(before);
});

test("an address of several people of one company shows none of them", async () => {
  await using office = await startOffice({ member: "Kaveri", operator: "Kaveri" });
  const { app, member, operator, see, show, seatId } = office;
  await show(member);
  await office.book({ spaces: [seatId(1)] });
  expect((await see(operator)).seats).toHaveLength(1);
  await app.query(
    `insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
     select campus_id, client_id, 'desk', 'Front desk', email, '', now(), now() from coworking_users where external_id = 'member'`,
  );
  expect((await see(operator)).seats).toEqual([]);
});

test("a person of two companies has the name and the seats of the common one", async () => {
  await using office = await startOffice({ member: "Kaveri", operator: "Kaveri" });
  const { app, member, operator, see, show, seatId } = office;
  await show(member);
  await app.query(
    `with company as (insert into coworking_clients (campus_id, name) select campus_id, 'Banyan' from coworking_clients returning id, campus_id)
     insert into coworking_users (campus_id, client_id, external_id, name, email, contact_no, created_at, updated_at)
     select campus_id, id, 'other', 'Aarav', 'member@office.example', '', now(), now() from company`,
  );
  const { rows } = await app.query("select id from coworking_users where external_id = 'other'");
  const administrator = await app.as("administrator");
  const [common, other] = [seatId(1), seatId(2)];
  await office.book({ spaces: [common] });
  await office.book({ spaces: [other], person: Number(rows[0]?.["id"]) }, administrator);
  expect((await see(operator)).seats).toMatchObject([{ name: "Asha member", space: { id: common } }]);
});

test("a seat that a person has twice in the time is listed once", async () => {
  await using office = await startOffice();
  const { member, operator, see, show, seatId } = office;
  await show(member);
  for (const range of [RANGE, LATER]) await office.book({ spaces: [seatId(1)], ...range });
  expect((await see(operator, { from: RANGE.from, to: LATER.to })).seats).toMatchObject([
    { name: "member", space: { id: seatId(1) } },
  ]);
});

test("a user who can book no more shows no name", async () => {
  await using office = await startOffice();
  const { app, member, operator, see, show } = office;
  await show(member);
  await office.book({});
  await app.query("update users set role_id = $1 where username = 'member'", [roles.viewer]);
  expect((await see(operator)).seats).toEqual([]);
});

test("a range that is longer than the longest day is refused", async () => {
  await using office = await startOffice();
  const from = "2026-01-05T08:00:00Z";
  const statusOf = async (to: string) => (await office.list(office.operator, { from, to })).statusCode;
  expect(await statusOf("2026-01-06T09:00:00Z")).toBe(200);
  expect(await statusOf("2026-01-06T09:00:01Z")).toBe(400);
});

test("viewers and pump customers have no colleagues' seats", async () => {
  await using office = await startOffice();
  for (const role of ["viewer", "pumpCustomer"] as const) {
    const user = await office.app.as(role);
    expect((await office.list(user)).statusCode).toBe(403);
    expect((await office.show(user)).statusCode).toBe(403);
  }
});
