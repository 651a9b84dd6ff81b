import { text } from "@verandah/equipment/schema.ts";
import { z } from "zod";

import { buildingOperators, roles } from "../roles.ts";
import { route } from "../route.ts";
import { alarmSettings } from "./campuses.ts";

const DELAYS_MAX = 1_000;

/** How long a value must be out, or back, without a break. Source: ISA-18.2 §10 (on-delay, off-delay). */
const delays = alarmSettings.shape.temperature.omit({ deadband: true });
export type Delays = z.output<typeof delays>;

/** `AHU/fire-alarm` */
const alarmKey = z.string().max(200);

const alarmDelays = delays.extend({
  alarm: alarmKey,
  /** Type of equipment, e.g. `AHU`. */
  type: z.string(),
  title: text,
  /** The delays of the catalogue. */
  default: delays,
});
export type AlarmDelays = z.output<typeof alarmDelays>;

const path = "/v1/campuses/configuration/alarm-delays";

export const listAlarmDelays = route({
  method: "GET",
  path,
  summary: "The delays of the alarms of equipment types that have a limit or state of their own",
  access: buildingOperators,
  input: z.object({}),
  reply: z.array(alarmDelays),
});

export const saveAlarmDelays = route({
  method: "POST",
  path,
  summary: "Sets the delays of some alarms of equipment types on one's campus; the other alarms keep theirs",
  access: [roles.administrator],
  input: z.object({ delays: z.array(delays.extend({ alarm: alarmKey })).max(DELAYS_MAX) }),
  sample: { delays: [{ alarm: "UPS/ups-on-battery", on_delay_seconds: 30, off_delay_seconds: 5 }] },
  reply: z.array(alarmDelays),
});
