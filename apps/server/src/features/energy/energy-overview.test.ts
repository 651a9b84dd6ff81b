import type {
  getEnergyBaseline,
  getEnergyDemand,
  getEnergyOverview,
} from "@verandah/contract/energy/energy-overview.ts";
import type { getConsumption } from "@verandah/contract/energy/energy.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { energySettings as settings, MIDNIGHT_MS, startEnergy } from "../../testing/benches/energy-bench.ts";

const DAY_MS = 86_400_000;
/** A counter that gains half a kWh in a quarter of an hour. */
const half = (quarter: number) => 1_000 + quarter / 2;
const celsiusOf = (day: number) => 26 + 3 * Math.sin(day * 1.7);
const period = (fromHour: number) => ({ name: "P", fromHour, rupeesPerKilowattHour: 1 });

type Overview = ReplyOf<typeof getEnergyOverview>;
const TODAY = "from=2026-01-05&to=2026-01-05";

test("adds up meters, floors and hours of the tariff, and returns the unknown part", async () => {
  await using bench = await startEnergy();
  await bench.count("T-E1", -1, 48, half);
  await bench.count("T-E2", -1, 48, half);
  // The third has no readings from 03:00 to 05:00.
  await bench.count("T-E3", -1, 12, half);
  await bench.count("T-E3", 20, 48, half);
  const { total, days, tree, tariff, baseLoad } = await bench.get<Overview>(`overview?${TODAY}`);
  expect(total.kilowattHour).toBeCloseTo(3 * 24 * 1, 5);
  expect(total.estimatedKilowattHour).toBeCloseTo(4.5, 5);
  expect(total.coveragePercent).toBeCloseTo((100 * (144 - 8)) / 144, 5);
  expect(total.rupees).toBeCloseTo(36 * 5 + 36 * 8, 5);
  expect(total.carbonKilogram).toBeCloseTo(72 * 0.7, 5);
  expect(days).toEqual([expect.objectContaining({ isComplete: false })]);
  expect(tree.children.map(({ name, kilowattHour }) => [name, Math.round(kilowattHour ?? 0)])).toEqual([
    ["Ground", 48],
    ["First", 24],
  ]);
  expect(tree.children[0]?.children.map(({ name }) => name)).toEqual(["Device T-E1", "Device T-E2"]);
  expect(tariff.map(({ name, kilowattHour }) => [name, Math.round(kilowattHour)])).toEqual([
    ["Night", 36],
    ["Day", 36],
  ]);
  // Two of the four hours of the night have readings of all meters.
  expect(baseLoad).toMatchObject({ nights: 1 });
  expect(baseLoad?.kilowatt).toBeCloseTo(6, 5);
  const floor = await bench.get<Overview>(`overview?${TODAY}`, bench.idOf("T/f1"));
  expect(floor.tree).toMatchObject({ kind: "floor", name: "First" });
  expect(floor.total.kilowattHour).toBeCloseTo(24, 5);
});

test.each([
  ["a gap within the day", [-1, 12, 20, 48], 24],
  // 160.5 kWh in 320 quarters, of which 20 are in the day.
  ["a gap since three days before", [-400, -300, 20, 48], (20 * 160.5) / 320 + 13.5],
  ["its first readings in the day", [10, 48], 18.5],
])("the overview and the meter's screen agree on %s", async (_name, times, expected) => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  for (let at = 0; at < times.length; at += 2)
    await bench.count("T-E1", times[at] ?? 0, times[at + 1] ?? 0, half);
  const meter = await bench.user.get("/v1/gl_analytics/T-E1/ems/consumption?date=2026-01-05");
  const { hours, days } = meter.json<ReplyOf<typeof getConsumption>>();
  const {
    total,
    days: [day],
  } = await bench.get<Overview>(`overview?${TODAY}`);
  expect(days.at(-1)).toEqual(day);
  const inHours = hours.reduce((sum, { kilowattHour }) => sum + (kilowattHour ?? 0), 0);
  expect(inHours).toBeCloseTo(total.kilowattHour ?? 0, 9);
  expect(total.kilowattHour).toBeCloseTo(expected, 9);
});

