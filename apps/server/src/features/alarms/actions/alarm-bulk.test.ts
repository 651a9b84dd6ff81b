import type { AlarmGridRow, AlarmSummary, AlertLists } from "@verandah/contract/alarms/alarms.ts";
import type { PlaceStatus } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { endFireAlarm, raiseFireAlarm, storeAlarms } from "../../../testing/benches/alarms.ts";
import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Client = Awaited<ReturnType<App["as"]>>;

const bulk = "/v1/gl_alerts/acknowledgeAlarms";
const undo = "/v1/gl_alerts/undoAcknowledge";
const summary = async (user: Client) => (await user.get("/v1/alarms/summary")).json<AlarmSummary>();
const preview = async (user: Client) =>
  (await user.get("/v1/alarms/unacknowledged")).json<{ rows: AlarmGridRow[]; total: number }>();

/** The rows of both grids, on all pages. */
async function rowsOfGrids(user: Client) {
  const rowsOf = async (alarmClass: string) => {
    const all: AlarmGridRow[] = [];
    for (let page = 1; ; page += 1) {
      const url = `/v1/alarms/${alarmClass}/grid?page=${page}`;
      const { rows } = (await user.get(url)).json<{ rows: AlarmGridRow[] }>();
      if (rows.length === 0) return all;
      all.push(...rows);
    }
  };
  return { critical: await rowsOf("critical"), noncritical: await rowsOf("noncritical") };
}

const isActive = ({ restoredAt }: AlarmGridRow) => restoredAt === null;

/** The same count on each screen. */
const everywhere = (active: AlarmSummary["active"]) => ({
  bell: active,
  grids: active,
  lists: active,
  place: active,
});

/** The active alarms by class, as each screen counts them. */
async function activeOf(user: Client) {
  const { building } = user.session;
  const { critical, noncritical } = await rowsOfGrids(user);
  const lists = (await user.get(`/v1/alerts/${building.id}/alerts`)).json<AlertLists>();
  const place = (await user.get(`/v1/gl_zone/${building.id}/status`)).json<PlaceStatus>();
  return {
    bell: (await summary(user)).active,
    grids: {
      critical: critical.filter(isActive).length,
      noncritical: noncritical.filter(isActive).length,
    },
    lists: { critical: lists.system.length, noncritical: lists.solution.length },
    place: { critical: place.noOfCritical, noncritical: place.noOfLow },
  };
}

test("the bell, the grids, the lists and the building count the same active alarms", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const fire = await raiseFireAlarm(app);
  await storeAlarms(app, 14);
  const user = await app.as("operator");
  expect(await activeOf(user)).toEqual(everywhere({ critical: 1, noncritical: 14 }));
  expect(await summary(user)).toMatchObject({ returned: 0, shelved: 0 });

  const [acknowledged, another, shelved, returned, head, member] = (
    await app.query("select id from alarms where code = 210 order by id")
  ).rows.map(({ id }) => Number(id));
  for (const id of [acknowledged, another]) await user.post("/v1/gl_alerts/acknowledgeAlarm", { id });
  await user.post("/v1/gl_alerts/deleteAlarm", { id: shelved, reason: "Known" });
  await app.query("update alarms set restored_at = now() where id = $1", [returned]);
  await app.query("update alarms set explained_by = $1 where id = $2", [head, member]);
  await app.query("update alarms set restored_at = now() where id = $1", [fire]);
  app.advance(1_000);
  for (const reader of [user, await app.as("viewer")]) {
    expect(await activeOf(reader)).toEqual(everywhere({ critical: 0, noncritical: 11 }));
    expect(await summary(reader)).toMatchObject({ returned: 1, unacknowledged: 10, shelved: 1 });
  }
  expect((await rowsOfGrids(user)).critical).toMatchObject([{ Alarm_Id: fire, state: "returned" }]);
  expect((await preview(user)).total).toBe(10);

  await user.post("/v1/gl_alerts/acknowledgeAlarm", { id: fire });
  expect(await summary(user)).toMatchObject({ returned: 0, active: { critical: 0, noncritical: 11 } });
  const stranger = await app.as("other-operator");
  expect(await summary(stranger)).toEqual({
    active: { critical: 0, noncritical: 0 },
    returned: 0,
    unacknowledged: 0,
    shelved: 0,
  });
});

test("active alarms stand before returned ones, critical before low, then the oldest first", async () => {
  await using app = await startTestApp();
  const fire = await raiseFireAlarm(app);
  await endFireAlarm(app);
  await storeAlarms(app, 4);
  const low = await app.query("select id from alarms where code = 210 order by raised_at");
  const [first, second, third, fourth] = low.rows.map(({ id }) => Number(id));
  await app.query("update alarms set code = 110 where id = any ($1)", [[second, fourth]]);
  const { rows } = await preview(await app.as("operator"));
  expect(rows.map(({ Alarm_Id: id }) => id)).toEqual([second, fourth, first, third, fire]);
});

