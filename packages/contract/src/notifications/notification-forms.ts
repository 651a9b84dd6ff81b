import { z } from "zod";

import { language } from "../language.ts";

/** The alarms that a user wants notifications for. */
export const notifiedClasses = z.enum(["none", "critical", "all"]);
export type NotifiedClasses = z.output<typeof notifiedClasses>;

/** Longest time between two mails, minutes: a day. */
export const DIGEST_MAX_MINUTES = 1_440;
const FLOORS_MAX = 200;

/**
 * What a user wants to be told. `in_browser` says which alarms of the live event `alarms` are shown as a toast; `by_mail` which are
 * mailed to the user's address: the first about a minute after it was raised, with all that came meanwhile, and then at most one mail in
 * `digest_minutes`. An alarm that stands at no floor (a lost gateway of the
 * building) matters to every floor.
 */
export const notificationSettings = z.object({
  by_mail: notifiedClasses,
  in_browser: notifiedClasses,
  /** Ids of the floors that matter; null: all. */
  floor_ids: z.array(z.int().positive()).min(1, "Choose at least one floor").max(FLOORS_MAX).nullable(),
  digest_minutes: z
    .int({ error: "A whole number of minutes" })
    .min(1, "At least 1 minute")
    .max(DIGEST_MAX_MINUTES, `At most ${DIGEST_MAX_MINUTES} minutes`),
  /** Of the mails. */
  language: language.default("en"),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
