import { z } from "zod";

import { roles } from "../roles.ts";
import { instant, route } from "../route.ts";
import {
  alarmSettings,
  defaultAlarmSettings,
  getConfiguration,
  limitKind,
  saveConfiguration,
} from "./campuses.ts";

/** Days that a preview looks back. */
export const PREVIEW_DAYS = 30;

const limits = z.object({ configuration: saveConfiguration.input, alarmSettings });
const sample = { configuration: saveConfiguration.sample, alarmSettings: defaultAlarmSettings };

export const previewConfiguration = route({
  method: "POST",
  path: "/v1/campuses/configuration/preview",
  summary: "How many alarms other limits would have raised in the last 30 days, beside the present ones",
  access: [roles.administrator],
  /** The limits and alarm settings that are to be saved. Nothing is stored. */
  input: limits,
  sample,
  reply: z.object({
    /** The first reading of the 30 days. */
    from: instant.nullable(),
    /** Of each kind whose limit or alarm setting differs. By values of five minutes. */
    kinds: z.array(z.object({ kind: limitKind, present: z.int(), proposed: z.int() })),
  }),
});

export const saveLimits = route({
  method: "POST",
  path: "/v1/campuses/configuration/limits",
  summary:
    "Sets the comfort limits of one's campus, and the deadbands and delays of their alarms, in one step",
  access: [roles.administrator],
  input: limits,
  sample,
  reply: z.object({ configuration: getConfiguration.reply, alarmSettings }),
});
