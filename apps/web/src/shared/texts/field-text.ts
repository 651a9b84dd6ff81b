import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type InputRule, inputRuleTexts } from "@verandah/contract/input-rules.ts";

import { CallFailed } from "../call.ts";

/** Texts of the contract's field rules, which arrive in English. */
const fieldTexts: Record<string, MessageDescriptor> = {
  "field cannot be empty": msg`field cannot be empty`,
  // Source: spec 2 §8, as at login.
  "Invalid credentials": msg`Invalid Credentials`,
  "Username is too long": msg`Username is too long`,
  "Password is too long": msg`Password is too long`,
  "Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.": msg`Password must contain at least 8 characters including one uppercase letter, one lowercase letter, and one digit.`,
  "1 to 64 letters, digits, dots, underscores or hyphens": msg`1 to 64 letters, digits, dots, underscores or hyphens`,
  "Degrees such as 13.07": msg`Degrees such as 13.07`,
  "Choose a type": msg`Choose a type`,
  "Choose a gateway": msg`Choose a gateway`,
  "Choose a seat or room": msg`Choose a seat or room`,
  "Choose one seat or room": msg`Choose one seat or room`,
  "Choose at most a year": msg`Choose at most a year`,
  "An address is needed": msg`An address is needed`,
  "Give an address that begins with https://": msg`Give an address that begins with https://`,
  "Give the e-mail address of the room's calendar": msg`Give the e-mail address of the room's calendar`,
  "A room of another campus has this calendar. Choose another address": msg`A room of another campus has this calendar. Choose another address`,
  "Choose a future end time": msg`Choose a future end time`,
  "Choose an end within 7 days": msg`Choose an end within 7 days`,
  "Choose an end after the current one": msg`Choose an end after the current one`,
  "Save the file as CSV in UTF-8": msg`Save the file as CSV in UTF-8`,
  "The first row must be: user_id, user_name, user_email, user_contact_no, client": msg`The first row must be: user_id, user_name, user_email, user_contact_no, client`,
  "The file has no rows": msg`The file has no rows`,
  "At most 50,000 rows": msg`At most 50,000 rows`,
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
  "Choose a future time": msg`Choose a future time`,
  "Choose a time within a year": msg`Choose a time within a year`,
  "Include the weekday of the start": msg`Include the weekday of the start`,
  "Choose a last day after the start": msg`Choose a last day after the start`,
  "Choose a last day within 90 days": msg`Choose a last day within 90 days`,
  "At most 200 bookings at once": msg`At most 200 bookings at once`,
  "Choose a last day within a year": msg`Choose a last day within a year`,
  "A repeating schedule is shorter than a day": msg`A repeating schedule is shorter than a day`,
  "A name of 1 to 30 characters": msg`A name of 1 to 30 characters`,
  "Choose 1 to 20 years": msg`Choose 1 to 20 years`,
  "Choose a day up to today": msg`Choose a day up to today`,
  "Choose a month up to this one": msg`Choose a month up to this one`,
  "A month such as 2026-01": msg`A month such as 2026-01`,
  "Choose a time within 90 days": msg`Choose a time within 90 days`,
  "A booking takes at least 30 minutes": msg`A booking takes at least 30 minutes`,
  "A booking takes at most 24 hours": msg`A booking takes at most 24 hours`,
  "Choose at most 31 days": msg`Choose at most 31 days`,
  "Topic Id must start from 'ASPump' followed by numbers": msg`Topic Id must start from 'ASPump' followed by numbers`,
  "Topic Id must be of length 30": msg`Topic Id must be of length 30`,
  "Please select Device Type": msg`Please select Device Type`,
  "Only numbers are allowed": msg`Only numbers are allowed`,
  "Please select a date.": msg`Please select a date.`,
  "UUID must be at least 30 characters long": msg`UUID must be at least 30 characters long`,
  "Choose at most 92 days": msg`Choose at most 92 days`,
  "The first period begins at 0": msg`The first period begins at 0`,
  "Each period begins after the one before": msg`Each period begins after the one before`,
  "Name Cannot be Empty!": msg`Name Cannot be Empty!`,
  "An exception needs its times": msg`An exception needs its times`,
  "Max should be greater than min": msg`Max should be greater than min`,
  "Choose a role": msg`Choose a role`,
  "Choose at least one alarm": msg`Choose at least one alarm`,
  "Each weekday once": msg`Each weekday once`,
  "A holiday has no times": msg`A holiday has no times`,
  "10 to 100 in steps of 10": msg`10 to 100 in steps of 10`,
  "At most 8 points": msg`At most 8 points`,
  "Please select a channel for this device!": msg`Please select a channel for this device!`,
  "A zone has at least three corners": msg`A zone has at least three corners`,
  "Too many corners": msg`Too many corners`,
  "Outside the plan": msg`Outside the plan`,
  "A trend covers at most 400 days": msg`A trend covers at most 400 days`,
  "A report covers at most a year": msg`A report covers at most a year`,
  "Choose zones of the floor": msg`Choose zones of the floor`,
  "Choose lights of the zone": msg`Choose lights of the zone`,
  "Each light once": msg`Each light once`,
  "Choose a campus that you may open": msg`Choose a campus that you may open`,
  "Choose a building of this campus": msg`Choose a building of this campus`,
  "User already exits": msg`User already exits`,
  "Choose a place": msg`Choose a place`,
  "Choose another place": msg`Choose another place`,
  "Choose a person": msg`Choose a person`,
  "Waste is judged by floor": msg`Waste is judged by floor`,
  "Password and Confirm Password doesn't match": msg`Password and Confirm Password doesn't match`,
};

/** A rule of the contract in the user's language. */
export const inputRuleText = ({ code, value = "" }: InputRule): string =>
  i18n._({ ...inputRuleTexts[code], values: { value } });

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
