import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** The rules of fields without a text of their own, in words without the validator's terms; `{0}` is a number or a list. */
const ruleTexts = {
  // Source: spec 1 §5.
  required: "field cannot be empty",
  text: "A text",
  number: "A number",
  "whole-number": "A whole number",
  boolean: "True or false",
  list: "A list",
  group: "A group of fields",
  nothing: "Nothing",
  "other-kind": "Another kind of value",
  instant: "An instant such as 2026-01-05T08:00:00Z",
  date: "A date such as 2026-01-05",
  email: "An e-mail address",
  id: "An id such as 0198c5de-7f4e-7000-8000-000000000000",
  format: "Not written as it should be",
  character: "Contains a character that cannot be stored",
  min: "At least {0}",
  "min-characters": "At least {0} characters",
  "min-entries": "At least {0} entries",
  max: "At most {0}",
  "max-characters": "At most {0} characters",
  "max-entries": "At most {0} entries",
  "more-than": "More than {0}",
  "less-than": "Less than {0}",
  "multiple-of": "A multiple of {0}",
  "one-of": "One of: {0}",
  only: "Only {0}",
  "unknown-fields": "Not known: {0}",
  "max-people": "At most {0} people",
  "free-then": "Free at this time: {0}",
  "taken-on": "Taken on {0}",
  value: "Not a value that is taken here",
} as const;

export type InputRuleCode = keyof typeof ruleTexts;

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
  ruleTexts[code].replace("{0}", () => value);
