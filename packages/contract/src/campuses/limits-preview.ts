import { z } from "zod";

import { roles } from "../roles.ts";
import { instant, route } from "../route.ts";
import { defaultAlarmSettings, limitKind, alarmSettings, saveConfiguration } from "./campuses.ts";

/** Days that a preview looks back. */
export const PREVIEW_DAYS = 30;

export const previewConfiguration = route({
  method: "POST",
  path: "/v1/campuses/configuration/preview",
  summary: "How many alarms other limits would have raised in the last 30 days, beside the present ones",
  access: [roles.administrator],
  /** The limits and alarm settings that are to be saved. Nothing is stored. */
  input: z.object({ configuration: saveConfiguration.input, alarmSettings }),
  sample: { configuration: saveConfiguration.sample, alarmSettings: defaultAlarmSettings },
  reply: z.object({
    /** The first reading of the 30 days. */
    from: instant.nullable(),
    /** Of each kind whose limit or alarm setting differs. By values of five minutes. */
    kinds: z.array(z.object({ kind: limitKind, present: z.int(), proposed: z.int() })),
  }),
});
