import { SHELVE_DEFAULT_REASON } from "@verandah/contract/alarms/alarm-actions.ts";
import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm, endFireAlarm, storeAlarms } from "../../../testing/benches/alarms.ts";
import { runWhenDue } from "../../../testing/run-when-due.ts";
import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { isShelvingExpired, unshelveExpired } from "./alarm-actions.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Page = { rows: AlarmGridRow[]; total: number };

const shelve = "/v1/gl_alerts/deleteAlarm";
const unshelve = "/v1/gl_alerts/unshelveAlarm";
const HOUR_MS = 3_600_000;

/** One low alarm, and the operator's calls. */
async function withLowAlarm(app: App) {
  await storeAlarms(app, 1);
  const [row] = (await app.query("select id from alarms order by id desc limit 1")).rows;
  const id = Number(row?.["id"]);
  const user = await app.as("operator");
  const grid = async (query = "") =>
    (await user.get(`/v1/alarms/noncritical/grid${query}`)).json<Page>().rows;
  return {
    id,
    user,
    grid,
    /** State of the alarm, and the kinds of its events from the second on. */
    look: async () => {
      const alarm = (await user.get(`/v1/alarms/${id}`)).json<{
        state: string;
        history: { kind: string }[];
      }>();
      return { state: alarm.state, events: alarm.history.map(({ kind }) => kind) };
    },
    inMs: (ms: number) => new Date(app.now().getTime() + ms).toISOString(),
  };
}

test("shelving stores user, time, reason and end, and hides the alarm from grid, bell and totals", async () => {
  await using app = await startTestApp();
  const { id, user, grid, look, inMs } = await withLowAlarm(app);
  const reason = "Sensor is being replaced";
  const until = inMs(HOUR_MS);
  const answer = await user.post(shelve, { id, userid: null, reason: ` ${reason} `, until });
  expect(answer.json()).toMatchObject({
    ignoredBy: "operator",
    ignoredAt: app.now().toISOString(),
    ignoredUntil: until,
  });
  expect(await grid()).toEqual([]);
  const shelved = { by: "operator", at: app.now().toISOString(), until, reason };
  expect(await grid("?only=ignored")).toMatchObject([{ Alarm_Id: id, state: "ignored", shelved }]);
  expect((await user.get("/v1/alarms/summary")).json()).toEqual({
    active: { critical: 0, noncritical: 0 },
    returned: 0,
    unacknowledged: 0,
    shelved: 1,
  });
  const hidden = await user.get(`/v1/newapis/${user.session.building.id}/hideEvents`);
  expect(hidden.json()).toMatchObject([{ Alarm_Id: id, state: "ignored" }]);
  const lists = await user.get(`/v1/gl_alerts/${user.session.building.id}/alerts`);
  expect(lists.json()).toMatchObject({ solution: [], total: { system: 0, solution: 0 } });
  expect(await look()).toEqual({ state: "ignored", events: ["ignored"] });
  expect((await app.query("select action, after from audit where action = 'ignore-alarm'")).rows).toEqual([
    { action: "ignore-alarm", after: { reason, until } },
  ]);
});

test("the call of the old interface shelves for 8 hours with a default reason", async () => {
  await using app = await startTestApp();
  const { id, user, inMs } = await withLowAlarm(app);
  const answer = await user.post(shelve, { id, userid: 7 });
  expect(answer.json()).toMatchObject({ message: "ACCEPTED", ignoredUntil: inMs(8 * HOUR_MS) });
  expect((await user.get(`/v1/alarms/${id}`)).json()).toMatchObject({
    history: [{ kind: "ignored", user: "operator", note: SHELVE_DEFAULT_REASON }],
  });
});

test("refuses a past end, more than 7 days, an empty and a long reason, and accepts 7 days", async () => {
  await using app = await startTestApp();
  const { id, user, grid, inMs } = await withLowAlarm(app);
  const fieldsOf = async (more: object) => {
    const answer = await user.post(shelve, { id, reason: "Known", ...more });
    return [answer.statusCode, answer.json<{ fields?: object }>().fields];
  };
  expect(await fieldsOf({ until: inMs(0) })).toEqual([400, { until: "Choose a future end time" }]);
  expect(await fieldsOf({ until: inMs(7 * 24 * HOUR_MS + 1) })).toEqual([
    400,
    { until: "Choose an end within 7 days" },
  ]);
  expect(await fieldsOf({ until: "tomorrow" })).toEqual([400, { until: "Choose a date and a time" }]);
  expect(await fieldsOf({ reason: " " })).toEqual([400, { reason: "field cannot be empty" }]);
  expect(await fieldsOf({ reason: "x".repeat(201) })).toEqual([400, { reason: "At most 200 characters" }]);
  expect(await grid()).toHaveLength(1);
  expect(await fieldsOf({ until: inMs(7 * 24 * HOUR_MS) })).toEqual([200, undefined]);
});

