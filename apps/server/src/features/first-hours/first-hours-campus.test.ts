import { findType } from "@verandah/equipment/catalogue.ts";
import { bengaluru } from "@verandah/simulator/campus/bengaluru.ts";
import { devicesOf } from "@verandah/simulator/kinds/all-kinds.ts";
import { createPhysics } from "@verandah/simulator/physics/physics.ts";
import { noInfluence } from "@verandah/simulator/physics/surroundings/influence.ts";
import { beforeAll, expect, test } from "vitest";

import { type HourPoint, isStuck, judgeDevice } from "./first-hour-rules.ts";

const MINUTE_MS = 60_000;

/** Each point of the demo campus through some hours of a working day, in fast time, without protocols and database. */
function simulateHours(hours: readonly number[]): Map<string, HourPoint[]>[] {
  const campus = bengaluru();
  const physics = createPhysics(campus);
  const known = devicesOf(campus);
  const midnightMs = Date.parse("2026-11-17T18:30:00Z");
  let world = physics.warmUp(midnightMs);
  return hours.map((hour) => {
    const values = new Map<string, { atMs: number; value: number }[]>();
    for (const endMs = midnightMs + (hour + 1) * 60 * MINUTE_MS; world.atMs < endMs;) {
      world = physics.step(world, world.atMs + MINUTE_MS, noInfluence);
      if (world.atMs <= endMs - 60 * MINUTE_MS) continue;
      for (const device of known)
        for (const [paramId, value] of Object.entries(device.measure({ physics, world }, undefined))) {
          const key = `${device.ssid} ${paramId}`;
          values.set(key, [...(values.get(key) ?? []), { atMs: world.atMs, value }]);
        }
    }
    return new Map(
      known.map(({ ssid, kind }) => {
        const points = kind.points.map(({ paramId, unit, min = null, max = null }): HourPoint => {
          const point = findType([], kind.type)?.points[paramId];
          const varies = point?.kind === "reading" && point.varies === true;
          const mapping = { hasType: true, ...(kind.type === "ENERGYMETER" && { type: "float32" as const }) };
          return { paramId, unit, min, max, varies, mapping, values: values.get(`${ssid} ${paramId}`) ?? [] };
        });
        return [ssid, points];
      }),
    );
  });
}

let night: Map<string, HourPoint[]>;
let morning: Map<string, HourPoint[]>;
let afternoon: Map<string, HourPoint[]>;
const typeOf = new Map(devicesOf(bengaluru()).map(({ ssid, kind }) => [ssid, kind.type]));
beforeAll(() => {
  [night = new Map(), morning = new Map(), afternoon = new Map()] = simulateHours([1, 8, 14]);
}, 240_000);

/** The findings of an hour at a device, with the points of all devices of its type as peers. */
function judge(hour: ReadonlyMap<string, HourPoint[]>, ssid: string, points: readonly HourPoint[]) {
  const type = typeOf.get(ssid) ?? "";
  return judgeDevice(type, points)
    .filter(({ rule, paramId, evidence }) => {
      if (rule !== "stuck") return true;
      const peers = [...hour].flatMap(([other, own]) =>
        other !== ssid && typeOf.get(other) === type ? own.filter((one) => one.paramId === paramId) : [],
      );
      const changed = peers.filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1);
      return isStuck(evidence.value, { changed: changed.length, of: peers.length });
    })
    .map(({ rule, paramId, evidence: { fixes } }) => [paramId, rule, fixes[0]?.kind]);
}

test("no point of the demo campus is suspected at night, in the morning and in the afternoon", () => {
  const hits = [night, morning, afternoon].flatMap((hour) =>
    [...hour].flatMap(([ssid, points]) => judge(hour, ssid, points).map((one) => [ssid, ...one])),
  );
  expect(hits).toEqual([]);
  expect([...afternoon.values()].flat().length).toBeGreaterThan(3_000);
});

