import { sql } from "kysely";

import type { Fragment, ReportScope, SourceColumn } from "../report-rows.repository.ts";

/** Words by their codes, in one language. */
export type CodeWords = Readonly<Record<string, string>>;

/** Whether a text contains a part, which is in lower case. */
export const containsText = (text: Fragment, part: string): Fragment =>
  sql`strpos(lower(${text}), ${part}::text) > 0`;

const isOneOf = (code: Fragment, codes: readonly string[]): Fragment => sql`${code} = any(${codes}::text[])`;

/** The codes whose words contain a part, which is in lower case. */
export const codesOf = (words: CodeWords, part: string): string[] =>
  Object.keys(words).filter((code) => words[code]?.toLowerCase().includes(part));

/** Whether the word of a code contains a part. A code without a word is shown as it is. */
export const wordContains = (words: CodeWords, code: Fragment, part: string): Fragment =>
  sql`(${isOneOf(code, codesOf(words, part))} or (not ${isOneOf(code, Object.keys(words))} and ${containsText(code, part)}))`;

/** Sorts by the word of a code; codes without a word come first. */
export function wordRank(words: CodeWords, code: Fragment): Fragment {
  const inOrder = Object.entries(words).toSorted(([, a], [, b]) => a.localeCompare(b));
  const ranks = JSON.stringify(Object.fromEntries(inOrder.map(([one], rank) => [one, rank])));
  return sql`coalesce(${ranks}::jsonb -> ${code}, to_jsonb(${code}))`;
}

/** Between words and numbers of a sentence. */
export const WORDS = /[\s:,;()]/;

/**
 * Whether a cell made of words and values, separated by `: `, `, ` or `; `, contains a text: each part of the text is in one of them.
 *
 * @param contains the condition for a part, which is in lower case
 * @param separators of the words and values
 */
export function everyPart(
  text: string,
  contains: (part: string) => Fragment,
  separators = /[:,;]/,
): Fragment {
  const parts = text
    .toLowerCase()
    .split(separators)
    .map((part) => part.trim())
    .filter(Boolean);
  return sql`(${sql.join([sql`true`, ...parts.map(contains)], sql` and `)})`;
}

/** The texts of an array as the database has it; undefined for other elements. */
export const textsOf = (stored: unknown): (string | undefined)[] =>
  Array.isArray(stored) ? stored.map((one: unknown) => (typeof one === "string" ? one : undefined)) : [];

/** A column of codes. The lists of the old interface, which have no language, keep the code. */
export function codeColumn(
  { language }: ReportScope,
  wordsIn: (language: NonNullable<ReportScope["language"]>) => CodeWords,
  code: Fragment,
): SourceColumn {
  if (!language) return { shown: code };
  const words = wordsIn(language);
  return {
    shown: code,
    inWords: (stored) => (typeof stored === "string" ? (words[stored] ?? stored) : null),
    contains: (text) => wordContains(words, code, text.toLowerCase()),
    sortedBy: wordRank(words, code),
  };
}

/** A column of names, with a word for rows without a name. */
export function nameOrWordColumn(name: Fragment, word: string): SourceColumn {
  return {
    shown: name,
    inWords: (stored) => (typeof stored === "string" ? stored : word),
    contains: (text) => {
      const part = text.toLowerCase();
      return word.toLowerCase().includes(part)
        ? sql`(${name} is null or ${containsText(name, part)})`
        : containsText(name, part);
    },
    sortedBy: sql`lower(${name})`,
  };
}