test("a critical alarm cannot be shelved, and neither can one that returned to normal", async () => {
  await using app = await startTestApp();
  const { id, user } = await withLowAlarm(app);
  const fire = await raiseFireAlarm(app);
  const codeOf = async (alarm: number) => {
    const answer = await user.post(shelve, { id: alarm, reason: "Test" });
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };
  expect(await codeOf(fire)).toEqual([409, "critical-alarm-shelved"]);
  await endFireAlarm(app);
  expect(await codeOf(fire)).toEqual([409, "critical-alarm-shelved"]);
  await app.query("update alarms set restored_at = now() where id = $1", [id]);
  expect(await codeOf(id)).toEqual([409, "alarm-returned"]);
  expect((await app.query("select 1 from alarms where ignored_at is not null")).rows).toEqual([]);
  expect((await app.query("select 1 from audit where action = 'ignore-alarm'")).rows).toEqual([]);
});

test("shelving twice keeps the first reason and end, and writes nothing", async () => {
  await using app = await startTestApp();
  const { id, user, inMs } = await withLowAlarm(app);
  const changes = app.collectChanges("alarms");
  await user.post(shelve, { id, reason: "Announced test" });
  const first = { ignoredBy: "operator", ignoredAt: inMs(0), ignoredUntil: inMs(8 * HOUR_MS) };
  app.advance(60_000);
  const administrator = await app.as("administrator");
  expect((await administrator.post(shelve, { id, reason: "Mine" })).json()).toMatchObject(first);
  const { rows } = await app.query("select note from alarm_events where kind = 'ignored'");
  expect(rows).toEqual([{ note: "Announced test" }]);
  expect(changes).toHaveLength(2);
});

test("unshelving makes the alarm active again, with an event and an audit row, once", async () => {
  await using app = await startTestApp();
  const { id, user, grid, look } = await withLowAlarm(app);
  await user.post(shelve, { id, reason: "Known" });
  const changes = app.collectChanges("alarms");
  for (const round of [1, 2]) {
    const answer = await user.post(unshelve, { id });
    expect([round, answer.json()]).toEqual([
      round,
      expect.objectContaining({ ignoredAt: null, ignoredBy: null, ignoredUntil: null }),
    ]);
  }
  expect(await look()).toEqual({ state: "active", events: ["ignored", "unshelved"] });
  expect(await grid()).toMatchObject([{ Alarm_Id: id, state: "active", shelved: null }]);
  expect(await grid("?only=ignored")).toEqual([]);
  expect(changes).toHaveLength(2);
  const audit = await app.query("select target, user_id from audit where action = 'unshelve-alarm'");
  expect(audit.rows).toEqual([{ target: `alarm:${id}`, user_id: user.session.user.id }]);
});

const shelveAll = "/v1/gl_alerts/ignoreAlarms";
const unshelveAll = "/v1/gl_alerts/unshelveAlarms";

