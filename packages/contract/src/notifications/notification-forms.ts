import { z } from "zod";

import { language } from "../language.ts";

/** The alarms that a user wants notifications for. */
export const notifiedClasses = z.enum(["none", "critical", "all"]);
export type NotifiedClasses = z.output<typeof notifiedClasses>;

/** Longest time between two e-mails, minutes: a day. */
export const DIGEST_MAX_MINUTES = 1_440;
const FLOORS_MAX = 200;

/**
 * A user's notifications. `in_browser`: which alarms of the live event `alarms` are shown as a toast. `by_mail`: which are mailed to the
 * user's address. The first e-mail follows about a minute after the first alarm and includes all alarms until then; further e-mails follow
 * at most every `digest_minutes`. An alarm without a floor (a lost gateway of the building) counts for every floor.
 */
export const notificationSettings = z.object({
  by_mail: notifiedClasses,
  in_browser: notifiedClasses,
  /** Ids of the chosen floors; null: all. */
  floor_ids: z.array(z.int().positive()).min(1, "Choose at least one floor").max(FLOORS_MAX).nullable(),
  digest_minutes: z
    .int({ error: "A whole number of minutes" })
    .min(1, "At least 1 minute")
    .max(DIGEST_MAX_MINUTES, `At most ${DIGEST_MAX_MINUTES} minutes`),
  /** Of the mails. */
  language: language.default("en"),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
