import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm, endFireAlarm, storeAlarms } from "../../../testing/benches/alarms.ts";
import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Page = { rows: AlarmGridRow[]; total: number; isTotalExact: boolean };

const acknowledge = "/v1/gl_alerts/acknowledgeAlarm";
const ignore = "/v1/gl_alerts/deleteAlarm";

test("a critical alarm that has returned is listed until it is acknowledged, a low one is not", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  await storeAlarms(app, 1);
  await app.query("update alarms set restored_at = raised_at where code = 210");
  await endFireAlarm(app);
  const user = await app.as("operator");
  const grid = async (kind: string) => (await user.get(`/v1/alarms/${kind}/grid`)).json<Page>().rows;
  expect(await grid("critical")).toMatchObject([{ Alarm_Id: id, state: "returned", Acknowledge: 0 }]);
  expect(await grid("noncritical")).toEqual([]);
  await user.post(acknowledge, { id });
  expect(await grid("critical")).toEqual([]);
});

test("a second acknowledgement keeps the first acknowledger, with any user id", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  const changes = app.collectChanges("alarms");
  const operator = await app.as("operator");
  const first = await operator.post(acknowledge, { id, userid: 4711 });
  expect(first.json()).toEqual({
    message: "ACCEPTED",
    Alarm_Id: id,
    Acknowledge: 1,
    acknowledgedBy: "operator",
    acknowledgedAt: app.now().toISOString(),
    ignoredBy: null,
    ignoredAt: null,
    ignoredUntil: null,
  });
  const acknowledgedAt = app.now().toISOString();
  app.advance(60_000);
  const second = await (await app.as("administrator")).post(acknowledge, { id: String(id) });
  expect(second.json()).toMatchObject({ Acknowledge: 1, acknowledgedBy: "operator", acknowledgedAt });
  expect(changes).toHaveLength(2);
  const audit = await app.query(
    `select action, target, user_id from audit where action = 'acknowledge-alarm'`,
  );
  expect(audit.rows).toEqual([
    { action: "acknowledge-alarm", target: `alarm:${id}`, user_id: operator.session.user.id },
  ]);
});

test("concurrent acknowledgements count as one, without an error", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  const [operator, administrator] = [await app.as("operator"), await app.as("administrator")];
  const answers = await Promise.all(
    [operator, administrator, operator, administrator].map((user) => user.post(acknowledge, { id })),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((a) => a.json<{ acknowledgedBy: string }>().acknowledgedBy)).size).toBe(1);
  const events = await app.query(`select 1 from alarm_events where kind = 'acknowledged'`);
  expect(events.rows).toHaveLength(1);
});

test("an alarm's details have its place, history and guidance", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  const raisedAt = app.now().toISOString();
  const user = await app.as("operator");
  app.advance(5_000);
  await user.post(acknowledge, { id });
  const alarm = (await user.get(`/v1/alarms/${id}`)).json<object>();
  expect(alarm).toMatchObject({
    Alarm_Id: id,
    state: "acknowledged",
    value: 1,
    limit: 0.5,
    unit: "none",
    param_id: "Fire Alarm",
    device: { ssid: "T-AHU", name: "Unit T-AHU", type: "AHU" },
    path: ["Tower", "Ground"],
    guidance: expect.stringContaining("fire procedure"),
    restoredAt: null,
    explained: [],
    history: [
      { at: raisedAt, kind: "raised", user: null, note: "" },
      { at: app.now().toISOString(), kind: "acknowledged", user: "operator", note: "" },
    ],
  });
});

test("an unknown alarm, or another campus's, is 404, and only operators handle alarms", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const id = await raiseFireAlarm(app);
  const status = async (user: Parameters<App["as"]>[0], alarm: number) => {
    const client = await app.as(user);
    const answers = [
      await client.get(`/v1/alarms/${alarm}`),
      await client.post(acknowledge, { id: alarm }),
      await client.post(ignore, { id: alarm }),
    ];
    return answers.map((answer) => answer.statusCode);
  };
  expect(await status("operator", 999_999)).toEqual([404, 404, 404]);
  expect(await status("other-operator", id)).toEqual([404, 404, 404]);
  expect(await status("viewer", id)).toEqual([200, 403, 403]);
  expect(await status("member", id)).toEqual([403, 403, 403]);
  const [handled] = (await app.query("select acknowledged_at, ignored_at from alarms")).rows;
  expect(handled).toEqual({ acknowledged_at: null, ignored_at: null });
  const stranger = await app.as("other-operator");
  for (const path of ["newapis/glAlarm", "newapis/getIbmsEvents"])
    expect((await stranger.get(`/v1/${path}`)).json()).toEqual([]);
  expect((await stranger.get("/v1/alarms/critical/grid")).json()).toMatchObject({ rows: [], total: 0 });
});
