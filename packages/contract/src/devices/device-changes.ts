import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

export const SERIAL_NUMBER_MAX = 80;
export const REPLACEMENT_NOTE_MAX = 300;

export const getDeviceModel = route({
  path: "/v1/campuses/devices",
  summary: "One device of one's campus as an administrator changes it: replacements, points, possible types",
  access: [roles.administrator],
  topics: ["devices", "places"],
  input: z.object({ id: idParam }),
  sample: { id: 1 },
  reply: z.object({
    id: z.int(),
    version: z.int(),
    type: z.string(),
    /** Of the newest replacement; null while no replacement is known. */
    serialNumber: z.string().nullable(),
    /** The newest first. */
    replacements: z.array(
      z.object({ at: instant, by: z.string(), serialNumber: z.string(), note: z.string() }),
    ),
    points: z.array(z.object({ param_id: z.string(), isHidden: z.boolean() })),
    /** Types with points of the device in the same units, each with the points that would lose their meaning. */
    types: z.array(z.object({ type: z.string(), lost: z.array(z.string()) })),
  }),
});

/** `version` is the one that the user saw. */
const changed = { id: z.int32(), version: z.int32() };
const sample = { id: 1, version: 1 };
const reply = z.object({ version: z.int() });

export const replaceDevice = route({
  path: "/v1/campuses/devices/replace",
  summary: "Notes that a new device is in the place of a device. Its history goes on",
  access: [roles.administrator],
  changes: ["devices", "places"],
  input: z.object({
    ...changed,
    serial_number: shownLine(SERIAL_NUMBER_MAX),
    note: shownLine(REPLACEMENT_NOTE_MAX, 0),
  }),
  sample: { ...sample, serial_number: "SN-2", note: "Compressor failed" },
  reply,
});

export const hidePoint = route({
  path: "/v1/campuses/devices/point",
  summary: "Hides a point that a device does not have, or shows it again. Its stored values stay",
  access: [roles.administrator],
  changes: ["devices", "places", "readings", "measurements", "commands", "schedules"],
  input: z.object({ ...changed, param_id: z.string().max(200), hidden: z.boolean() }),
  sample: { ...sample, param_id: "Fire Alarm", hidden: true },
  reply,
});

export const changeDeviceType = route({
  path: "/v1/campuses/devices/type",
  summary: "Changes the type of a device to one that its points fit. Points that the type lacks are hidden",
  access: [roles.administrator],
  changes: ["devices", "places", "readings", "measurements", "commands", "schedules"],
  input: z.object({ ...changed, type: z.string().max(64) }),
  sample: { ...sample, type: "FCU" },
  reply,
});
