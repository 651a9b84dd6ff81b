import type { Schedule } from "@verandah/contract/schedules/schedules.ts";
import { expect, test } from "vitest";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const NOW = "2026-01-05T06:30:00Z";
const url = "/v1/hvac_schedules";
const start = "2026-01-05T07:00:00Z";
const end = "2026-01-05T09:00:00Z";

test("stores and returns a complete schedule", async () => {
  await using bench = await startSchedules(NOW);
  const zones = [bench.zone("Zone 1", bench.ground.id), bench.zone("Zone 2", bench.ground.id)];
  const created = await bench.create(
    bench.data({ action: 2, intensity: 50, zones: [...zones, ...zones], start, end }),
  );
  expect(created).toEqual({
    id: expect.any(Number),
    title: "Lobby-AM",
    floor: bench.ground,
    zones,
    action: 2,
    type: 1,
    channel: 0,
    intensity: 50,
    intensityFlag: true,
    hexColor: "#9acd32",
    start: "2026-01-05T07:00:00.000Z",
    end: "2026-01-05T09:00:00.000Z",
    repeat: null,
    preparedRoom: null,
  });
  const fetched = await bench.operator.get(`${url}/hvac_fetch`);
  expect(fetched.json()).toEqual({ schedules: [created] });
  const { rows } = await bench.app.query("select action, target from audit where action like '%schedule'");
  expect(rows).toEqual([{ action: "create-schedule", target: `schedule:${created.id}` }]);
});

test.each([
  [0, 70, 0, "#fa8072"],
  [1, 70, 100, "#008000"],
  [2, 10, 10, "#fa8072"],
  [2, 20, 20, "#fa8072"],
  [2, 30, 30, "#ffff00"],
  [2, 40, 40, "#ffff00"],
  [2, 50, 50, "#9acd32"],
  [2, 70, 70, "#9acd32"],
  [2, 80, 80, "#008000"],
  [2, 100, 100, "#008000"],
])("action %i with intensity %i is stored at %i, in %s", async (action, intensity, stored, hexColor) => {
  await using bench = await startSchedules(NOW);
  const data = { ...bench.data({ start, end }), action, intensity };
  expect(await bench.create(data)).toMatchObject({
    intensity: stored,
    hexColor,
    intensityFlag: action === 2,
  });
});

const length = "Title should be of length 5 to 10 characters";
const characters = "Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet";
test.each([
  ["", "Title Cannot be Empty!"],
  [undefined, "Title Cannot be Empty!"],
  ["Abcd", length],
  ["Abcdefghijk", length],
  ["1abcd", characters],
  ["_abcd", characters],
  ["Ab cd", characters],
  ["Abcdé", characters],
])("rejects the title %j with '%s'", async (title, text) => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post(url, { data: { ...bench.data({ start, end }), title } });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { "data.title": text }]);
});

test.each(["Abcde", "Abcdefghij", "a_-12"])("accepts the title %s", async (title) => {
  await using bench = await startSchedules(NOW);
  expect((await bench.operator.post(url, { data: bench.data({ title, start, end }) })).statusCode).toBe(200);
});

test("reports all errors together with the specification's texts", async () => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post(url, {
    data: { action: 1, title: "", zones: [], start: end, end },
  });
  expect(answer.json().fields).toEqual({
    "data.title": "Title Cannot be Empty!",
    "data.floor": "Floor Cannot be Empty!",
    "data.zones": "Zones Cannot be Empty!",
    "data.end": "End date should be greater than start date",
  });
});

test.each([
  ["2026-01-05T06:46:00Z", 422, "You can create schedule for future time only."],
  ["2026-01-05T06:45:00Z", 422, "You can create schedule for future time only."],
  ["2026-01-05T06:44:00Z", 422, "Schedule is about to start / running / already over"],
  ["2026-01-05T06:42:00Z", 422, "Schedule is about to start / running / already over"],
  ["2026-01-05T06:41:59.999Z", 200, undefined],
])("at %s, answers %i to a start at a quarter to seven", async (now, status, text) => {
  await using bench = await startSchedules(now);
  const begin = "2026-01-05T06:45:00Z";
  const answer = await bench.operator.post(url, { data: bench.data({ start: begin, end }) });
  expect([answer.statusCode, answer.json().title === text || status === 200]).toEqual([status, true]);
});

