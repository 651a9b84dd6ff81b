import type { getSolarPumpData as getSolarPumpDataRoute } from "@verandah/contract/legacy/solar-pump.ts";
import { PUMP_DATA_HOURS } from "@verandah/contract/pumps/pumps.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";

import type { Service } from "#core/ctx.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";

import { loadRows, rangeOf } from "../pump-data.service.ts";
import { cellText } from "../pump-rows.ts";

/** The specification's call. @throws AppError `not-found`, also for another customer's pump */
export const getSolarPumpData: Service<typeof getSolarPumpDataRoute> = async (ctx, { ssid, start, end }) => {
  const clock = createWallClock(await getTimeZone(ctx));
  const instantOf = (text: string | undefined) =>
    text === undefined ? undefined : clock.instantOf(text.slice(0, 10), text.slice(11)).toISOString();
  const hours = start === undefined && end === undefined ? 1 : PUMP_DATA_HOURS;
  const range = rangeOf(ctx, { from: instantOf(start), to: instantOf(end), hours });
  return (await loadRows(ctx, ssid, range, clock)).map((row) => {
    const wordOf = (column: "MotorStatus" | "FaultCondition" | "WarningCondition") =>
      cellText(row, column, "en") || null;
    return {
      measured_time: `${row.date} ${row.time}`,
      MotorStatus: wordOf("MotorStatus"),
      WaterflowRate_in_lpm: row.flowLitrePerMinute,
      WF_per_Day_in_L: row.dayLitre,
      voltage_in_v: row.volt,
      Current_in_A: row.ampere,
      power_in_watt: row.watt,
      FaultCondition: wordOf("FaultCondition"),
      WarningCondition: wordOf("WarningCondition"),
      quality: row.quality,
    };
  });
};
