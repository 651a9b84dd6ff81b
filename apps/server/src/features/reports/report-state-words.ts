import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import type { Language } from "@verandah/contract/language.ts";
import { msg, type Text } from "@verandah/texts/msg.ts";
import { translate, wordsOf } from "@verandah/texts/translate.ts";

/** Why a command failed, by the field's codes, and why a schedule's command was refused. */
export const failureWords = wordsOf({
  unreachable: msg`the device does not answer`,
  refused: msg`the device refused it`,
  "not-verified": msg`it does not read back`,
  overridden: msg`held, overridden at a higher priority`,
  expired: msg`it came too late`,
  "unknown-point": msg`the device has no such point`,
  "device-unreachable": msg`the device or its gateway is offline`,
  "not-found": msg`the device has no such point`,
  "point-not-writable": msg`the point cannot be written`,
  "out-of-range": msg`outside what the device takes`,
});

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

/** Lowest priority. Source: ASHRAE 135 §19.2. */
const PRIORITY_MAX = 16;
const sources: Readonly<Record<number, Text>> = {
  [COMMAND_PRIORITY.schedule]: msg`Schedule`,
  [COMMAND_PRIORITY.person]: msg`Person`,
};

/** Senders of commands by their priorities. */
export const priorityWords = (language: Language): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: PRIORITY_MAX }, (_, before) => before + 1).map((priority) => [
      priority,
      translate(language, sources[priority] ?? msg`Priority {priority}`, { priority }),
    ]),
  );

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
});
