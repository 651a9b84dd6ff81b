import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The contract's plain words that stand alone. */
const whole: Record<string, MessageDescriptor> = {
  "A text": msg`A text`,
  "A number": msg`A number`,
  "A whole number": msg`A whole number`,
  "True or false": msg`True or false`,
  "A list": msg`A list`,
  "A group of fields": msg`A group of fields`,
  Nothing: msg({ message: "Nothing", comment: "What a field takes" }),
  "Another kind of value": msg`Another kind of value`,
  "An instant such as 2026-01-05T08:00:00Z": msg`An instant such as 2026-01-05T08:00:00Z`,
  "A date such as 2026-01-05": msg`A date such as 2026-01-05`,
  "An e-mail address": msg`An e-mail address`,
  "An id such as 0198c5de-7f4e-7000-8000-000000000000": msg`An id such as 0198c5de-7f4e-7000-8000-000000000000`,
  "Not written as it should be": msg`Not written as it should be`,
  "Not a value that is taken here": msg`Not a value that is taken here`,
  "Contains a character that cannot be stored": msg`Contains a character that cannot be stored`,
};

/** Those about a number or a list, which comes as it stands. */
const about: readonly [words: RegExp, translated: (value: string) => MessageDescriptor][] = [
  [/^At least ([\d.-]+)$/, (value) => msg`At least ${value}`],
  [/^At least (\d+) characters$/, (value) => msg`At least ${value} characters`],
  [/^At least (\d+) entries$/, (value) => msg`At least ${value} entries`],
  [/^At most ([\d.-]+)$/, (value) => msg`At most ${value}`],
  [/^At most (\d+) characters$/, (value) => msg`At most ${value} characters`],
  [/^At most (\d+) entries$/, (value) => msg`At most ${value} entries`],
  [/^More than ([\d.-]+)$/, (value) => msg`More than ${value}`],
  [/^Less than ([\d.-]+)$/, (value) => msg`Less than ${value}`],
  [/^A multiple of ([\d.-]+)$/, (value) => msg`A multiple of ${value}`],
  [/^One of: (.+)$/, (value) => msg`One of: ${value}`],
  [/^Only (.+)$/, (value) => msg({ message: `Only ${value}`, comment: "The one value that a field takes" })],
  [/^Not known: (.+)$/, (value) => msg`Not known: ${value}`],
];

/** What the contract's `plainWords` says of a field, in the user's language; undefined for any other text. */
export function plainWordsText(text: string): string | undefined {
  const known = whole[text];
  if (known) return i18n._(known);
  for (const [words, translated] of about) {
    const value = words.exec(text)?.[1];
    if (value !== undefined) return i18n._(translated(value));
  }
  return undefined;
}
