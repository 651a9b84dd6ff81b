import { expect, test } from "vitest";

import { type Change, startFourPumps } from "../../testing/benches/pumps.ts";

/** What P-1 and the weather station measured on some days before, in sun of 800 W/m². */
async function sendDaysBefore(app: Awaited<ReturnType<typeof startFourPumps>>["app"], days: number) {
  const begin = Date.parse("2026-01-05T06:00:00Z") - days * 86_400_000;
  const times = Array.from(
    { length: days * 4 },
    (_, at) => begin + Math.floor(at / 4) * 86_400_000 + (at % 4) * 900_000,
  );
  const send = (device: string, name: string, value: number) =>
    app.send("T-GW", [{ device, point: name, values: times.map((at): [number, number] => [at, value]) }]);
  await send("P-1", "power_in_watt", 1_500);
  await send("P-1", "WaterflowRate_in_lpm", 100);
  await send("T-SUN", "SOLAR_IRRADIANCE", 800);
}

const leaking: Change = { WaterflowRate_in_lpm: 55 };

test.each<[name: string, change: Change, code: number, message: string]>([
  [
    "dirty panels",
    { WaterflowRate_in_lpm: 70, power_in_watt: 1_050 },
    243,
    "Dirty or shaded panels: power 1050 W, this pump usually 1556.3 W in this sun",
  ],
  [
    "a leak",
    leaking,
    244,
    "Leak before the flow sensor: water flow 55 l/min, this pump usually 100 l/min at this power",
  ],
  [
    "a dry run",
    { WaterflowRate_in_lpm: 0, power_in_watt: 600 },
    130,
    "Dry run: water flow 0 l/min, power 600 W, fault code 0",
  ],
  [
    "a dead flow sensor",
    { WaterflowRate_in_lpm: 0 },
    245,
    "Flow sensor failed: 0 l/min while the motor takes 1500 W",
  ],
])(
  "a pump without others is compared with itself on earlier days: %s",
  async (_name, change, code, message) => {
    const { app, show, active } = await startFourPumps();
    await using _ = app;
    await sendDaysBefore(app, 3);
    await show({}, 830, 15, []);
    expect(await active()).toEqual([]);
    await show(change, 830, 15, []);
    expect(await active()).toEqual([[code, message, "Device P-1"]]);
    await show({}, 830, 15, []);
    expect(await active()).toEqual([]);
  },
);

test.each<[name: string, days: number, irradiance: number | null]>([
  ["of two days", 2, 830],
  ["of other sun", 3, 600],
  ["without irradiance now", 3, null],
])("a history %s has no usual values", async (_name, days, irradiance) => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await sendDaysBefore(app, days);
  await show(leaking, irradiance, 15, []);
  expect(await active()).toEqual([]);
});