test("a gap has the same energy on a day within it, whether the day after is asked for or not", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  await bench.count("T-E1", -500, -400, half);
  await bench.count("T-E1", -10, 48, half);
  const within = await bench.get<Overview>("overview?from=2026-01-02&to=2026-01-02");
  const all = await bench.get<Overview>("overview?from=2026-01-01&to=2026-01-05");
  expect(within.total.kilowattHour).toBeCloseTo((96 * 195.5) / 390, 5);
  expect(within.days[0]).toEqual(all.days[1]);
});

test("zeros of a meter change neither its energy, cost nor demand", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  await bench.count("T-E1", -1, 48, (quarter) => (quarter === 20 || quarter === 21 ? 0 : half(quarter)));
  const { total } = await bench.get<Overview>(`overview?${TODAY}`);
  expect(total.kilowattHour).toBeCloseTo(24, 5);
  expect(total.rupees).toBeCloseTo(12 * 5 + 12 * 8, 5);
  expect(total.coveragePercent).toBeCloseTo((100 * 46) / 48, 5);
  const { monthPeak } = await bench.get<ReplyOf<typeof getEnergyDemand>>("demand");
  expect(monthPeak?.kilowatt).toBeCloseTo(2, 5);
  const csv = await bench.call(`export?${TODAY}`);
  expect(csv.body).toContain("2026-01-05,Ground,Device T-E1,24,1.5,95.833,156,16.8");
});

test("the power that a meter reports bounds its steps", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  // 60 kWh at once would be possible for a meter of 500 kW.
  await bench.count("T-E1", -1, 48, (quarter) => half(quarter) + (quarter < 20 ? 0 : 60));
  const values = Array.from({ length: 48 }, (_, at): [number, number] => [MIDNIGHT_MS + at * 900_000, 2_000]);
  expect((await bench.get<Overview>(`overview?${TODAY}`)).total.kilowattHour).toBeCloseTo(84, 5);
  await bench.app.send("T-GW", [{ device: "T-E1", point: "activePowerTotal", values }]);
  bench.app.endSharedAnswers();
  expect((await bench.get<Overview>(`overview?${TODAY}`)).total.kilowattHour).toBeCloseTo(23.5, 5);
});

test("values are null without readings, and prices are null without a tariff", async () => {
  await using bench = await startEnergy({ energy: { ...settings, tariff: [] } });
  const nothing = await bench.get<Overview>(`overview?${TODAY}`);
  expect(nothing.total).toMatchObject({
    kilowattHour: null,
    coveragePercent: 0,
    rupees: null,
    carbonKilogram: null,
  });
  expect(nothing.baseLoad).toBeNull();
  expect(nothing.tree.children[0]?.children[0]).toMatchObject({ kilowattHour: null, coveragePercent: 0 });
  await bench.count("T-E1", -1, 48, (quarter) => 1_000 + quarter);
  expect((await bench.get<Overview>(`overview?${TODAY}`)).total).toMatchObject({ rupees: null });
});

test("a meter of the whole building is its energy, and the floors' meters are parts of it", async () => {
  await using bench = await startEnergy({ meters: { "T-MAIN": "T/tower", "T-E1": "T/g" } });
  await bench.count("T-MAIN", -1, 48, (quarter) => 1_000 + quarter);
  await bench.count("T-E1", -1, 48, (quarter) => 1_000 + quarter / 4);
  const { total, tree } = await bench.get<Overview>(`overview?${TODAY}`);
  expect(total.kilowattHour).toBeCloseTo(48, 5);
  expect(tree.children.map(({ kind, kilowattHour }) => [kind, Math.round(kilowattHour ?? 0)])).toEqual([
    ["floor", 12],
    ["rest", 36],
  ]);
});

