import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { failureTexts } from "@verandah/contract/commands/failure-texts.ts";
import { msg } from "@verandah/texts/msg.ts";
import { wordsOf } from "@verandah/texts/translate.ts";

/** Why a command failed, by the field's codes, and why a schedule's command was refused. */
export const failureWords = wordsOf(failureTexts);

/** How far commands, and what schedules were to do, have come. */
export const stateCodeWords = wordsOf({
  accepted: msg`Sending`,
  queued: msg`Waiting for the gateway`,
  sent: msg`Sent`,
  acknowledged: msg`Accepted, verifying`,
  verified: msg`Confirmed`,
  failed: msg`Failed`,
  expired: msg`Not confirmed within 40 s`,
  superseded: msg`Replaced by a later command`,
  planned: msg`Planned`,
  running: msg`Running`,
  done: msg`Done`,
  skipped: msg`Skipped`,
});

/** Why what a schedule was to do was not done. */
export const reasonWords = wordsOf({
  overruled: msg`overridden by`,
  late: msg`no server ran in time`,
  replaced: msg`replaced by`,
  "no-units": msg`no unit`,
});

/** What schedules were to do. */
export const occurrenceWords = wordsOf({
  "occurrence: on": msg`Schedule: on`,
  "occurrence: off": msg`Schedule: off`,
  "occurrence: end": msg`Schedule: end`,
  "occurrence: change": msg`Schedule: change`,
});

/** Names that the product gives; `system` is not a person. */
export const nameWords = wordsOf({
  "Default schedule": msg`Default schedule`,
  system: msg`system`,
  Critical: msg`Critical`,
  NonCritical: msg`NonCritical`,
});

/** Senders of commands by their priorities. */
export const priorityWords = wordsOf({
  [COMMAND_PRIORITY.schedule]: msg`Schedule`,
  [COMMAND_PRIORITY.person]: msg`Person`,
});

/** What became of sessions. */
export const sessionWords = wordsOf({
  active: msg`Logged in`,
  logout: msg`Logged out`,
  expired: msg`Session expired`,
  replaced: msg`Session replaced by another login`,
  "password-changed": msg`Password changed`,
});

export const qualityWords = wordsOf({
  good: msg`good`,
  suspect: msg`suspect`,
});

/** What a row of a comparison of trends is. */
export const intervalWords = wordsOf({
  "1 minute": msg`1-minute mean`,
  "5 minutes": msg`5-minute mean`,
  "15 minutes": msg`15-minute mean`,
  "1 hour": msg`1-hour mean`,
  "6 hours": msg`6-hour mean`,
  "1 day": msg`1-day mean`,
  "state change": msg`State change`,
  "first value": msg`First value`,
  "last value": msg`Last value`,
});
