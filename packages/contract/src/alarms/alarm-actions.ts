import { z } from "zod";

import { buildingOperators } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

export const REASON_MAX = 200;

/** `userid` is part of the old interface and has no effect: the session identifies the user. Source: spec 2 §7. */
const alarmAction = z.object({ id: idParam, userid: z.unknown().optional() });

/** The state of an alarm after an action: who acknowledged and who shelved it, and when. */
const alarmAnswer = z.object({
  message: z.literal("ACCEPTED"),
  Alarm_Id: z.int(),
  Acknowledge: z.literal([0, 1]),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instant.nullable(),
  ignoredBy: z.string().nullable(),
  ignoredAt: instant.nullable(),
  /** When the shelving ends by itself. */
  ignoredUntil: instant.nullable(),
});

export const acknowledgeAlarm = route({
  path: "/v1/gl_alerts/acknowledgeAlarm",
  summary: "Acknowledges an alarm; a second time it keeps the first acknowledger",
  access: buildingOperators,
  changes: ["alarms"],
  input: alarmAction,
  sample: { id: 1 },
  reply: alarmAnswer,
});

/** Source: ISA-18.2 §13 (shelving is for a limited time). */
export const SHELVE_DEFAULT_MS = 8 * 3_600_000;
export const SHELVE_MAX_MS = 7 * 86_400_000;
/** Stored when a client of the old interface gives no reason. */
export const SHELVE_DEFAULT_REASON = "No reason given";

/** Maximum alarms of one call. */
export const ALARM_BATCH_MAX = 500;
const ids = z.array(idParam).min(1, "Choose at least one alarm").max(ALARM_BATCH_MAX);

export const acknowledgeAlarms = route({
  path: "/v1/gl_alerts/acknowledgeAlarms",
  summary: "Acknowledges several alarms; those that are acknowledged already keep their acknowledger",
  access: buildingOperators,
  changes: ["alarms"],
  input: z.object({ ids }),
  sample: { ids: [1, 2] },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    acknowledged: z.int(),
    /** Of the given alarms; a user acknowledged them before. */
    alreadyAcknowledged: z.int(),
    /** Those alarms, with the first acknowledger. */
    others: z.array(z.object({ Alarm_Id: z.int(), by: z.string().nullable() })),
  }),
});

/** How long an acknowledgement can be undone, ms: longer than a screen offers it, so that a slow call is not too late. */
export const ACKNOWLEDGE_UNDO_MS = 60_000;

export const undoAcknowledge = route({
  path: "/v1/gl_alerts/undoAcknowledge",
  summary: "Takes back acknowledgements that the caller made within the last minute",
  access: buildingOperators,
  changes: ["alarms"],
  input: z.object({ ids }),
  sample: { ids: [1] },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    /** Of the given alarms; the others are not the caller's, or too old. */
    undone: z.int(),
  }),
});

const shelving = {
  reason: z.string().trim().min(1, "field cannot be empty").max(REASON_MAX).default(SHELVE_DEFAULT_REASON),
  until: z.iso.datetime({ offset: true, error: "Choose a date and a time" }).optional(),
};

/** 'Delete' is the old interface's name: the alarm is shelved, never deleted. Source: spec 2 §4 Alarm. */
export const ignoreAlarm = route({
  path: "/v1/gl_alerts/deleteAlarm",
  summary: "Ignores (shelves) a non-critical alarm until an end: 8 hours by default, at most 7 days",
  access: buildingOperators,
  changes: ["alarms"],
  input: alarmAction.extend(shelving),
  sample: { id: 1, reason: "Filter ordered" },
  reply: alarmAnswer,
});

export const ignoreAlarms = route({
  path: "/v1/gl_alerts/ignoreAlarms",
  summary:
    "Ignores (shelves) several alarms with one reason and one end; critical and returned ones are refused",
  access: buildingOperators,
  changes: ["alarms"],
  input: z.object({ ids, ...shelving }),
  sample: { ids: [1, 2], reason: "Filter ordered" },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    /** The alarms that were not ignored before. */
    ignored: z.array(z.int()),
    refused: z.array(
      z.object({ Alarm_Id: z.int(), code: z.enum(["critical-alarm-shelved", "alarm-returned"]) }),
    ),
  }),
});

export const unshelveAlarm = route({
  ...acknowledgeAlarm,
  path: "/v1/gl_alerts/unshelveAlarm",
  summary: "Ends the shelving of an alarm before its time: it is active again",
});

export const unshelveAlarms = route({
  path: "/v1/gl_alerts/unshelveAlarms",
  summary: "Ends the shelving of several alarms before its time",
  access: buildingOperators,
  changes: ["alarms"],
  input: z.object({ ids }),
  sample: { ids: [1, 2] },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    /** Of the given alarms; the others were not shelved any more. */
    unshelved: z.array(z.int()),
  }),
});
