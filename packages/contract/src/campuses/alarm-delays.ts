import { text } from "@verandah/equipment/schema.ts";
import { z } from "zod";

import { buildingOperators, roles } from "../roles.ts";
import { route } from "../route.ts";

const DELAYS_MAX = 1_000;

/** As long as a type of a site may set, s. */
const delaySeconds = z.int().min(0).max(86_400);
/** How long a value must be out, or back, without a break. Source: ISA-18.2 §10 (on-delay, off-delay). */
const delays = z.object({ on_delay_seconds: delaySeconds, off_delay_seconds: delaySeconds });

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
  path,
  summary: "The delays of the alarms of equipment types that have a limit or state of their own",
  access: buildingOperators,
  topics: ["settings"],
  input: z.object({}),
  reply: z.array(alarmDelays),
});

export const saveAlarmDelays = route({
  path,
  summary:
    "Sets delays of some alarms of equipment types on one's campus; the others stay. The on-delay of a critical alarm is at most 60 s, or that of its type",
  access: [roles.administrator],
  changes: ["settings"],
  input: z.object({ delays: z.array(delays.partial().extend({ alarm: alarmKey })).max(DELAYS_MAX) }),
  sample: { delays: [{ alarm: "UPS/ups-on-battery", on_delay_seconds: 30, off_delay_seconds: 5 }] },
  reply: z.array(alarmDelays),
});
