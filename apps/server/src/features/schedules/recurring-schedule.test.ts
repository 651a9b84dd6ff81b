import { expect, test } from "vitest";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";

const NOW = "2026-01-05T06:30:00Z";

test("the default is returned as a list whose first item has it as JSON text, and is empty at first", async () => {
  await using bench = await startSchedules(NOW);
  const get = async () => (await bench.operator.get("/v1/hvac_recuuring_schedule/getSchedule")).json();
  expect(await get()).toEqual([{ id: bench.buildingId, data: '{"timeData":[],"weekData":[]}' }]);
  await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.buildingId}/updateschedule`, {
    timeData: [
      { ON: "14:00", OFF: "18:15" },
      { ON: "08:00", OFF: "12:30" },
    ],
    weekData: [6, 1, 0],
  });
  const [first] = await get();
  expect(JSON.parse(first.data)).toEqual({
    timeData: [
      { ON: "08:00", OFF: "12:30" },
      { ON: "14:00", OFF: "18:15" },
    ],
    weekData: [0, 1, 6],
  });
  const { rows } = await bench.app.query(
    "select before, after from audit where action = 'change-default-schedule'",
  );
  expect(rows).toMatchObject([{ before: { weekData: [] }, after: { weekData: [0, 1, 6] } }]);
});

test.each([
  [{ timeData: [{ ON: "8:00", OFF: "18:00" }] }, { "timeData.0.ON": "A time such as 08:30" }],
  [{ timeData: [{ ON: "08:00", OFF: "24:00" }] }, { "timeData.0.OFF": "A time such as 08:30" }],
  [{ timeData: [{ ON: "09:07", OFF: "18:00" }] }, { "timeData.0.ON": "Times are in steps of 15 minutes" }],
  [{ timeData: [{ ON: "09:00", OFF: "23:58" }] }, { "timeData.0.OFF": "Times are in steps of 15 minutes" }],
  [
    { timeData: [{ ON: "18:00", OFF: "08:00" }] },
    { "timeData.0.OFF": "End date should be greater than start date" },
  ],
  [
    { timeData: [{ ON: "08:00", OFF: "08:00" }] },
    { "timeData.0.OFF": "End date should be greater than start date" },
  ],
  [
    {
      timeData: [
        { ON: "08:00", OFF: "12:00" },
        { ON: "11:45", OFF: "13:00" },
      ],
    },
    { "timeData.1.ON": "Times must not overlap" },
  ],
  [{ weekData: [7] }, { "weekData.0": "At most 6" }],
  [{ weekData: [-1] }, { "weekData.0": "At least 0" }],
  [{ weekData: [1, 1] }, { weekData: "Each weekday once" }],
  [{ weekData: "1" }, { weekData: "A list" }],
])("rejects %j", async (change, fields) => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.buildingId}/updateschedule`, {
    timeData: [{ ON: "08:00", OFF: "18:00" }],
    weekData: [1],
    ...change,
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test("rejects a change of an outdated default, and accepts a change that does not name the version it is based on", async () => {
  await using bench = await startSchedules(NOW);
  const update = (body: object) =>
    bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.buildingId}/updateschedule`, body);
  const read = async (): Promise<string> =>
    (await bench.operator.get("/v1/hvac_recuuring_schedule/getSchedule")).json()[0].data;
  const office = [{ ON: "08:00", OFF: "18:00" }];
  const openedOn = await read();
  expect((await update({ timeData: office, weekData: [1], openedOn })).statusCode).toBe(200);
  const late = await update({ timeData: office, weekData: [2], openedOn });
  expect([late.statusCode, late.json().title]).toEqual([
    409,
    "Someone else has changed the default schedule.",
  ]);
  expect(JSON.parse(await read()).weekData).toEqual([1]);
  const again = await update({ timeData: office, weekData: [2], openedOn: await read() });
  expect(again.statusCode).toBe(200);
  expect((await update({ timeData: office, weekData: [3] })).statusCode).toBe(200);
  expect(JSON.parse(await read()).weekData).toEqual([3]);
});

test("a default until 23:59 keeps units on over midnight", async () => {
  // 23:30 in Kolkata.
  await using bench = await startSchedules("2026-01-05T18:00:00Z");
  await bench.setDefault("00:00", "23:59");
  const [first] = (await bench.operator.get("/v1/hvac_recuuring_schedule/getSchedule")).json();
  expect(JSON.parse(first.data).timeData).toEqual([{ ON: "00:00", OFF: "23:59" }]);
  await bench.follow();
  for (const unit of ["T-AHU", "T-AHU2"]) bench.show(unit, 10);
  for (const time of ["18:29:30", "18:30:00"]) {
    await bench.goTo(`2026-01-05T${time}Z`);
    expect([await bench.follow(), await bench.restore()]).toEqual([[], []]);
  }
  expect((await bench.occurrences()).filter((one) => one.includes("default planned"))).toEqual([]);
});

test("a daily schedule until 23:59 keeps units on over midnight", async () => {
  // 23:30 in Kolkata.
  await using bench = await startSchedules("2026-01-05T18:00:00Z");
  await bench.create(
    bench.data({
      start: "2026-01-05T18:30:00Z",
      end: "2026-01-06T18:29:00Z",
      repeat: { weekdays: [0, 1, 2, 3, 4, 5, 6], until: "2026-01-07" },
    }),
  );
  await bench.goTo("2026-01-05T18:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  bench.show("T-AHU", 10);
  for (const time of ["18:29:30", "18:30:00"]) {
    await bench.goTo(`2026-01-06T${time}Z`);
    expect([await bench.follow(), await bench.restore()]).toEqual([[], []]);
  }
});

test.each([
  ["from midnight to midnight", "2026-01-05T18:30:00Z"],
  ["from 04:00 to 04:00", "2026-01-05T22:30:00Z"],
])("a daily schedule of a whole day, %s, keeps units on", async (_, start) => {
  // 23:30 in Kolkata.
  await using bench = await startSchedules("2026-01-05T18:00:00Z");
  const end = new Date(Date.parse(start) + 86_400_000).toISOString();
  const repeat = { weekdays: [0, 1, 2, 3, 4, 5, 6], until: "2026-01-12" };
  await bench.create(bench.data({ start, end, repeat }));
  await bench.goTo(start);
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  bench.show("T-AHU", 10);
  for (const offsetMs of [-30_000, 0, 30_000]) {
    await bench.goTo(new Date(Date.parse(end) + offsetMs).toISOString());
    expect([await bench.follow(), await bench.restore()]).toEqual([[], []]);
  }
});

test("answers 404 to the default of a floor", async () => {
  await using bench = await startSchedules(NOW);
  const path = `/v1/hvac_recuuring_schedule/${bench.ground.id}/updateschedule`;
  expect((await bench.operator.post(path, { timeData: [], weekData: [] })).statusCode).toBe(404);
});

test("the workdays of a building begin today on the clock of the campus, without weekends and holidays", async () => {
  // Friday, 9 January has begun in Kolkata.
  await using bench = await startSchedules("2026-01-08T18:45:00Z");
  await bench.addDay({ day: "2026-01-13", kind: "holiday", name: "Pongal" });
  await bench.addDay({
    day: "2026-01-14",
    kind: "exception",
    name: "Late",
    timeData: [{ ON: "08:00", OFF: "20:00" }],
  });
  const member = await bench.app.as("member");
  expect((await member.get(`/v1/buildings/${bench.buildingId}/workdays`)).json()).toEqual(
    ["09", "12", "14", "15", "16", "19"].map((day) => `2026-01-${day}`),
  );
  expect((await member.get(`/v1/buildings/${bench.ground.id}/workdays`)).statusCode).toBe(404);
});

test("a day may have one holiday or exception, today at the earliest", async () => {
  await using bench = await startSchedules("2026-01-05T18:45:00Z");
  const add = async (day: object) => (await bench.operator.post("/v1/schedule_days", day)).json();
  // The sixth has begun in Kolkata.
  expect(await add({ day: "2026-01-05", kind: "holiday", name: "Pongal" })).toMatchObject({
    status: 422,
    title: "Choose today or a later day.",
  });
  const made = await add({ day: "2026-01-06", kind: "holiday", name: " Pongal " });
  expect(made).toEqual({
    id: made.id,
    day: "2026-01-06",
    kind: "holiday",
    name: "Pongal",
    timeData: [],
    isYearly: false,
    until: null,
    calendar: null,
  });
  expect(await add({ day: "2026-01-06", kind: "holiday", name: "Again" })).toMatchObject({
    status: 409,
    title: "This day already is a holiday or an exception.",
  });
  expect((await bench.operator.get("/v1/schedule_days?from=2026-01-06")).json()).toEqual([made]);
  expect((await bench.operator.get("/v1/schedule_days?from=2026-01-07")).json()).toEqual([]);
  const { rows } = await bench.app.query("select action from audit where action like '%schedule-day'");
  expect(rows).toEqual([{ action: "add-schedule-day" }]);
});

test.each([
  [{ day: "0000-01-01", kind: "holiday", name: "x" }, { day: "Choose a date" }],
  [{ day: "2026-02-30", kind: "holiday", name: "x" }, { day: "Choose a date" }],
  [{ day: "2026-02-01", kind: "holiday", name: " " }, { name: "Name Cannot be Empty!" }],
  [{ day: "2026-02-01", kind: "exception", name: "x" }, { timeData: "An exception needs its times" }],
  [
    { day: "2026-02-01", kind: "holiday", name: "x", timeData: [{ ON: "08:00", OFF: "09:00" }] },
    { timeData: "A holiday has no times" },
  ],
])("rejects the day %j", async (day, fields) => {
  await using bench = await startSchedules(NOW);
  const answer = await bench.operator.post("/v1/schedule_days", day);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test("a past day cannot be deleted", async () => {
  await using bench = await startSchedules(NOW);
  const { id } = await bench.addDay({ day: "2026-01-05", kind: "holiday", name: "Pongal" });
  await bench.goTo("2026-01-05T18:30:00Z");
  const operator = await bench.app.as("operator");
  expect((await operator.post(`/v1/schedule_days/${id}/delete`)).statusCode).toBe(422);
});