const first = (type: string) => [...typeOf].find(([, one]) => one === type)?.[0] ?? "";
const change = (
  ssid: string,
  isChanged: (point: HourPoint) => boolean,
  to: (value: number, point: HourPoint) => number,
) =>
  (afternoon.get(ssid) ?? []).map((point) =>
    isChanged(point)
      ? { ...point, values: point.values.map(({ atMs, value }) => ({ atMs, value: to(value, point) })) }
      : point,
  );

/** As a gateway reads a real number whose words the meter sends in the other order. */
function inOtherOrder(value: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return Number(
    Buffer.concat([bytes.subarray(2), bytes.subarray(0, 2)])
      .readFloatBE()
      .toPrecision(7),
  );
}

test("words in the wrong order are found at every measured point of every meter", () => {
  const meters = [...typeOf].flatMap(([ssid, type]) => (type === "ENERGYMETER" ? [ssid] : []));
  for (const ssid of meters) {
    const points = change(ssid, () => true, inOtherOrder).filter(
      // A counter may look possible and steady in both orders.
      ({ unit, values }) => unit !== "kilowattHour" && values.every(({ value }) => Number.isFinite(value)),
    );
    expect(judge(afternoon, ssid, points)).toEqual(
      points.flatMap(({ paramId, values }) =>
        values.length > 0 ? [[paramId, "word-order", "word-order"]] : [],
      ),
    );
  }
});

const isActivePower = ({ paramId }: HourPoint) => paramId === "activePowerTotal";
test("an air handling unit in °F, a meter in kW and a humidity from 0 to 1 are found", () => {
  const unit = first("AHU");
  const inFahrenheit = change(
    unit,
    (point) => point.unit === "degC",
    (value) => value * 1.8 + 32,
  );
  const found = judge(afternoon, unit, inFahrenheit);
  expect(found.map(([paramId]) => paramId)).toEqual(
    expect.arrayContaining(["Return Air Temperature", "Supply Air Temperature", "Mixed Air Temperature"]),
  );
  expect(new Set(found.map(([, rule, fix]) => `${rule} ${fix}`))).toEqual(new Set(["unit unit"]));
  const meter = first("ENERGYMETER");
  const inKilowatt = change(meter, isActivePower, (value) => value / 1_000);
  expect(judge(afternoon, meter, inKilowatt)).toEqual([["activePowerTotal", "unit", "unit"]]);
  const sensor = first("ENVIRONMENT");
  const asShare = change(
    sensor,
    ({ unit: of }) => of === "percentRh",
    (value) => value / 100,
  );
  expect(judge(afternoon, sensor, asShare)).toEqual([["HUMIDITY", "unit", "scale"]]);
});

test("exchanged air temperatures, exchanged voltages and a frozen sensor are found", () => {
  const exchange = (ssid: string, a: string, b: string) => {
    const points = afternoon.get(ssid) ?? [];
    const valuesOf = (paramId: string) => points.find((one) => one.paramId === paramId)?.values ?? [];
    const of: Partial<Record<string, HourPoint["values"]>> = { [a]: valuesOf(b), [b]: valuesOf(a) };
    return judge(
      afternoon,
      ssid,
      points.map((one) => ({ ...one, values: of[one.paramId] ?? one.values })),
    );
  };
  expect(exchange(first("AHU"), "Supply Air Temperature", "Return Air Temperature")).toContainEqual([
    "Supply Air Temperature",
    "swapped",
    "swap",
  ]);
  expect(exchange(first("ENERGYMETER"), "volatage_LL_average", "volatage_LN_average")).toContainEqual([
    "volatage_LL_average",
    "swapped",
    "swap",
  ]);
  const sensor = first("ENVIRONMENT");
  const frozen = change(
    sensor,
    ({ paramId }) => paramId === "TEMPERATURE",
    () => 23.4,
  );
  expect(judge(afternoon, sensor, frozen)).toEqual([["TEMPERATURE", "stuck", undefined]]);
});
