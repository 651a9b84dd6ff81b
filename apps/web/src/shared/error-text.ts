import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProblemCode } from "@verandah/contract/problems.ts";

import { CallFailed } from "./call.ts";
import { plainWordsText } from "./plain-words.ts";

/** What a user reads for each refusal. English is the contract's text to the letter, save where a screen shows another. */
const problemTexts: Record<ProblemCode, MessageDescriptor> = {
  "input-invalid": msg`Please correct the marked fields.`,
  "body-malformed": msg`The request body is not valid JSON.`,
  "username-unknown": msg`Username doesn't exists !`,
  // Source: spec 2 §8: 'Invalid credentials' is shown as 'Invalid Credentials'.
  "credentials-invalid": msg`Invalid Credentials`,
  "session-ended": msg`Your session has ended.`,
  "not-allowed": msg`You are not allowed to do this.`,
  "origin-refused": msg`Requests from this origin are refused.`,
  "user-disabled": msg`Invalid User,Please check Username`,
  "not-found": msg`Not found.`,
  "already-logged-in": msg`User Already Logged In`,
  "schedule-name-taken": msg`Schedule with this name already exists!!`,
  "schedule-day-taken": msg`This day already is a holiday or an exception.`,
  "plan-changed": msg`Somebody else has changed this plan meanwhile.`,
  "default-schedule-changed": msg`Somebody else has changed the default schedule meanwhile.`,
  "critical-alarm-shelved": msg`A critical alarm cannot be ignored.`,
  "alarm-returned": msg`This alarm has already returned to normal.`,
  "idempotency-clash": msg`This key was already used for another order.`,
  "last-administrator": msg`This is the campus's last administrator. Make another user an administrator first.`,
  "body-too-large": msg`The request body is larger than 1 MB.`,
  "drawing-too-large": msg`The drawing is too large: at most 2 MB.`,
  "media-type-unsupported": msg`Send application/json.`,
  "drawing-unreadable": msg`This file cannot be read as an SVG or PNG.`,
  "drawing-too-detailed": msg`The drawing is too detailed: at most 40 megapixels or 100,000 shapes.`,
  "setpoint-out-of-range": msg`The value is outside the point's range.`,
  "on-off-value-unknown": msg`Allowed values are 10 (on) and 0 (off).`,
  "write-repeated": msg`This point is named twice in one order.`,
  "point-not-writable": msg`This point cannot be written.`,
  "reset-link-invalid": msg`This link has expired or was already used.`,
  "schedule-in-past": msg`You can create schedule for future time only.`,
  "schedule-too-late": msg`Schedule is about to start / running / already over`,
  "schedule-day-over": msg`Choose today or a later day.`,
  "account-locked": msg`Account Locked for 15 mins`,
  "too-many-requests": msg`Too many attempts. Please wait a minute.`,
  "session-closed": msg`You have been logged out.`,
  "session-replaced": msg`You were logged out because you logged in elsewhere.`,
  internal: msg`Something went wrong.`,
  "device-unreachable": msg`please connect to network`,
  "query-too-slow": msg`This took too long. Choose a shorter period or fewer points.`,
  unavailable: msg`The service is not available right now. Please try again.`,
};

/** Texts of the contract's field rules, which arrive in English. */
const fieldTexts: Record<string, MessageDescriptor> = {
  "field cannot be empty": msg`field cannot be empty`,
  // Source: spec 2 §8, as at login.
  "Invalid credentials": msg`Invalid Credentials`,
  "Username is too long": msg`Username is too long`,
  "Password is too long": msg`Password is too long`,
  "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.": msg`Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.`,
  "Password has at most 15 characters": msg`Password has at most 15 characters`,
  "Choose an end in the future": msg`Choose an end in the future`,
  "Choose an end within 7 days": msg`Choose an end within 7 days`,
  "Choose an end after the current one": msg`Choose an end after the current one`,
  "Choose a date and a time": msg`Choose a date and a time`,
  "At most 200 characters": msg`At most 200 characters`,
  "Choose at least one floor": msg`Choose at least one floor`,
  "A whole number of minutes": msg`A whole number of minutes`,
  "At least 1 minute": msg`At least 1 minute`,
  "At most 1440 minutes": msg`At most 1440 minutes`,
  "Title Cannot be Empty!": msg`Title Cannot be Empty!`,
  "Title should be of length 5 to 10 characters": msg`Title should be of length 5 to 10 characters`,
  "Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet": msg`Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet`,
  "Floor Cannot be Empty!": msg`Floor Cannot be Empty!`,
  "Zones Cannot be Empty!": msg`Zones Cannot be Empty!`,
  "End date should be greater than start date": msg`End date should be greater than start date`,
  "A time such as 08:30": msg`A time such as 08:30`,
  "Times are in steps of 15 minutes": msg`Times are in steps of 15 minutes`,
  "Choose a year up to 9999": msg`Choose a year up to 9999`,
  "Times must not overlap": msg`Times must not overlap`,
  "Choose a date": msg`Choose a date`,
  "Name Cannot be Empty!": msg`Name Cannot be Empty!`,
  "An exception needs its times": msg`An exception needs its times`,
  "Password and Confirm Password doesn't match": msg`Password and Confirm Password doesn't match`,
};

/** The text of a refusal in the user's language. */
export function problemText(code: ProblemCode): string {
  return i18n._(problemTexts[code]);
}

/** What to tell the user about a failure of any kind. */
export function errorText(error: unknown): string {
  if (error instanceof CallFailed) {
    // A newer server may know codes that this page does not.
    const known: MessageDescriptor | undefined = problemTexts[error.problem.code];
    return known ? i18n._(known) : error.problem.title;
  }
  return i18n._(msg`The server cannot be reached. Check the network and try again.`);
}

/** A field's message from the contract or the server in the user's language; English when it has no translation. */
export function fieldText(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const known = fieldTexts[text];
  return known ? i18n._(known) : (plainWordsText(text) ?? text);
}