test("acknowledges several alarms at once, with the alarms that they explain, an event and an audit row each", async () => {
  await using app = await startTestApp();
  const fire = await raiseFireAlarm(app);
  await storeAlarms(app, 3);
  const user = await app.as("operator");
  const { rows, total } = await preview(user);
  expect(total).toBe(4);
  expect(rows[0]).toMatchObject({ Alarm_Id: fire, alarm_code: 110 });
  const [, head, member] = rows.map(({ Alarm_Id }) => Alarm_Id);
  await app.query("update alarms set explained_by = $1 where id = $2", [head, member]);

  const changes = app.collectChanges("alarms");
  const answer = await user.post(bulk, { ids: [fire, head, fire] });
  expect(answer.json()).toEqual({
    message: "ACCEPTED",
    acknowledged: 2,
    alreadyAcknowledged: 0,
    others: [],
  });
  expect(changes).toHaveLength(1);
  expect((await preview(user)).rows).toMatchObject([{ Acknowledge: 0, acknowledged: null }]);
  const events = await app.query(
    "select alarm_id from alarm_events where kind = 'acknowledged' order by alarm_id",
  );
  expect(events.rows.map((row) => row["alarm_id"])).toEqual(
    [fire, head, member].toSorted((a, b) => Number(a) - Number(b)),
  );
  const audit = await app.query("select target from audit where action = 'acknowledge-alarm' order by id");
  expect(audit.rows).toEqual([{ target: `alarm:${fire}` }, { target: `alarm:${head}` }]);
  const list = await user.get("/v1/alarms/critical/grid");
  expect(list.json()).toMatchObject({
    rows: [{ acknowledged: { by: "operator", at: app.now().toISOString() }, restoredAt: null }],
  });
});

test("alarms that another user acknowledged before are named with that user", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 2);
  const user = await app.as("operator");
  const [one, two] = (await preview(user)).rows.map(({ Alarm_Id }) => Alarm_Id);
  await (await app.as("administrator")).post("/v1/gl_alerts/acknowledgeAlarm", { id: one });
  const answer = await user.post(bulk, { ids: [one, two] });
  expect(answer.json()).toEqual({
    message: "ACCEPTED",
    acknowledged: 1,
    alreadyAcknowledged: 1,
    others: [{ Alarm_Id: one, by: "administrator" }],
  });
});

test("two users who acknowledge overlapping lists at once acknowledge each alarm once", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 40);
  const operator = await app.as("operator");
  const administrator = await app.as("administrator");
  const ids = (await preview(operator)).rows.map(({ Alarm_Id }) => Alarm_Id);
  const answers = await Promise.all([
    operator.post(bulk, { ids }),
    administrator.post(bulk, { ids: ids.slice(10).toReversed() }),
    operator.post(bulk, { ids: ids.slice(0, 20) }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const sums = answers.map((answer) => answer.json<{ acknowledged: number; alreadyAcknowledged: number }>());
  expect(sums.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBe(40);
  expect(sums.reduce((sum, { alreadyAcknowledged }) => sum + alreadyAcknowledged, 0)).toBe(50);
  const events = await app.query("select 1 from alarm_events where kind = 'acknowledged'");
  expect(events.rows).toHaveLength(40);
});

test("undoes the caller's own acknowledgements of the last minute, with the alarms that they included", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await storeAlarms(app, 4);
  const user = await app.as("operator");
  const other = await app.as("administrator");
  const [head, member, another, old] = (await preview(user)).rows.map(({ Alarm_Id }) => Alarm_Id);
  await app.query("update alarms set explained_by = $1 where id = $2", [head, member]);
  await user.post(bulk, { ids: [old] });
  app.advance(30_000);
  await other.post(bulk, { ids: [another] });
  await user.post(bulk, { ids: [head, another] });
  app.advance(40_000);
  expect((await preview(user)).total).toBe(0);

  const changes = app.collectChanges("alarms");
  const answer = await user.post(undo, { ids: [head, another, old] });
  expect(answer.json()).toEqual({ message: "ACCEPTED", undone: 1 });
  expect(changes).toHaveLength(1);
  const rows = await app.query("select id from alarms where acknowledged_at is null");
  expect(new Set(rows.rows.map(({ id }) => id))).toEqual(new Set([head, member]));
  const events = await app.query("select alarm_id from alarm_events where kind = 'unacknowledged'");
  expect(new Set(events.rows.map((row) => row["alarm_id"]))).toEqual(new Set([head, member]));
  const audit = await app.query("select target from audit where action = 'undo-acknowledge-alarm'");
  expect(audit.rows).toEqual([{ target: `alarm:${head}` }]);
  const details = (await user.get(`/v1/alarms/${head}`)).json<{
    history: { kind: string; user: string }[];
  }>();
  expect(details.history.at(-1)).toMatchObject({ kind: "unacknowledged", user: "operator" });

  for (const ids of [[head], [old], [another]])
    expect((await user.post(undo, { ids })).json()).toMatchObject({
      status: 409,
      message: "It is too late to undo this.",
    });
  expect((await user.post(undo, { ids: [] })).statusCode).toBe(400);
  expect((await (await app.as("viewer")).post(undo, { ids: [head] })).statusCode).toBe(403);
  expect((await (await app.as("other-operator")).post(undo, { ids: [head] })).statusCode).toBe(404);
});

const answerOf = async (by: Client, ids: unknown) => {
  const answer = await by.post(bulk, { ids });
  return [answer.statusCode, answer.json<{ fields?: { ids?: string } }>().fields?.ids];
};

test("refuses an empty or too long list, another campus's alarm and other roles, and acknowledges nothing", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const fire = await raiseFireAlarm(app);
  const user = await app.as("operator");
  expect(await answerOf(user, [])).toEqual([400, "Choose at least one alarm"]);
  const many = Array.from({ length: 501 }, (_, at) => at + 1);
  expect(await answerOf(user, many)).toEqual([400, "At most 500 entries"]);
  expect(await answerOf(user, [fire, 999_999])).toEqual([404, undefined]);
  expect(await answerOf(await app.as("other-operator"), [fire])).toEqual([404, undefined]);
  for (const role of ["viewer", "member", "pumpCustomer"] as const) {
    const other = await app.as(role);
    expect([role, await answerOf(other, [fire])]).toEqual([role, [403, undefined]]);
    expect((await other.get("/v1/alarms/unacknowledged")).statusCode).toBe(403);
  }
  expect((await app.query("select 1 from alarms where acknowledged_at is not null")).rows).toEqual([]);
});
