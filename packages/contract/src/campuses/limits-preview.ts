import { z } from "zod";

import { roles } from "../roles.ts";
import { instant, route } from "../route.ts";
import {
  alarmSettings,
  defaultAlarmSettings,
  getConfiguration,
  limitKind,
  placeLimits,
  saveConfiguration,
} from "./campuses.ts";

/** Days that a preview looks back. */
export const PREVIEW_DAYS = 30;

/** The kinds that are left out stay. */
const limits = z.object({ configuration: placeLimits, alarmSettings: alarmSettings.partial() });
export type ChangedLimits = z.output<typeof limits>;
const sample = { configuration: saveConfiguration.sample, alarmSettings: defaultAlarmSettings };

export const previewConfiguration = route({
  path: "/v1/campuses/configuration/preview",
  summary: "Number of alarms in the last 30 days with other limits, and with the present ones",
  access: [roles.administrator],
  changes: [],
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
  path: "/v1/campuses/configuration/limits",
  summary:
    "Sets comfort limits of one's campus, and deadbands and delays of their alarms, in one step; kinds that are left out stay",
  access: [roles.administrator],
  changes: ["settings"],
  input: limits,
  sample,
  reply: z.object({ configuration: getConfiguration.reply, alarmSettings }),
});
