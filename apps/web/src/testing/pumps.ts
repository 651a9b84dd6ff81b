import { listPumps } from "@verandah/contract/pumps/pumps.ts";

import type { MeasuredPump } from "../features/pumps/pump-values.ts";
import { serve, serveMeasured } from "./serve.ts";

const units = { WaterflowRate_in_lpm: "litrePerMinute", WF_per_Day_in_L: "litre", power_in_watt: "watt" };
/** A reading of a second ago; a stale one is some minutes old. */
export const aPumpReading = (param_id: string, param_value: number, quality: "good" | "stale" = "good") => ({
  param_id,
  param_value,
  unit: { ...units }[param_id] ?? "none",
  quality,
  measured_time: new Date(Date.now() - (quality === "stale" ? 242_000 : 1_000)).toISOString(),
});

/** A pump that runs. */
export function aPump(values: Record<string, number> = {}, change: Partial<MeasuredPump> = {}): MeasuredPump {
  const all = {
    MotorStatus: 1,
    WaterflowRate_in_lpm: 96,
    WF_per_Day_in_L: 12_400,
    power_in_watt: 1_850,
    FaultCondition: 0,
    WarningCondition: 0,
    ...values,
  };
  return {
    ssid: "P-1",
    name: "Pump 01 Hoskote",
    state: "online",
    // The readings are newer: they arrived live.
    lastSeenAt: new Date(Date.now() - 90_000).toISOString(),
    alarms: [],
    values: Object.entries(all).map(([id, value]) => aPumpReading(id, value)),
    ...change,
  };
}

/** Answers these pumps, with their values. */
export function servePumps(pumps: MeasuredPump[]) {
  serveMeasured(pumps);
  return serve(listPumps, pumps);
}
