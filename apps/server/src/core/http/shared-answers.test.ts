import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import { expect, test, vi } from "vitest";

import { createLocalBus } from "#core/bus.ts";
import { createSharedAnswers } from "#core/http/shared-answers.ts";

import { raiseFireAlarm } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type User = Awaited<ReturnType<App["as"]>>;

/** Counts the statements that match `pattern` from now on. */
function countStatements(app: App, pattern: RegExp): () => number {
  const run = vi.spyOn(app.db.getExecutor(), "executeQuery");
  return () => run.mock.calls.filter(([{ sql }]) => pattern.test(sql)).length;
}

const buildingOf = (user: User) => user.session.building.id;
const metricsOf = (user: User) => user.get(`/v1/gl_zone/${buildingOf(user)}`);
const alertsOf = (user: User) => user.get(`/v1/alerts/${buildingOf(user)}/alerts`);
const stateCalls = (id: number) => [
  `/v1/gl_zone/${id}`,
  `/v1/gl_zone/${id}/status`,
  `/v1/gl_analytics/subsystemId/${id}`,
  `/v1/alerts/${id}/alerts`,
  `/v1/gl_analytics/${id}/airunits`,
];

test("fifty calls for the metrics at once read the sensors once", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const reads = countStatements(app, /from "latest"/);
  const answers = await Promise.all(Array.from({ length: 50 }, () => metricsOf(user)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(200);
  expect(answers[0]?.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reads()).toBe(1);
});

test("metrics, status and subsystems of a building share one reading of the sensors", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const reads = countStatements(app, /from "latest"/);
  for (const url of stateCalls(buildingOf(user)).slice(0, 3))
    expect((await user.get(url)).statusCode).toBe(200);
  expect(reads()).toBe(1);
});

test("the next answer contains a stored value", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  for (const value of [21.5, 26.5]) {
    app.advance(1);
    await app.measure("T-S1", "T-S1", { TEMPERATURE: value });
    const floors = (await metricsOf(user)).json<LocationMetric[]>();
    const values = floors.flatMap(({ parameters }) => parameters.map((parameter) => parameter.value));
    expect(values).toContain(value);
  }
});

test("the next answer contains an alarm that was raised, then acknowledged", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const none = { system: 0, solution: 0 };
  expect((await alertsOf(user)).json<AlertLists>().total).toEqual(none);
  const id = await raiseFireAlarm(app);
  const after = (await alertsOf(user)).json<AlertLists>();
  expect(after.system.map((alarm) => alarm.Alarm_Id)).toEqual([id]);
  expect((await user.post("/v1/gl_alerts/acknowledgeAlarm", { id })).statusCode).toBe(200);
  expect((await alertsOf(user)).json<AlertLists>().system[0]?.Acknowledge).toBe(1);
});

test("an answer contains a change by another program after a second", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  await raiseFireAlarm(app);
  expect((await alertsOf(user)).json<AlertLists>().total.system).toBe(1);
  await app.query("update alarms set restored_at = raised_at");
  app.advance(1_000);
  expect((await alertsOf(user)).json<AlertLists>().total.system).toBe(0);
});

test("another campus does not get a shared answer", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const user = await app.as("operator");
  const other = await app.as("other-operator");
  for (const url of stateCalls(buildingOf(user))) {
    expect((await user.get(url)).statusCode).toBe(200);
    expect((await other.get(url)).statusCode).toBe(404);
    expect((await user.get(url)).statusCode).toBe(200);
  }
});

test("a role without access does not get a shared answer", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const member = await app.as("member");
  for (const url of stateCalls(buildingOf(user)).filter((one) => one.includes("gl_analytics"))) {
    expect((await user.get(url)).statusCode).toBe(200);
    expect((await member.get(url)).statusCode).toBe(403);
  }
});

test("twenty calls read their session once, and again after a second", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const reads = countStatements(app, /from "sessions"/);
  await Promise.all(Array.from({ length: 20 }, () => user.get("/v1/auth/session")));
  expect(reads()).toBe(1);
  app.advance(1_000);
  await user.get("/v1/auth/session");
  expect(reads()).toBe(2);
});

/** The status of a call, or the code of an ended session. */
async function codeOf(user: User): Promise<number | string> {
  const answer = await user.get("/v1/auth/session");
  return answer.statusCode === 440 ? answer.json<{ code: string }>().code : answer.statusCode;
}