test("several alarms are shelved with one reason and end, others are refused by name, and all are unshelved at once", async () => {
  await using app = await startTestApp();
  const fire = await raiseFireAlarm(app);
  await storeAlarms(app, 4);
  const low = await app.query("select id from alarms where code = 210 order by id");
  const [first, second, returned, shelved] = low.rows.map((row) => Number(row["id"]));
  const user = await app.as("operator");
  const administrator = await app.as("administrator");
  await administrator.post(shelve, { id: shelved, reason: "Mine" });
  await app.query("update alarms set restored_at = now() where id = $1", [returned]);

  const changes = app.collectChanges("alarms");
  const until = new Date(app.now().getTime() + HOUR_MS).toISOString();
  const all = [second, first, fire, returned, shelved, first];
  const answer = await user.post(shelveAll, { ids: all, reason: " Planned work ", until });
  expect(answer.json()).toEqual({
    message: "ACCEPTED",
    ignored: expect.toSatisfy(
      (ids: number[]) => ids.toSorted((a, b) => a - b).join() === `${first},${second}`,
    ),
    refused: [
      { Alarm_Id: fire, code: "critical-alarm-shelved" },
      { Alarm_Id: returned, code: "alarm-returned" },
    ],
  });
  expect(changes).toHaveLength(1);
  const audit = await app.query(
    "select target, after from audit where action = 'ignore-alarm' order by target",
  );
  expect(audit.rows.slice(0, 2)).toEqual(
    [first, second].map((id) => ({ target: `alarm:${id}`, after: { reason: "Planned work", until } })),
  );
  const notes = await app.query("select note from alarm_events where kind = 'ignored' order by id");
  expect(notes.rows.map(({ note }) => note)).toEqual(["Mine", "Planned work", "Planned work"]);

  const undone = await user.post(unshelveAll, { ids: [first, second, returned] });
  expect(undone.json()).toEqual({
    message: "ACCEPTED",
    unshelved: expect.toSatisfy(
      (ids: number[]) => ids.toSorted((a, b) => a - b).join() === `${first},${second}`,
    ),
  });
  const still = await app.query("select id from alarms where ignored_at is not null");
  expect(still.rows).toEqual([{ id: shelved }]);
  const ended = await app.query(
    "select alarm_id from alarm_events where kind = 'unshelved' order by alarm_id",
  );
  expect(ended.rows.map((row) => row["alarm_id"])).toEqual([first, second]);
});

test("a list with another campus's alarm, a wrong end or no alarm changes nothing, and only operators send one", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const { id, user } = await withLowAlarm(app);
  const reason = "Known";
  const statusOf = async (input: object, by = user) => (await by.post(shelveAll, input)).statusCode;
  expect(await statusOf({ ids: [id, 999_999], reason })).toBe(404);
  expect(await statusOf({ ids: [id], reason, until: "2020-01-01T00:00:00Z" })).toBe(400);
  expect(await statusOf({ ids: [], reason })).toBe(400);
  const other = await app.as("other-operator");
  expect(await statusOf({ ids: [id], reason }, other)).toBe(404);
  expect((await other.post(unshelveAll, { ids: [id] })).statusCode).toBe(404);
  const viewer = await app.as("viewer");
  expect(await statusOf({ ids: [id], reason }, viewer)).toBe(403);
  expect((await viewer.post(unshelveAll, { ids: [id] })).statusCode).toBe(403);
  expect((await app.query("select 1 from alarms where ignored_at is not null")).rows).toEqual([]);
});

test("a shelved alarm becomes active at its end, and is announced again", async () => {
  await using app = await startTestApp();
  const { id, user, grid, look, inMs } = await withLowAlarm(app);
  await user.post(shelve, { id, reason: "Known", until: inMs(HOUR_MS) });
  const changes = app.collectChanges("alarms");
  app.advance(HOUR_MS - 1);
  const endShelving = () => runWhenDue(app.ctx, isShelvingExpired, unshelveExpired);
  await endShelving();
  expect(await grid()).toEqual([]);
  expect(changes).toEqual([]);
  app.advance(1);
  await Promise.all([endShelving(), endShelving()]);
  expect(await look()).toEqual({ state: "active", events: ["ignored", "shelving-expired"] });
  expect(await grid()).toMatchObject([{ Alarm_Id: id, state: "active" }]);
  expect(changes).toHaveLength(1);
});

test("the report of ignored alarms keeps unshelved ones", async () => {
  await using app = await startTestApp();
  const { id, user } = await withLowAlarm(app);
  await user.post(shelve, { id, reason: "First" });
  await user.post(unshelve, { id });
  app.advance(60_000);
  await user.post(shelve, { id, reason: "Second" });
  const answer = await user.get(
    "/v1/reports/ignored-by-user?from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z",
  );
  expect(answer.json<{ rows: object[] }>().rows).toMatchObject([
    { username: "operator", Reason: "Second" },
    { username: "operator", Reason: "First" },
  ]);
});

test("only operators shelve and unshelve, and another campus's alarm is 404", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const { id } = await withLowAlarm(app);
  const status = async (name: Parameters<App["as"]>[0]) => {
    const user = await app.as(name);
    return [(await user.post(shelve, { id })).statusCode, (await user.post(unshelve, { id })).statusCode];
  };
  expect(await status("other-operator")).toEqual([404, 404]);
  for (const role of ["viewer", "member", "pumpCustomer"] as const)
    expect(await status(role)).toEqual([403, 403]);
  expect((await app.query("select 1 from alarms where ignored_at is not null")).rows).toEqual([]);
  expect(await status("administrator")).toEqual([200, 200]);
});