test("compares with the same weekdays before", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g" } });
  await bench.count("T-E1", -7 * 96 - 1, -6 * 96, (quarter) => 100 + quarter / 10);
  const { before } = await bench.get<Overview>(`overview?${TODAY}`);
  expect(before.from).toBe(new Date(MIDNIGHT_MS - 7 * DAY_MS).toISOString());
  // Only until the present time of day.
  expect(before.to).toBe(new Date(MIDNIGHT_MS - 7 * DAY_MS + DAY_MS / 2).toISOString());
  expect(before.kilowattHour).toBeCloseTo(4.8, 5);
});

test("demand is that of quarters with all meters, and the rest of today follows days of the same kind", async () => {
  await using bench = await startEnergy({ meters: { "T-E1": "T/g", "T-E2": "T/g" } });
  await bench.count("T-E1", -5 * 96, 48, half);
  await bench.count("T-E2", -5 * 96, 44, half);
  const demand = await bench.get<ReplyOf<typeof getEnergyDemand>>("demand");
  expect(demand.today).toHaveLength(48);
  expect(demand.today[0]?.kilowatt).toBeCloseTo(4, 5);
  expect(demand.today.slice(44).map(({ kilowatt }) => kilowatt)).toEqual([null, null, null, null]);
  expect(demand.today.at(-1)?.expected).toBeCloseTo(4, 5);
  expect(demand.contractKilowatt).toBe(5);
  expect(demand.monthPeak?.kilowatt).toBeCloseTo(4, 5);
  // Wednesday to Friday; the weekend is another kind of day.
  expect(demand.forecast?.days).toBe(3);
  expect(demand.forecast?.quarters).toHaveLength(48);
  expect(demand.forecast?.peak?.kilowatt).toBeCloseTo(4, 5);
});

/** Workdays 100 kWh and 10 kWh for each degree above 20 °C, other days 50 kWh; from 26 December on a tenth less. */
const dayEnergy = (day: number) => {
  const weekday = new Date(MIDNIGHT_MS + day * DAY_MS + DAY_MS / 2).getUTCDay();
  const isWorkday = weekday >= 1 && weekday <= 5;
  return (day >= -10 ? 0.9 : 1) * (isWorkday ? 100 + 10 * (celsiusOf(day) - 20) : 50);
};

type BaselineReply = ReplyOf<typeof getEnergyBaseline>;

test("returns the savings of a change at the same weather, and the data that a model lacks", async () => {
  await using bench = await startEnergy({ now: "2026-01-05T06:30:00Z", meters: { "T-E1": "T/g" } });
  const query = "baseline?from=2025-12-26&to=2026-01-05";
  expect(await bench.get<BaselineReply>(query)).toMatchObject({ model: null, reason: "no-weather" });
  await bench.count("T-WX", -40 * 96, 48, (quarter) => celsiusOf(Math.floor(quarter / 96)));
  expect(await bench.get<BaselineReply>(query)).toMatchObject({
    model: null,
    reason: "few-days",
    daysKnown: 0,
  });
  let counter = 1_000;
  const values = new Map<number, number>();
  for (let quarter = -40 * 96; quarter < 48; quarter += 1) {
    counter += dayEnergy(Math.floor(quarter / 96)) / 96;
    values.set(quarter, counter);
  }
  await bench.count("T-E1", -40 * 96, 48, (quarter) => values.get(quarter) ?? 0);
  const { model, days, saved } = await bench.get<BaselineReply>(query);
  expect(model).toMatchObject({ days: 30, r2: 1 });
  expect(model?.kilowattHourPerDegreeDay).toBeCloseTo(10, 0);
  // Today is not over.
  expect(days).toHaveLength(10);
  expect(saved).toMatchObject({ days: 10 });
  expect(saved?.percent).toBeCloseTo(10, 0);
  expect(saved?.rupees).toBeGreaterThan(0);
  expect(saved?.uncertaintyKilowattHour).toBeLessThan(saved?.kilowattHour ?? 0);
});

