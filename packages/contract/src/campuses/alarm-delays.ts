import { z } from "zod";

import { buildingOperators, roles } from "../roles.ts";
import { route } from "../route.ts";

/** Longest delay that is set, s. */
const DELAY_MAX = 86_400;
const DELAYS_MAX = 1_000;

/** How long a value must be out, or back, without a break. Source: ISA-18.2 §10 (on-delay, off-delay). */
export const alarmDelays = z.object({
  /** `AHU/fire-alarm` */
  alarm: z.string().max(200),
  on_delay_seconds: z.int().min(0).max(DELAY_MAX),
  off_delay_seconds: z.int().min(0).max(DELAY_MAX),
});
export type AlarmDelays = z.output<typeof alarmDelays>;

export const getAlarmDelays = route({
  method: "GET",
  path: "/v1/campuses/configuration/alarm-delays",
  summary: "Delays that one's campus has set for alarms of equipment types; others have those of the catalogue",
  access: buildingOperators,
  input: z.object({}),
  reply: z.array(alarmDelays),
});

export const saveAlarmDelays = route({
  method: "POST",
  path: "/v1/campuses/configuration/alarm-delays",
  summary: "Sets the delays of alarms of equipment types; alarms that are not given have those of the catalogue again",
  access: [roles.administrator],
  input: z.object({ delays: z.array(alarmDelays).max(DELAYS_MAX) }),
  sample: { delays: [{ alarm: "UPS/ups-on-battery", on_delay_seconds: 30, off_delay_seconds: 5 }] },
  reply: z.array(alarmDelays),
});
