import { msg } from "@verandah/texts/msg.ts";
import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** The rules of fields without a text of their own, without the validator's terms; `{value}` is a number, a name or a list. */
export const inputRuleTexts = {
  // Source: spec 1 §5.
  required: msg`field cannot be empty`,
  text: msg`A text`,
  number: msg`A number`,
  "whole-number": msg`A whole number`,
  boolean: msg`True or false`,
  list: msg`A list`,
  group: msg`A group of fields`,
  nothing: msg`Nothing`,
  "other-kind": msg`Another kind of value`,
  instant: msg`An instant such as 2026-01-05T08:00:00Z`,
  date: msg`A date such as 2026-01-05`,
  email: msg`An e-mail address such as name@example.com`,
  id: msg`An id such as 0198c5de-7f4e-7000-8000-000000000000`,
  format: msg`Invalid format`,
  character: msg`Contains a character that cannot be stored`,
  min: msg`At least {value}`,
  "min-characters": msg`At least {value} characters`,
  "min-entries": msg`At least {value} entries`,
  max: msg`At most {value}`,
  "max-characters": msg`At most {value} characters`,
  "max-entries": msg`At most {value} entries`,
  "more-than": msg`More than {value}`,
  "less-than": msg`Less than {value}`,
  "multiple-of": msg`A multiple of {value}`,
  "one-of": msg`One of: {value}`,
  only: msg`Only {value}`,
  "unknown-fields": msg`Unknown: {value}`,
  "max-people": msg`At most {value} people`,
  "free-then": msg`Free at this time: {value}`,
  "taken-on": msg`Taken on {value}`,
  "seat-then": msg`The seat at this time is {value}`,
  "seat-on": msg`The person has a seat on {value}`,
  "calendar-of": msg`{value} has this calendar. Choose another address, or remove it there`,
  "row-mark-open": msg`Row {value}: a quotation mark is not closed`,
  "row-mark-single": msg`Row {value}: a quotation mark is not closed, or is not doubled inside the cell`,
  "row-mark-inside": msg`Row {value}: a cell with a quotation mark must begin and end with one`,
  "row-long": msg`Row {value} is too long`,
  value: msg`Invalid value`,
};

export type InputRuleCode = keyof typeof inputRuleTexts;

/** A rule that a field of an input breaks. */
export interface InputRule {
  readonly code: InputRuleCode;
  /** The number or list in the text. */
  readonly value?: string;
}

const kinds: Record<string, InputRuleCode> = {
  string: "text",
  number: "number",
  int: "whole-number",
  boolean: "boolean",
  array: "list",
  object: "group",
  record: "group",
  null: "nothing",
};

const formats: Record<string, InputRuleCode> = {
  datetime: "instant",
  date: "date",
  email: "email",
  uuid: "id",
};

const minima: Record<string, InputRuleCode> = {
  string: "min-characters",
  array: "min-entries",
  set: "min-entries",
};
const maxima: Record<string, InputRuleCode> = {
  string: "max-characters",
  array: "max-entries",
  set: "max-entries",
};

const choice = (value: unknown) => (value === "" ? "an empty text" : String(value));

/** The rule behind an issue of the validator. */
export function inputRule(issue: RawIssue): InputRule {
  switch (issue.code) {
    case "invalid_type":
      return { code: issue.input === undefined ? "required" : (kinds[issue.expected] ?? "other-kind") };
    case "too_small": {
      if (issue.minimum === 1 && minima[issue.origin]) return { code: "required" };
      const code = issue.inclusive === false ? "more-than" : (minima[issue.origin] ?? "min");
      return { code, value: String(issue.minimum) };
    }
    case "too_big": {
      const code = issue.inclusive === false ? "less-than" : (maxima[issue.origin] ?? "max");
      return { code, value: String(issue.maximum) };
    }
    case "not_multiple_of":
      return { code: "multiple-of", value: String(issue.divisor) };
    case "invalid_format":
      return { code: formats[issue.format] ?? "format" };
    case "invalid_value":
      return {
        code: issue.values.length > 1 ? "one-of" : "only",
        value: issue.values.map(choice).join(", "),
      };
    case "unrecognized_keys":
      return { code: "unknown-fields", value: issue.keys.join(", ") };
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    default:
      return { code: "value" };
  }
}

/** The English text of a rule. */
export const inputRuleText = ({ code, value = "" }: InputRule): string =>
  inputRuleTexts[code].message.replace("{value}", () => value);