test("the file has a row for each day and meter", async () => {
  await using bench = await startEnergy();
  await bench.count("T-E1", -1, 48, (quarter) => 1_000 + quarter / 2);
  const csv = await bench.call(`export?from=2026-01-04&to=2026-01-05&language=hi`);
  expect(csv.headers["content-disposition"]).toContain("energy-2026-01-04-2026-01-05.csv");
  const lines = csv.body.trim().split("\r\n");
  expect(lines[0]).toContain("ऊर्जा (kWh)");
  expect(lines).toHaveLength(7);
  expect(lines[4]).toBe("2026-01-05,Ground,Device T-E1,24,0,100,156,16.8");
  expect(lines[5]).toBe("2026-01-05,Ground,Device T-E2,,0,0,,");
  const xlsx = await bench.call(`export?${TODAY}&format=xlsx`);
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe("PK");
});

test.each([
  ["from=2026-01-06&to=2026-01-06", { from: "Choose a day up to today" }],
  ["from=2026-01-05&to=2026-01-06", { to: "Choose a day up to today" }],
  ["from=2026-01-05&to=2026-01-04", { to: "End date should be greater than start date" }],
  ["from=2025-10-05&to=2026-01-05", { to: "Choose at most 92 days" }],
  ["from=soon&to=2026-02-30", { from: "Choose a date", to: "Choose a date" }],
])("refuses the days %s", async (query, fields) => {
  await using bench = await startEnergy();
  for (const path of ["overview", "baseline", "findings", "export"]) {
    const answer = await bench.call(`${path}?${query}`);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  }
});

test("returns buildings and floors of the caller's campus, to staff", async () => {
  await using bench = await startEnergy();
  for (const id of [bench.idOf("T/g/z1"), 999_999])
    for (const path of [`overview?${TODAY}`, "demand", `baseline?${TODAY}`, `findings?${TODAY}`])
      expect((await bench.call(path, id)).statusCode).toBe(404);
  expect((await bench.call(`overview?${TODAY}`, "tower")).statusCode).toBe(400);
  const member = await bench.app.as("member");
  expect((await member.get(`/v1/energy/${bench.idOf("T/tower")}/overview?${TODAY}`)).statusCode).toBe(403);
});

test("an administrator sets the tariff, and a site file does not change it", async () => {
  await using bench = await startEnergy();
  const admin = await bench.app.as("administrator");
  const save = (body: object) => admin.post("/v1/energy/settings", body);
  const wrong = await save({
    contractKilowatt: 0,
    carbonKilogramPerKilowattHour: 9,
    tariff: [{ name: "", fromHour: 24, rupeesPerKilowattHour: -1 }],
  });
  expect(wrong.statusCode).toBe(400);
  expect(Object.keys(wrong.json().fields)).toEqual(
    expect.arrayContaining([
      "contractKilowatt",
      "carbonKilogramPerKilowattHour",
      "tariff.0.name",
      "tariff.0.fromHour",
      "tariff.0.rupeesPerKilowattHour",
    ]),
  );
  for (const hours of [[1], [0, 6, 6], [0, 8, 3]])
    expect((await save({ ...settings, tariff: hours.map(period) })).statusCode).toBe(400);
  const saved = { ...settings, contractKilowatt: null, tariff: [period(0)] };
  expect((await save(saved)).json()).toEqual(saved);
  expect((await bench.user.get("/v1/energy/settings")).json()).toEqual(saved);
  expect((await bench.user.post("/v1/energy/settings", saved)).statusCode).toBe(403);
  const { rows } = await bench.app.query(
    "select action, before from audit where action = 'save-energy-settings'",
  );
  expect(rows).toEqual([expect.objectContaining({ before: settings })]);
});
