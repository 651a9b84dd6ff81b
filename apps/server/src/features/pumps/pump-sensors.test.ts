import { expect, test } from "vitest";

import { PUMPS, startFourPumps } from "../../testing/benches/pumps.ts";

test("a power sensor without a valid value has failed while the pump delivers its usual flow; a stop does not end it", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({ power_in_watt: -5 }, 800, 20);
  const failed = [247, "Power sensor failed: no valid power while the pump delivers 100 l/min", "Device P-1"];
  expect(await active()).toContainEqual(failed);
  await show({ MotorStatus: 0, WaterflowRate_in_lpm: 0, power_in_watt: 0 });
  expect(await active()).toEqual([failed]);
  await show({});
  expect(await active()).toEqual([]);
});

test("an irradiance sensor that shows no sun while pumps run has failed, until it shows some", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({ MotorStatus: 0, WaterflowRate_in_lpm: 0, power_in_watt: 0 }, 0, 15, PUMPS.slice(1, 3));
  expect(await active()).toEqual([]);
  await show({}, 0);
  expect(await active()).toEqual([
    [248, "Irradiance sensor failed: 0 W/m² while 4 solar pumps run", "Device T-SUN"],
  ]);
  await show({}, 800);
  expect(await active()).toEqual([]);
});

test.each([
  ["stale", undefined],
  ["suspect", -5],
])(
  "a flow sensor whose value is %s has failed while the motor takes its usual power",
  async (_name, flow) => {
    const { app, show, active } = await startFourPumps();
    await using _ = app;
    await show({}, 800, 1);
    await show({ WaterflowRate_in_lpm: flow }, 800, 20);
    expect(await active()).toContainEqual([
      245,
      "Flow sensor failed: no valid water flow while the motor takes 1500 W",
      "Device P-1",
    ]);
    await show({});
    expect(await active()).toEqual([]);
    await show({ WaterflowRate_in_lpm: flow, power_in_watt: 1_100 }, 800, 20);
    expect((await active()).map(([code]) => code)).not.toContain(245);
  },
);

test("a pump without a flow sensor has no failed one", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({ WaterflowRate_in_lpm: undefined }, 800, 20);
  expect(await active()).toEqual([]);
});

test("a power sensor that shows none has failed while water flows, also in too little sun for a comparison", async () => {
  const { app, show, active } = await startFourPumps();
  await using _ = app;
  await show({ power_in_watt: 0 }, 250);
  expect(await active()).toEqual([
    [247, "Power sensor failed: 0 W while the pump delivers 100 l/min", "Device P-1"],
  ]);
});
