import { edgeKinds } from "@verandah/contract/devices/devices.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";
import { sql } from "kysely";

import type { Fragment, ReportScope, SourceColumn } from "../report-rows.repository.ts";

/** Texts by their codes, in one language. */
export type CodeTexts = Readonly<Record<string, string>>;

/** Whether a text contains a part in lower case. */
export const containsText = (text: Fragment, part: string): Fragment =>
  sql`strpos(lower(${text}), ${part}::text) > 0`;

const isOneOf = (code: Fragment, codes: readonly string[]): Fragment => sql`${code} = any(${codes}::text[])`;

/** The codes whose texts contain a part in lower case. */
export const codesOf = (texts: CodeTexts, part: string): string[] =>
  Object.keys(texts).filter((code) => texts[code]?.toLowerCase().includes(part));

/** Whether the text of a code contains a part. A code without a text is shown as it is. */
export const codeTextContains = (texts: CodeTexts, code: Fragment, part: string): Fragment =>
  sql`(${isOneOf(code, codesOf(texts, part))} or (not ${isOneOf(code, Object.keys(texts))} and ${containsText(code, part)}))`;

/** Sorts by the text of a code; codes without a text come first. */
export function codeTextRank(texts: CodeTexts, code: Fragment): Fragment {
  const inOrder = Object.entries(texts).toSorted(([, a], [, b]) => a.localeCompare(b));
  const ranks = JSON.stringify(Object.fromEntries(inOrder.map(([one], rank) => [one, rank])));
  return sql`coalesce(${ranks}::jsonb -> ${code}, to_jsonb(${code}))`;
}

/** Characters between words and numbers of a sentence. */
export const SEPARATORS = /[\s:,;()]/;

/**
 * Whether a cell of several texts and values, separated by `: `, `, ` or `; `, contains a text. Each part of the text must be in one of
 * them.
 *
 * @param contains the condition for a part in lower case
 * @param separators between the texts and values
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

/** The texts of an array from the database; undefined for other elements. */
export const textsOf = (stored: unknown): (string | undefined)[] =>
  Array.isArray(stored) ? stored.map((one: unknown) => (typeof one === "string" ? one : undefined)) : [];

/** A column of codes. The lists of the legacy API have no language. They keep the code. */
export function codeColumn(
  { language }: ReportScope,
  textsIn: (language: NonNullable<ReportScope["language"]>) => CodeTexts,
  code: Fragment,
): SourceColumn {
  if (!language) return { shown: code };
  const texts = textsIn(language);
  return {
    shown: code,
    toText: (stored) => (typeof stored === "string" ? (texts[stored] ?? stored) : null),
    contains: (text) => codeTextContains(texts, code, text.toLowerCase()),
    sortedBy: codeTextRank(texts, code),
  };
}

/** A column of few known codes, which a filter can choose. */
export function choiceColumn(
  scope: ReportScope,
  textsIn: (language: NonNullable<ReportScope["language"]>) => CodeTexts,
  code: Fragment,
): SourceColumn {
  const column = codeColumn(scope, textsIn, code);
  return scope.language ? { ...column, choices: { code, texts: textsIn(scope.language) } } : column;
}

/** The type of a device, or the kind of an edge that is no device. */
export function categoryColumn({ siteTypes }: ReportScope): SourceColumn {
  const types = [...builtInTypes, ...siteTypes].map(({ type }) => type);
  const categories = [...types, ...edgeKinds.map((kind) => kind.toUpperCase())].toSorted();
  const code = sql`r.category`;
  return { shown: code, choices: { code, texts: Object.fromEntries(categories.map((one) => [one, one])) } };
}

/** A column of names, with a text for rows without a name. */
export function nameOrTextColumn(name: Fragment, word: string): SourceColumn {
  return {
    shown: name,
    toText: (stored) => (typeof stored === "string" ? stored : word),
    contains: (text) => {
      const part = text.toLowerCase();
      return word.toLowerCase().includes(part)
        ? sql`(${name} is null or ${containsText(name, part)})`
        : containsText(name, part);
    },
    sortedBy: sql`lower(${name})`,
  };
}
