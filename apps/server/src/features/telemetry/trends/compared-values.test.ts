import { expect, test } from "vitest";

import { rowsOf } from "../../../testing/reports/report-calls.ts";
import { unzip } from "../../../testing/reports/unzip.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { closeHours, groupJournal } from "../readings/readings-upkeep.ts";

const at = (time: string) => Date.parse(`2026-01-05T${time}+05:30`);
const TRENDS = "trend-log-comparision";
const query = (points: string, more = "") =>
  `from=2026-01-05T08:00:00%2B05:30&to=2026-01-05T20:00:00%2B05:30&points=${points}${more}`;

/** A temperature with one impossible value, and a unit that is switched on and off. */
async function startWithValues() {
  const app = await startTestApp({ now: "2026-01-05T14:00:00Z" });
  const temperatures: [number, number][] = [
    [at("10:00:07"), 20],
    [at("10:02:07"), 26],
    [at("10:04:07"), 99],
    [at("12:30:00.500"), 24.125],
  ];
  const states: [number, number][] = [
    [at("09:00:01"), 0],
    [at("09:30:01"), 0],
    [at("09:47:13"), 10],
    [at("11:00:01"), 10],
    [at("17:03:42"), 0],
  ];
  await app.send("T-IMPORT", [
    { device: "T-S1", point: "TEMPERATURE", values: temperatures },
    { device: "T-AHU", point: "ahu_on_off_sp", values: states },
  ]);
  return app;
}

test("a comparison shows minimum, mean and maximum per interval, in the user's language", async () => {
  await using app = await startWithValues();
  const user = await app.as("viewer");
  const { rows } = await rowsOf(user, TRENDS, query("T-S1/TEMPERATURE"));
  const unit = { DeviceName: "Sensor T-S1", Key: "Temperature", Unit: "°C", Date: "2026-01-05" };
  expect(rows).toEqual([
    { ...unit, Time: "12:30:00", Value: 24.125, Minimum: 24.125, Maximum: 24.125, Interval: "5-minute mean" },
    { ...unit, Time: "10:00:00", Value: 23, Minimum: 20, Maximum: 26, Interval: "5-minute mean" },
  ]);
  const intervals = async (from: string, language: string) => {
    const range = `from=${from}T00:07:00Z&to=2026-01-06T00:00:00Z&points=T-S1/TEMPERATURE&language=${language}`;
    const found = (await rowsOf(user, TRENDS, range)).rows;
    return found.map((row) => [row["Time"], row["Interval"]]);
  };
  expect(await intervals("2026-01-03", "hi")).toEqual([
    ["12:30:00", "15 मिनट का औसत"],
    ["10:00:00", "15 मिनट का औसत"],
  ]);
  expect(await intervals("2025-12-28", "kn")).toEqual([
    ["12:00:00", "1 ಗಂಟೆಯ ಸರಾಸರಿ"],
    ["10:00:00", "1 ಗಂಟೆಯ ಸರಾಸರಿ"],
  ]);
  expect(await intervals("2025-02-01", "en")).toEqual([["00:00:00", "1-day mean"]]);
});

test("a comparison shows changes of a state at their own times", async () => {
  await using app = await startWithValues();
  const user = await app.as("viewer");
  const changes = async () =>
    (await rowsOf(user, TRENDS, query("T-AHU/ahu_on_off_sp"))).rows.map((row) => [
      row["Time"],
      row["Value"],
      row["Minimum"],
      row["Interval"],
    ]);
  const expected = [
    ["17:03:42", "Off", null, "State change"],
    ["09:47:13", "On", null, "State change"],
    ["09:00:01", "Off", null, "First value"],
  ];
  expect(await changes()).toEqual(expected);
  await groupJournal(app.ctx, true);
  expect(await changes()).toEqual(expected);
  await closeHours(app.ctx, 0);
  expect(await changes()).toEqual(expected);
});

test("an exported comparison contains every stored value with its time and quality", async () => {
  await using app = await startWithValues();
  const user = await app.as("viewer");
  const both = query("T-S1/TEMPERATURE,T-AHU/ahu_on_off_sp", "&sort=Date&order=asc");
  const exported = async (more = "") =>
    (await user.get(`/v1/reports/${TRENDS}/export?${both}${more}`)).body.replace("\uFEFF", "").split("\r\n");
  const lines = [
    "Date,Time,DeviceName,Key,Value,Unit,Quality",
    "2026-01-05,09:00:01,Unit T-AHU,On/Off,Off,,good",
    "2026-01-05,09:30:01,Unit T-AHU,On/Off,Off,,good",
    "2026-01-05,09:47:13,Unit T-AHU,On/Off,On,,good",
    "2026-01-05,10:00:07,Sensor T-S1,Temperature,20,°C,good",
    "2026-01-05,10:02:07,Sensor T-S1,Temperature,26,°C,good",
    "2026-01-05,10:04:07,Sensor T-S1,Temperature,99,°C,suspect",
    "2026-01-05,11:00:01,Unit T-AHU,On/Off,On,,good",
    "2026-01-05,12:30:00,Sensor T-S1,Temperature,24.125,°C,good",
    "2026-01-05,17:03:42,Unit T-AHU,On/Off,Off,,good",
    "",
  ];
  expect(await exported()).toEqual(lines);
  await groupJournal(app.ctx, true);
  expect(await exported()).toEqual(lines);
  await closeHours(app.ctx, 0);
  // The same value again reopens its hour. It appears once.
  await app.send("T-IMPORT", [{ device: "T-S1", point: "TEMPERATURE", values: [[at("10:02:07"), 26]] }]);
  expect(await exported()).toEqual(lines);
  expect(await exported("&filter.Key=temp&filter.Value=9")).toEqual([lines[0], lines[6], ""]);
  expect((await exported("&language=hi"))[6]).toContain("संदिग्ध");

  const xlsx = await user.get(`/v1/reports/${TRENDS}/export?${both}&format=xlsx`);
  const sheet = unzip(xlsx.rawPayload).get("xl/worksheets/sheet1.xml");
  expect(sheet).toMatch(/<row r="2"><c r="A2" s="\d"><v>46027<\/v><\/c><c r="B2" s="\d"><v>0.375011574<\/v>/);
  expect(sheet).toMatch(/<c r="E\d"><v>24.125<\/v><\/c>/);
});

test("a comparison without points exports only its headings", async () => {
  await using app = await startTestApp();
  const { body } = await (await app.as("viewer")).get(`/v1/reports/${TRENDS}/export?${query("")}`);
  expect(body).toBe("\uFEFFDate,Time,DeviceName,Key,Value,Unit,Quality\r\n");
});
