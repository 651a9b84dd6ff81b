import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { InputRule, InputRuleCode } from "@verandah/contract/input-rules.ts";

const texts: Record<InputRuleCode, (value: string) => MessageDescriptor> = {
  required: () => msg`field cannot be empty`,
  text: () => msg`A text`,
  number: () => msg`A number`,
  "whole-number": () => msg`A whole number`,
  boolean: () => msg`True or false`,
  list: () => msg`A list`,
  group: () => msg`A group of fields`,
  nothing: () => msg({ message: "Nothing", comment: "What a field takes" }),
  "other-kind": () => msg`Another kind of value`,
  instant: () => msg`An instant such as 2026-01-05T08:00:00Z`,
  date: () => msg`A date such as 2026-01-05`,
  email: () => msg`An e-mail address`,
  id: () => msg`An id such as 0198c5de-7f4e-7000-8000-000000000000`,
  format: () => msg`Not written as it should be`,
  character: () => msg`Contains a character that cannot be stored`,
  min: (value) => msg`At least ${value}`,
  "min-characters": (value) => msg`At least ${value} characters`,
  "min-entries": (value) => msg`At least ${value} entries`,
  max: (value) => msg`At most ${value}`,
  "max-characters": (value) => msg`At most ${value} characters`,
  "max-entries": (value) => msg`At most ${value} entries`,
  "more-than": (value) => msg`More than ${value}`,
  "less-than": (value) => msg`Less than ${value}`,
  "multiple-of": (value) => msg`A multiple of ${value}`,
  "one-of": (value) => msg`One of: ${value}`,
  only: (value) => msg({ message: `Only ${value}`, comment: "The one value that a field takes" }),
  "unknown-fields": (value) => msg`Not known: ${value}`,
  "max-people": (value) => msg`At most ${value} people`,
  "free-then": (value) => msg`Free at this time: ${value}`,
  "taken-on": (value) => msg`Taken on ${value}`,
  value: () => msg`Not a value that is taken here`,
};

/** A rule of the contract in the user's language. */
export const inputRuleText = ({ code, value = "" }: InputRule): string => i18n._(texts[code](value));