const offStep = "Times are in steps of 15 minutes";
test.each([
  [{ start: "2026-01-05T20:07:00+05:30", end: "2026-01-05T21:00:00+05:30" }, { "data.start": offStep }],
  [{ start: "2026-01-05T20:14:00+05:30", end: "2026-01-05T21:00:00+05:30" }, { "data.start": offStep }],
  [{ start: "2026-01-05T20:00:00+05:30", end: "2026-01-05T21:16:00+05:30" }, { "data.end": offStep }],
  // Only the building's midnight may end in the minute before a quarter hour.
  [{ start: "2026-01-05T20:00:00+05:30", end: "2026-01-05T21:14:00+05:30" }, { "data.end": offStep }],
  [{ intensity: 110 }, { "data.intensity": "At most 100" }],
  [{ intensity: -10 }, { "data.intensity": "At least 0" }],
  [{ intensity: 1e30 }, { "data.intensity": "At most 9007199254740991" }],
  [{ intensity: 55.5 }, { "data.intensity": "A whole number" }],
  [{ intensity: "50" }, { "data.intensity": "A number" }],
  [{ start, end: "+020260-01-05T09:00:00.000Z" }, { "data.end": "Choose a year up to 9999" }],
  [{ start, end: "tonight" }, { "data.end": "An instant such as 2026-01-05T08:00:00Z" }],
])("reports the errors of %j", async (change, fields) => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post(url, { data: { ...bench.data({ start, end }), ...change } });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test.each(["2026-01-05T20:00:00+05:30", "2026-01-05T20:15:00+05:30", "2026-01-05T23:59:00+05:30"])(
  "accepts an end at %s",
  async (requested) => {
    await using bench = await startSchedules(NOW);
    expect(Date.parse((await bench.create(bench.data({ start, end: requested }))).end)).toBe(
      Date.parse(requested),
    );
  },
);

test("a name in use is refused in upper and lower case with the specification's text, and the name of a deleted schedule is free", async () => {
  await using bench = await startSchedules(NOW);
  const { id } = await bench.create(bench.data({ start, end }));
  const again = { data: bench.data({ title: "LOBBY-am", start, end }) };
  const answer = await bench.operator.post(url, again);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: "schedule-name-taken",
    title: "Schedule with this name already exists!!",
    message: "ER_DUP_ENTRY: Schedule with this name already exists!!",
  });
  await bench.operator.post(`${url}/${id}`, { user: {}, running: false });
  expect((await bench.operator.post(url, again)).statusCode).toBe(200);
});

test("creates one of twenty concurrent schedules with the same name", async () => {
  await using bench = await startSchedules(NOW);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bench.operator.post(url, { data: bench.data({ start, end }) })),
  );
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 409),
  ]);
});

test("an end at the building's midnight becomes 23:59", async () => {
  await using bench = await startSchedules(NOW);
  const midnight = "2026-01-06T00:00:00+05:30";
  expect((await bench.create(bench.data({ start, end: midnight }))).end).toBe("2026-01-05T18:29:00.000Z");
});

test.each([
  [{ start: "2026-01-05T09:00:00+05:30", end: "nonsense" }, "data.end"],
  [{ start: "2026-01-05T13:00:10+05:30", end: "2026-01-05T13:00:50+05:30" }, "data.end"],
  [{ start: "2026-01-05T23:59:00+05:30", end: "2026-01-06T00:00:00+05:30" }, "data.start"],
  [{ start, end, floor: { id: 1e12 } }, "data.floor.id"],
  [{ start, end, floor: { id: "1" } }, "data.floor.id"],
  [{ start, end, zones: [{ id: -1 }] }, "data.zones.0.id"],
  [{ start, end, action: 3 }, "data.action"],
  [{ start, end, action: 2, intensity: 5 }, "data.intensity"],
  [{ start, end, action: 2, intensity: 55 }, "data.intensity"],
  [{ start, end, action: 2, intensity: 110 }, "data.intensity"],
  [{ start, end, action: 2, intensity: "50" }, "data.intensity"],
])("rejects %j as an error of %s", async (change, field) => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post(url, { data: { ...bench.data({ start, end }), ...change } });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
});

test("rejects zones of another floor, and places of another campus", async () => {
  await using app = await startTestApp({ now: NOW, sites: [aSite("T"), aSite("O", "Other Campus")] });
  const operator = await app.as("operator");
  const { rows } = await app.query(
    "select id, floor_id, campus_id from locations where zone_type = 'GL_LOCATION_TYPE_ZONE' order by id",
  );
  const [own, , elsewhere] = rows;
  const foreign = rows.find((row) => row["campus_id"] !== own?.["campus_id"]);
  const post = (floor: unknown, zone: unknown) =>
    operator.post(url, {
      data: { title: "Lobby", floor: { id: floor }, zones: [{ id: zone }], action: 1, start, end },
    });
  const wrong = await post(own?.["floor_id"], elsewhere?.["id"]);
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    400,
    { "data.zones": "Choose zones of the floor" },
  ]);
  expect((await post(own?.["floor_id"], foreign?.["id"])).statusCode).toBe(400);
  expect((await post(foreign?.["floor_id"], foreign?.["id"])).statusCode).toBe(404);
  expect((await post(own?.["id"], own?.["id"])).statusCode).toBe(404);
});

