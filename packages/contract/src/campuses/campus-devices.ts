import { z } from "zod";

import { roles } from "../roles.ts";
import { route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

export const addDevice = route({
  path: "/v1/campuses/tree/device",
  summary: "Adds a device of a known type behind a gateway of one's campus",
  access: [roles.administrator],
  changes: ["devices", "places"],
  input: z.object({
    /** Id of the place that it serves. */
    parent: z.int32(),
    ssid: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "1 to 64 letters, digits, dots, underscores or hyphens"),
    title: shownLine(120),
    type: z.string().max(64),
    /** Ssid of the gateway. */
    gateway: z.string().max(64),
  }),
  sample: { parent: 1, ssid: "AHU-9", title: "AHU 9", type: "AHU", gateway: "GW-1" },
  reply: z.object({ ssid: z.string() }),
});
