import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type InputRule, inputRuleTexts } from "@verandah/contract/input-rules.ts";

import { CallFailed } from "../call.ts";
import { dateText } from "../format/time.ts";
import { errorText } from "./error-text.ts";

/** The contract's field rules, which arrive in English. */
const ruleTexts: readonly MessageDescriptor[] = [
  msg`field cannot be empty`,
  msg`Username is too long`,
  msg`Password is too long`,
  msg`A password has at least 8 characters`,
  msg`A password has at most 15 characters`,
  msg`A password needs an uppercase letter`,
  msg`A password needs a lowercase letter`,
  msg`A password needs a digit`,
  msg`Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.`,
  msg`1 to 64 letters, digits, dots, underscores or hyphens`,
  msg`From -90 to 90 degrees, with a point: 13.07`,
  msg`From -180 to 180 degrees, with a point: 77.79`,
  msg`Choose a type`,
  msg`Choose a gateway`,
  msg`Choose a seat or room`,
  msg`Choose one seat or room`,
  msg`Choose at most a year`,
  msg`An address is needed`,
  msg`Give an address that begins with https://`,
  msg`Give an address without a user name and password: other administrators see it`,
  msg`Give the e-mail address of the room's calendar`,
  msg`A room of another campus has this calendar. Choose another address`,
  msg`Choose a future end time`,
  msg`Choose an end within 7 days`,
  msg`Choose an end after the current one`,
  msg`Enter a reason`,
  msg`Enter the reference`,
  msg`Enter the tolerance`,
  msg`Save the file as CSV in UTF-8`,
  msg`The first row must be: user_id, user_name, user_email, user_contact_no, client`,
  msg`The file has no rows`,
  msg`At most 50,000 rows`,
  msg`Choose a date and a time`,
  msg`At most 200 characters`,
  msg`Choose at least one floor`,
  msg`A whole number of minutes`,
  msg`At least 1 minute`,
  msg`At most 1440 minutes`,
  msg`Title Cannot be Empty!`,
  msg`Title should be of length 5 to 10 characters`,
  msg`Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet`,
  msg`Floor Cannot be Empty!`,
  msg`Zones Cannot be Empty!`,
  msg`End date should be greater than start date`,
  msg`A time such as 08:30`,
  msg`Times are in steps of 15 minutes`,
  msg`Choose a year up to 9999`,
  msg`Times must not overlap`,
  msg`Choose a date`,
  msg`Choose a future time`,
  msg`Choose a time within a year`,
  msg`Include the weekday of the start`,
  msg`Choose a last day after the start`,
  msg`Choose a last day within 90 days`,
  msg`At most 200 bookings at once`,
  msg`Choose a last day within a year`,
  msg`A repeating schedule lasts at most a day`,
  msg`A name of 1 to 30 characters`,
  msg`Choose 1 to 20 years`,
  msg`Choose a day up to today`,
  msg`Choose a month up to this one`,
  msg`A month such as 2026-01`,
  msg`Choose a time within 90 days`,
  msg`A booking takes at least 30 minutes`,
  msg`A booking takes at most 24 hours`,
  msg`Choose at most 31 days`,
  msg`Topic Id must start from 'ASPump' followed by numbers`,
  msg`Topic Id must be of length 30`,
  msg`Please select Device Type`,
  msg`Only numbers are allowed`,
  msg`Please select a date.`,
  msg`UUID must be at least 30 characters long`,
  msg`Choose at most 92 days`,
  msg`The first period begins at 0`,
  msg`Each period begins after the one before`,
  msg`Name Cannot be Empty!`,
  msg`An exception needs its times`,
  msg`Max should be greater than min`,
  msg`Choose a role`,
  msg`Choose at least one alarm`,
  msg`Each weekday once`,
  msg`A holiday has no times`,
  msg`10 to 100 in steps of 10`,
  msg`15 to 35 in steps of 0.5`,
  msg`Add the times`,
  msg`Choose a unit`,
  msg`Choose a weekday`,
  msg`At most 8 points`,
  msg`Please select a channel for this device!`,
  msg`A zone has at least three corners`,
  msg`Too many corners`,
  msg`Outside the plan`,
  msg`A trend covers at most 400 days`,
  msg`A report covers at most a year`,
  msg`Choose zones of the floor`,
  msg`Choose lights of the zone`,
  msg`Each light once`,
  msg`Choose a campus that you may open`,
  msg`Choose a building of this campus`,
  msg`User already exits`,
  msg`Another device has this topic id.`,
  msg`Another device has this address.`,
  msg`Lower-case letters, digits and hyphens`,
  msg`devicename already exists`,
  msg`This pump has a customer already. Choose another one.`,
  msg`Choose a new pump or a free one`,
  msg`Choose a place`,
  msg`More than 1,000 points: choose a part`,
  msg`Choose another place`,
  msg`Choose a person`,
  msg`Set the waste limit on the floor`,
  msg`Password and Confirm Password doesn't match`,
];

const fieldTexts: Record<string, MessageDescriptor> = {
  // Source: spec 2 §8, as at login.
  "Invalid credentials": msg`Invalid Credentials`,
  ...Object.fromEntries(ruleTexts.map((text) => [text.message, text])),
};

/** A rule of the contract in the user's language. */
export const inputRuleText = ({ code, value = "" }: InputRule): string =>
  i18n._({ ...inputRuleTexts[code], values: { value: value.replace(DAY, (day) => dateText(day, "UTC")) } });

const DAY = /\b\d{4}-\d{2}-\d{2}\b/gu;

/** A field's message from the contract or the server in the user's language; English when it has no translation. */
export function fieldText(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const known = fieldTexts[text];
  return known ? i18n._(known) : text;
}

/** The error that a refused call has for a field, in the user's language; without a name, for the first field with one. */
export function refusedFieldText(error: unknown, name?: string): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  const { fields = {}, rules = {} } = error.problem;
  const field = name ?? Object.keys(fields)[0] ?? "";
  const rule = rules[field];
  return rule ? inputRuleText(rule) : fieldText(fields[field]);
}

/** Why a call failed: the error of its field, else of the call. */
export const refusalText = (error: unknown, name?: string): string =>
  refusedFieldText(error, name) ?? errorText(error);
