import { type ClientRequest, request } from "node:http";

import { expect, test, vi } from "vitest";

import { DAY } from "../../../testing/reports/report-calls.ts";
import { addAlarm, holdAudit } from "../../../testing/reports/report-rows.ts";
import { unzip } from "../../../testing/reports/unzip.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Actions of the operator, some time apart. */
const addActions = (app: App, count: number, apartMs = 1_000) =>
  app.query(`insert into audit (at, campus_id, user_id, address, action, target)
    select timestamptz '2026-01-05T09:00:00Z' + i * interval '${apartMs} ms', campus_id, id, '', 'action ' || i, 'no. ' || i
    from users, generate_series(1, ${count}) i where username = 'operator'`);

test("an export has every row that the filter matches, in the requested order, in a file named by its days", async () => {
  await using app = await startTestApp();
  await addActions(app, 4_500);
  const user = await app.as("viewer");
  const url = `/v1/reports/activites-per-user/export?${DAY}`;
  const answer = await user.get(`${url}&filter.Key=ACTION&sort=Date&order=asc`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers["content-disposition"]).toBe(
    'attachment; filename="activites-per-user-2026-01-05-2026-01-05.csv"',
  );
  const lines = answer.body.split("\r\n");
  expect(lines).toHaveLength(4_502);
  expect(lines[0]).toBe("\uFEFFusername,Date,Time,Key,DeviceName,Value");
  expect(lines[1]).toBe("operator,2026-01-05,14:30:01,action 1,no. 1,");
  expect(lines[4_500]).toBe("operator,2026-01-05,15:45:00,action 4500,no. 4500,");
  const byName = await user.get(`${url}&filter.Key=action 44&sort=DeviceName&order=desc`);
  expect(byName.body.split("\r\n").slice(1, 3)).toEqual([
    "operator,2026-01-05,15:44:59,action 4499,no. 4499,",
    "operator,2026-01-05,15:44:58,action 4498,no. 4498,",
  ]);

  const xlsx = await user.get(`${url}&format=xlsx&filter.Key=action`);
  expect(xlsx.headers["content-type"]).toBe(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
  expect(xlsx.headers["content-disposition"]).toContain('.xlsx"');
  const sheet = unzip(xlsx.rawPayload).get("xl/worksheets/sheet1.xml");
  expect(sheet?.match(/<row /g)).toHaveLength(4_501);
});

test("an alarm whose text looks like a formula is exported as a text", async () => {
  await using app = await startTestApp();
  await addAlarm(app.db, {
    ssid: "T-S1",
    code: 201,
    message: "=cmd|' /C calc'!A0",
    value: -3,
    raisedAt: "2026-01-05T02:00:00Z",
  });
  const user = await app.as("viewer");
  const { body } = await user.get(`/v1/reports/device-noncritical/export?${DAY}`);
  expect(body.split("\r\n")[1]).toBe("Sensor T-S1,2026-01-05,07:30:00,ENVIRONMENT,'=cmd|' /C calc'!A0,-3,");
});

test("a wrong export is refused before it begins", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const answer = await user.get(`/v1/reports/trend-log-comparision/export?${DAY}&points=T-S9/CO2`);
  expect([answer.statusCode, answer.json().code]).toEqual([404, "not-found"]);
  const format = await user.get(`/v1/reports/ibms-logs/export?${DAY}&format=pdf`);
  expect(format.statusCode).toBe(400);
});

function beginExport(address: string, token: string, query: string): ClientRequest {
  const call = request(`${address}/v1/reports/activites-per-user/export?${DAY}&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  call.on("error", () => undefined);
  return call.end();
}

/** Starts an export, reads its first bytes and disconnects. */
async function leaveExport(address: string, token: string, query: string): Promise<void> {
  const call = beginExport(address, token, query);
  await new Promise<void>((resolve) => {
    call.on("response", (response) => {
      response.on("error", () => undefined);
      response.once("data", () => resolve());
    });
  });
  call.destroy();
}

test("the query ends when the client disconnects, and the next call uses its connection", async () => {
  await using app = await startTestApp();
  await addActions(app, 60_000, 1);
  const user = await app.as("viewer");
  const address = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const open = async () => {
    const { rows } = await app.query(`select query from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and (state = 'idle in transaction' or query ilike '%report_rows%' and state = 'active')`);
    return rows;
  };
  for (const format of ["csv", "xlsx"]) {
    const leaving = Array.from({ length: 4 }, () =>
      leaveExport(address, user.session.token, `format=${format}`),
    );
    await Promise.all(leaving);
    await vi.waitFor(async () => expect(await open()).toEqual([]), 2_000);
  }
  const whole = await user.get(`/v1/reports/activites-per-user/export?${DAY}&filter.Key=action`);
  expect(whole.body.split("\r\n")).toHaveLength(60_002);
});

test("cancels a statement without a row yet when the client disconnects", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const address = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const waiting = async () =>
    (
      await app.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows;
  // No rows can be read while the table is locked.
  const letGo = await holdAudit(app.db);
  const call = beginExport(address, user.session.token, "sort=DeviceName");
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 2_000);
  call.destroy();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), 2_000);
  await letGo();
});
