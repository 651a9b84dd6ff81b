import { expect, test } from "vitest";

import { bengaluru } from "../campus/bengaluru.ts";
import { devicesOf } from "../kinds/all-kinds.ts";
import { createPhysics } from "../physics/physics.ts";
import { groundFloor } from "../testing/one-floor.ts";
import { HOUR_MS, wednesdayNoon } from "../testing/physics-bench.ts";
import { pastOverridesOf } from "./past-faults.ts";
import { preparePast } from "./past-values.ts";

const METER = "EM-BLR-A-F0-1";
const anchorMs = wednesdayNoon;
/** The ground floor and the pumps. */
const campus = () => ({
  ...groundFloor(),
  buildings: [...groundFloor().buildings, ...bengaluru().buildings.slice(1)],
});

async function valuesOf(days: number) {
  const past = await preparePast(createPhysics(campus()), anchorMs, days);
  const values = new Map<string, [number, number][]>();
  for (let day = days - 1; day >= 0; day--)
    for (const piece of past.piecesOfDay(day))
      for (const { device, point, values: some } of piece) {
        const key = `${device} ${point}`;
        values.set(key, [
          ...(values.get(key) ?? []),
          ...some.map(([at, value]): [number, number] => [at, value]),
        ]);
      }
  return values;
}

test("every point of every device has past values, those of equipment in steps of a quarter of an hour", async () => {
  const values = await valuesOf(1);
  const points = devicesOf(campus()).flatMap(({ ssid, kind }) =>
    kind.points.map((point) => `${ssid} ${point.paramId}`),
  );
  expect([...values.keys()].toSorted()).toEqual(points.toSorted());
  const counter = values.get(`${METER} energyTotal`) ?? [];
  expect(counter).toHaveLength(96);
  expect((counter[1]?.[0] ?? 0) - (counter[0]?.[0] ?? 0)).toBe(HOUR_MS / 4);
});

test.each([
  "CH-BLR-A-1 Chiller Power",
  "UPS-BLR-A-1 ups_BatteryCharge",
  "WX-BLR-A SOLAR_IRRADIANCE",
  "VAV-BLR-A-F0-1 CFM",
  "50d0f001 light_level",
])("a trend of %s has no outage where its value does not change", async (key) => {
  expect((await valuesOf(1)).get(key)).toHaveLength(96);
});

test("counters never decrease and end with the first live values", async () => {
  const counter = (await valuesOf(3)).get(`${METER} energyTotal`) ?? [];
  const steps = counter.slice(1).map(([, value], index) => value - (counter[index]?.[1] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.max(...steps)).toBeLessThan(5);
  const live = createPhysics(campus()).warmUp(anchorMs).meters.get(METER)?.energyKilowattHour ?? 0;
  expect(live - (counter.at(-1)?.[1] ?? 0)).toBeGreaterThan(0);
  expect(live - (counter.at(-1)?.[1] ?? 0)).toBeLessThan(5);
});

test("energy and weather have further weeks, which continue without a jump", async () => {
  const past = await preparePast(createPhysics(campus()), anchorMs, 1);
  const pieces = await past.longPieces(3);
  expect(pieces).toHaveLength(3);
  const counter = pieces.flatMap((piece) => piece.find(({ device }) => device === METER)?.values ?? []);
  expect(counter).toHaveLength(3 * 96);
  expect(counter.at(-1)?.[0]).toBe(anchorMs - 24 * HOUR_MS - HOUR_MS / 4);
  const steps = counter.slice(1).map(([, value], index) => value - (counter[index]?.[1] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  const [first] = past
    .piecesOfDay(0)
    .flatMap((piece) =>
      piece
        .filter(({ device, point }) => device === METER && point === "energyTotal")
        .map(({ values }) => values[0]),
    );
  const gained = (first?.[1] ?? 0) - (counter.at(-1)?.[1] ?? 0);
  expect(gained).toBeGreaterThan(0);
  expect(gained).toBeLessThan(20);
  const points = new Set(pieces.flat().map(({ point }) => point));
  expect([...points].toSorted()).toEqual(["OUTDOOR_TEMPERATURE", "energyTotal"]);
});

test("an override of the past shows in the values of its unit while it is in force", async () => {
  const past = await preparePast(createPhysics(bengaluru()), anchorMs, 1);
  const [held] = pastOverridesOf(bengaluru(), anchorMs, 1);
  const shown = [...past.piecesOfDay(0)]
    .flat()
    .filter((one) => one.device === held?.ssid && one.point === held.point);
  const values = shown.flatMap((one) => one.values.map(([at, value]) => [at, value] as const));
  const isInForce = (at: number) => held !== undefined && at > held.fromMs && at <= held.toMs;
  expect(new Set(values.filter(([at]) => isInForce(at)).map(([, value]) => value))).toEqual(new Set([22]));
  expect(new Set(values.filter(([at]) => !isInForce(at)).map(([, value]) => value))).toEqual(new Set([24]));
});
