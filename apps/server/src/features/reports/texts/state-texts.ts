import { SHELVE_DEFAULT_REASON } from "@verandah/contract/alarms/alarm-actions.ts";
import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { failureTexts } from "@verandah/contract/commands/failure-texts.ts";
import { doubtTexts } from "@verandah/contract/telemetry/doubt-texts.ts";
import { msg } from "@verandah/texts/msg.ts";
import { textsByCode } from "@verandah/texts/translate.ts";

/** Why a command failed, or why the command of a schedule was refused, by code. */
export const failureReasonTexts = textsByCode(failureTexts);

const commandStates = {
  accepted: msg`Sending`,
  queued: msg`Waiting for the gateway`,
  sent: msg`Sent`,
  acknowledged: msg`Accepted, verifying`,
  verified: msg`Confirmed`,
  failed: msg`Failed`,
  expired: msg`Not confirmed within 40 s`,
  superseded: msg`Replaced by a later command`,
};
export const commandStateTexts = textsByCode(commandStates);

/** States of commands and of occurrences. */
export const stateCodeTexts = textsByCode({
  ...commandStates,
  planned: msg`Planned`,
  running: msg`Running`,
  done: msg`Done`,
  skipped: msg`Skipped`,
});

/** Why an occurrence was not executed. */
export const reasonTexts = textsByCode({
  overruled: msg`overridden by`,
  late: msg`no server ran in time`,
  replaced: msg`replaced by`,
  "no-units": msg`no unit`,
});

/** Actions of occurrences. */
export const occurrenceTexts = textsByCode({
  "occurrence: on": msg`Schedule: on`,
  "occurrence: off": msg`Schedule: off`,
  "occurrence: setback": msg`Schedule: setback`,
  "occurrence: end": msg`Schedule: end`,
  "occurrence: change": msg`Schedule: change`,
});

/** The stored text of a shelved alarm without a reason. */
export const shelvingTexts = textsByCode({ [SHELVE_DEFAULT_REASON]: msg`No reason given` });

/** Names that the product uses; `system` is not a person. `deleted` follows a name or a number. */
export const nameTexts = textsByCode({
  "Default schedule": msg`Default schedule`,
  system: msg`system`,
  deleted: msg`deleted`,
});

/** Classes of alarms. */
export const criticalityTexts = textsByCode({
  Critical: msg`Critical`,
  NonCritical: msg`NonCritical`,
});

/** Senders of commands by their priorities. */
export const priorityTexts = textsByCode({
  [COMMAND_PRIORITY.schedule]: msg`Schedule`,
  [COMMAND_PRIORITY.person]: msg`Person`,
});

export const sessionTexts = textsByCode({
  active: msg`Logged in`,
  logout: msg`Logged out`,
  expired: msg`Session expired`,
  replaced: msg`Session replaced by another login`,
  "password-changed": msg`Password changed`,
  switched: msg`Campus switched`,
});

export const qualityTexts = textsByCode({
  good: msg`good`,
  suspect: msg`suspect`,
  ...doubtTexts,
});

/** Kinds of rows in a comparison of trends. */
export const intervalTexts = textsByCode({
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