test("an edit changes everything except the type, and future occurrences", async () => {
  await using bench = await startSchedules(NOW);
  const created = await bench.create(bench.data({ start, end }));
  const answer = await bench.operator.post(`${url}/${created.id}/edit`, {
    data: {
      ...bench.data({
        title: "Other",
        action: 0,
        start: "2026-01-05T08:00:00Z",
        end: "2026-01-05T10:00:00Z",
      }),
      floor: bench.first,
      zones: [bench.zone("Zone 1", bench.first.id)],
      type: 0,
    },
    user: { id: 1 },
    running: false,
  });
  expect(answer.json<Schedule>()).toMatchObject({
    id: created.id,
    title: "Other",
    type: 1,
    floor: bench.first,
  });
  expect(await bench.occurrences()).toEqual([
    "01-05T08:00 off Other planned",
    "01-05T10:00 end Other planned",
  ]);
});

const late = "Schedule is about to start / running / already over";
test.each([
  ["about to start", "2026-01-05T06:57:00Z", 422, late],
  ["far enough ahead", "2026-01-05T06:56:59.999Z", 200, "Lobby-AM"],
  ["running", "2026-01-05T08:00:00Z", 422, late],
  ["over", "2026-01-05T09:30:00Z", 422, late],
])("a schedule that is %s may or may not be edited", async (_, now, status, title) => {
  await using bench = await startSchedules(NOW);
  const { id } = await bench.create(bench.data({ start, end }));
  await bench.goTo(now);
  const operator = await bench.app.as("operator");
  const later = { start: "2026-01-05T12:00:00Z", end: "2026-01-05T13:00:00Z" };
  const answer = await operator.post(`${url}/${id}/edit`, { data: bench.data(later) });
  expect([answer.statusCode, answer.json().title]).toEqual([status, title]);
});

test.each([
  ["far enough ahead", "2026-01-05T06:56:59.999Z", 200],
  ["about to start", "2026-01-05T06:57:00Z", 422],
  ["running", "2026-01-05T08:56:59.999Z", 200],
  ["about to end", "2026-01-05T08:57:00Z", 422],
  ["over", "2026-01-05T09:30:00Z", 422],
])("a schedule that is %s may or may not be deleted", async (_, now, status) => {
  await using bench = await startSchedules(NOW);
  const { id } = await bench.create(bench.data({ start, end }));
  await bench.goTo(now);
  const operator = await bench.app.as("operator");
  const answer = await operator.post(`${url}/${id}`, { user: {}, running: true });
  expect(answer.statusCode).toBe(status);
  const left = (await operator.get(`${url}/hvac_fetch`)).json<{ schedules: Schedule[] }>().schedules;
  expect(left).toHaveLength(status === 200 ? 0 : 1);
});

test("deleting a schedule deletes its future occurrences", async () => {
  await using bench = await startSchedules(NOW);
  const { id } = await bench.create(bench.data({ start, end }));
  expect(await bench.occurrences()).toHaveLength(2);
  expect((await bench.operator.post(`${url}/${id}`)).json()).toEqual({ id });
  expect(await bench.occurrences()).toEqual([]);
  expect((await bench.operator.post(`${url}/${id}`)).statusCode).toBe(404);
});

test("returns schedules that overlap the range", async () => {
  await using bench = await startSchedules(NOW);
  await bench.create(bench.data({ start, end }));
  const found = async (from: string, to: string) => {
    const answer = await bench.operator.get(`${url}/hvac_fetch?from=${from}&to=${to}`);
    return answer.json<{ schedules: Schedule[] }>().schedules.length;
  };
  expect(await found("2026-01-05T06:00:00Z", "2026-01-05T07:00:00Z")).toBe(0);
  expect(await found("2026-01-05T06:00:00Z", "2026-01-05T07:00:01Z")).toBe(1);
  expect(await found("2026-01-05T08:59:59Z", "2026-01-05T10:00:00Z")).toBe(1);
  expect(await found("2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z")).toBe(0);
});