test("rejects the next call of an ended session", async () => {
  await using app = await startTestApp();
  const administrator = await app.as("administrator");
  const replaced = await app.as("operator");
  expect(await codeOf(replaced)).toBe(200);
  const loggedOut = await app.as("operator");
  expect(await codeOf(replaced)).toBe("session-replaced");
  expect(await codeOf(loggedOut)).toBe(200);
  await loggedOut.post("/v1/auth/logout");
  expect(await codeOf(loggedOut)).toBe("session-closed");
  const disabled = await app.as("operator");
  expect(await codeOf(disabled)).toBe(200);
  const id = disabled.session.user.id;
  expect((await administrator.post(`/v1/users/${id}/edit`, { disabled: true })).statusCode).toBe(200);
  expect(await codeOf(disabled)).toBe("session-closed");
});

test("rejects a user whom another program disabled after a second", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  expect((await metricsOf(user)).statusCode).toBe(200);
  await app.query("update users set disabled_at = now() where username = 'operator'");
  app.advance(1_000);
  expect((await metricsOf(user)).statusCode).toBe(440);
});

test("work that began before an event is not shared with later callers", async () => {
  const bus = createLocalBus();
  const share = createSharedAnswers(bus, () => new Date(0));
  const before = Promise.withResolvers<string>();
  const first = share("a", () => before.promise);
  expect(share("a", async () => "never")).toBe(first);
  bus.publish({ name: "changed", data: { topic: "bookings" } });
  expect(await share("a", async () => "after")).toBe("after");
  before.resolve("before");
  expect(await first).toBe("before");
  expect(await share("a", async () => "never")).toBe("after");
});

test("a shared answer ends when it changes by time", async () => {
  let nowMs = 0;
  const share = createSharedAnswers(createLocalBus(), () => new Date(nowMs));
  await share("a", async (endAt) => endAt(300));
  nowMs = 299;
  expect(await share<unknown>("a", async () => "never")).toBeUndefined();
  nowMs = 300;
  expect(await share("a", async () => "after")).toBe("after");
});

test("each caller of a shared answer receives when it changes by time", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const headers = async () => (await metricsOf(user)).headers["changes-in-ms"];
  const first = Number(await headers());
  expect(first).toBeGreaterThan(10);
  app.advance(10);
  // A metric shares the snapshot of the building with the status.
  expect(Number(await headers())).toBe(first - 10);
  expect(Number((await user.get(`/v1/gl_zone/${buildingOf(user)}/status`)).headers["changes-in-ms"])).toBe(
    first - 10,
  );
});

test("does not share a failure", async () => {
  const share = createSharedAnswers(createLocalBus(), () => new Date(0));
  await expect(share("a", () => Promise.reject(new Error("unavailable")))).rejects.toThrow("unavailable");
  expect(await share("a", async () => "back")).toBe("back");
});

test("new readings end shared answers after a pause of half a second", async () => {
  const bus = createLocalBus();
  let nowMs = 0;
  const share = createSharedAnswers(bus, () => new Date(nowMs));
  expect(await share("a", async () => 1)).toBe(1);
  bus.publish({ name: "readings-stored", data: { deviceIds: [1] } });
  nowMs = 499;
  expect(await share("a", async () => 2)).toBe(1);
  nowMs = 500;
  expect(await share("a", async () => 3)).toBe(3);
  nowMs = 1_499;
  expect(await share("a", async () => 4)).toBe(3);
  nowMs = 1_500;
  expect(await share("a", async () => 5)).toBe(5);
});

test("the live stream sends a value that the shared state did not have yet", async () => {
  await using app = await startTestApp({ readingsPauseMs: 500 });
  const user = await app.as("operator");
  const ended = new AbortController();
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { body } = await fetch(`${address}/v1/live?building=${buildingOf(user)}`, {
    headers: { authorization: `Bearer ${user.session.token.replace(/^JWT /, "")}` },
    signal: ended.signal,
  });
  let text = "";
  const reading = (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await metricsOf(user);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 26.5 });
  // Sent once from the old state.
  await vi.waitFor(() => expect(text).toContain("event: metrics"), 5_000);
  expect(text).not.toContain("26.5");
  app.advance(500);
  await vi.waitFor(() => expect(text).toContain("26.5"), 3_000);
  ended.abort();
  await reading;
});
