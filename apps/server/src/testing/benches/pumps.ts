import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { createEvaluationWork } from "#features/alarms/evaluation/evaluation-work.ts";
import { createPumpRule } from "#features/pumps/pump-suspicions.service.ts";

import { aDevice, aSite, point } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";

export const healthy = {
  MotorStatus: 1,
  WaterflowRate_in_lpm: 100,
  power_in_watt: 1_500,
  FaultCondition: 0,
};
/** Undefined: the value is not sent. */
export type Change = { [name in keyof typeof healthy | "WarningCondition"]?: number | undefined };
export const PUMPS = ["P-1", "P-2", "P-3", "P-4"];

/** Four pumps of one model and a weather station. */
export async function startFourPumps() {
  const site = aSite("T");
  const names = [...Object.keys(healthy), "WarningCondition"];
  const at = { location: "T/g", edge: "T-GW" };
  for (const ssid of PUMPS) {
    const pump = aDevice("SOLARPUMP", ssid, names, at);
    site.devices.push({ ...pump, points: pump.points.map((one) => ({ ...one, min: 0, max: 5_000 })) });
  }
  site.devices.push({
    ...aDevice("WEATHERSTATION", "T-SUN", ["OUTDOOR_TEMPERATURE"], at),
    points: [point("SOLAR_IRRADIANCE", "wattPerSquareMetre")],
  });
  const app = await startTestApp({ sites: [site] });
  await app.query(
    "insert into pump_plates select id, '1', 'M', '', '2025-01-01', '', '', '' from devices where type = 'SOLARPUMP'",
  );

  const work = createEvaluationWork(app.bus, 0);
  const rule = createPumpRule();

  /** Evaluates the devices with new values. */
  async function evaluate(): Promise<void> {
    const { deviceIds } = await work.take(app.ctx);
    await evaluateAlarms(app.ctx, [rule], deviceIds);
  }

  /** Sends changed values of P-1 and healthy values of the other pumps for 15 minutes. With null, P-1 sends nothing. */
  async function show(
    change: Change | null,
    irradiance: number | null = 800,
    minutes = 15,
    others = PUMPS.slice(1),
  ): Promise<void> {
    for (let minute = 0; minute <= minutes; minute++) {
      app.advance(minute === 0 ? 0 : 60_000);
      const values = Object.entries({ ...healthy, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      if (change) await app.measure("T-GW", "P-1", Object.fromEntries(values));
      for (const ssid of others) await app.measure("T-GW", ssid, healthy);
      if (irradiance !== null) await app.measure("T-GW", "T-SUN", { SOLAR_IRRADIANCE: irradiance });
      await evaluate();
    }
  }
  return {
    app,
    evaluate,
    show,
    active: async () => {
      const { rows } = await app.query(
        "select code, message, source_name from alarms where restored_at is null and explained_by is null order by id",
      );
      return rows.map(({ code, message, source_name: source }) => [code, message, source]);
    },
  };
}
