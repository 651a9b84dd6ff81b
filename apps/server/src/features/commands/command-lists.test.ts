import { randomUUID } from "node:crypto";

import type { AcceptedBatch, ListedCommand } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { campusCtx } from "#core/ctx.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { rowsOf } from "../../testing/reports/report-calls.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { sendCommands } from "./commands.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** A schedule's command for the test unit: one attempt of a series. */
async function sendAttempt(app: App, seriesId: string) {
  const { rows } = await app.query("select id from campuses limit 1");
  return sendCommands(campusCtx(app.ctx, Number(rows[0]?.["id"]), "Night"), {
    writes: [{ ssid: "T-AHU", paramId: "ahu_on_off_sp", value: 0 }],
    origin: { kind: "schedule", name: "Night" },
    seriesId,
  });
}

const setpoint = (value: number) => ({
  writes: [{ ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value }],
});

test("a schedule's attempts are one row, so that users' commands stay in the list", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  await user.post("/v1/commands", setpoint(22));
  const series = randomUUID();
  const ids: (string | undefined)[] = [];
  for (let count = 0; count < 3; count += 1) {
    app.advance(15_000);
    ids.push((await sendAttempt(app, series)).commands[0]?.commandId);
  }
  app.advance(1_000);
  await sendAttempt(app, randomUUID());
  const listed = (await user.get("/v1/commands?ssid=T-AHU")).json<ListedCommand[]>();
  expect(listed.map(({ value, tries }) => [value, tries])).toEqual([
    [0, 1],
    [0, 3],
    [22, 1],
  ]);
  expect(listed[1]?.id).toBe(ids[2]);
});

test("a page begins after the last command of the previous page", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const user = await app.as("operator");
  // Both writes of a batch have the same time, and a page ends between them.
  const both = [...setpoint(22).writes, { ssid: "T-AHU", param_id: "ahu_chilled_valve_sp", value: 40 }];
  for (const { writes } of [setpoint(20), setpoint(21), { writes: both }, setpoint(23)]) {
    await user.post("/v1/commands", { writes });
    app.advance(1_000);
  }
  const values: (number | null)[][] = [];
  let before = "";
  for (let page = 0; page < 3; page += 1) {
    const listed = (await user.get(`/v1/commands?limit=2${before}`)).json<ListedCommand[]>();
    values.push(listed.map(({ value }) => value));
    before = `&before=${listed.at(-1)?.id}`;
  }
  expect(values).toEqual([[23, 22], [40, 21], [20]]);
});

test("rejects a page after an unknown command, or one of another campus", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await bringUp(app);
  const batch = await sendAttempt(app, randomUUID());
  const own = await app.as("operator");
  const stranger = await app.as("other-operator");
  const status = async (user: typeof own, id: string) =>
    (await user.get(`/v1/commands?before=${id}`)).statusCode;
  expect(await status(own, "12")).toBe(400);
  expect(await status(own, randomUUID())).toBe(404);
  expect(await status(stranger, batch.commands[0]?.commandId ?? "")).toBe(404);
  expect(await status(own, batch.commands[0]?.commandId ?? "")).toBe(200);
});

test("a reason can be given later: it is in the list, the audit and the report of commands", async () => {
  await using app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [aSite("T"), aSite("O", "Other Campus")],
  });
  await bringUp(app);
  const user = await app.as("operator");
  const { batchId } = (await user.post("/v1/commands", setpoint(22))).json<AcceptedBatch>();
  const url = `/v1/commands/batches/${batchId}/reason`;
  expect((await user.post(url, { reason: " " })).json()).toMatchObject({
    fields: { reason: "field cannot be empty" },
  });
  expect((await (await app.as("viewer")).post(url, { reason: "Late" })).statusCode).toBe(403);
  expect((await (await app.as("other-operator")).post(url, { reason: "Late" })).statusCode).toBe(404);
  expect((await user.post(url, { reason: "Late meeting" })).statusCode).toBe(200);
  expect((await user.get("/v1/commands?ssid=T-AHU")).json()).toMatchObject([{ reason: "Late meeting" }]);
  const audit = await app.query("select target, before, after from audit where action = 'give-reason'");
  expect(audit.rows).toEqual([
    {
      target: "point:T-AHU/ahu_in_air_temperature_sp",
      before: { reason: null },
      after: { reason: "Late meeting" },
    },
  ]);
  expect((await rowsOf(user, "user-contol-details")).rows).toMatchObject([{ Reason: "Late meeting" }]);
  expect((await rowsOf(user, "activites-per-user")).rows).toContainEqual(
    expect.objectContaining({
      Key: expect.stringContaining("Reason of a command given"),
      Value: "Reason: Late meeting",
    }),
  );
});

test("a schedule's commands get no reason of a person", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const { batchId } = await sendAttempt(app, randomUUID());
  const user = await app.as("operator");
  const answer = await user.post(`/v1/commands/batches/${batchId}/reason`, { reason: "Late" });
  expect(answer.statusCode).toBe(404);
});
