import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { suspectUnits } from "#features/hvac/fault-suspicions.service.ts";

import { aDevice, aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";

export const UNIT = "T-UNIT";
export const VAVS = ["T-V1", "T-V2"];

/** Values of a unit that runs and cools without a fault. */
export const healthy = {
  "Supply Fan Status": 1,
  "VFD Speed": 60,
  "Chilled Water Valve Feedback": 45,
  "Heating Valve Feedback": 0,
  "Mixed Air Temperature": 25,
  "Return Air Temperature": 24,
  "Supply Air Temperature": 18,
  "Filter Pressure": 60,
  "Filter Status": 0,
  "Fire Alarm": 0,
  ahu_chilled_valve_sp: 45,
  ahu_heating_valve_sp: 0,
  ahu_on_off_sp: 10,
};
export type UnitValues = Partial<typeof healthy>;

/** The test campus with a complete air handling unit and two VAV boxes that it feeds. Each zone has 24 °C by default. */
export async function startFaultBench() {
  const site = aSite();
  const at = { location: "T/g", edge: "T-GW" };
  site.devices.push(
    aDevice("AHU", UNIT, Object.keys(healthy), at),
    ...VAVS.map((ssid) => ({
      ...aDevice("VAV", ssid, ["Zone Temperature"], { ...at, location: "T/g/z1" }),
      fedBy: UNIT,
    })),
  );
  const app = await startTestApp({ sites: [site], now: "2026-01-05T08:00:00Z" });

  /** Sends values of the unit and its boxes, measured `ageMs` ago, and evaluates the rules. */
  async function show(change: UnitValues = {}, { zones = 24, ageMs = 0 } = {}): Promise<void> {
    await app.measure("T-GW", UNIT, { ...healthy, ...change }, ageMs);
    for (const ssid of VAVS) await app.measure("T-GW", ssid, { "Zone Temperature": zones }, ageMs);
    await evaluate();
  }
  const evaluate = () => evaluateAlarms(app.ctx, [suspectUnits]);

  return {
    app,
    show,
    evaluate,
    /** Codes and texts of the active alarms. */
    async active(): Promise<[code: number, message: string][]> {
      const { rows } = await app.query(
        "select code, message from alarms where restored_at is null order by id",
      );
      return rows.map(({ code, message }) => [Number(code), String(message)]);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
