import type { Language } from "@verandah/contract/language.ts";
import {
  alarmCodesWith,
  alarmMessage,
  alarmTemplates,
  alarmTextsWith,
  alarmTitles,
} from "@verandah/equipment/alarm-texts.ts";
import { symbolOf, unitCodes } from "@verandah/equipment/units.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";
import { sql } from "kysely";

import type { Fragment, ReportScope, SourceColumn } from "../report-rows.repository.ts";
import {
  containsText,
  everyPart,
  textsOf,
  codeTextContains,
  codeTextRank,
  SEPARATORS,
} from "./coded-columns.repository.ts";

const symbols = Object.fromEntries(unitCodes.map((unit) => [unit, symbolOf(unit)]));
const causedBy = msg`caused by {cause}`;

/** The parts of the messages of an alarm `a` and of its cause `h`. */
export const alarmParts = sql`a.message, a.text_name, a.text_numbers, a.text_unit, h.source_name as cause_source,
  case when h.text_name = any(${Object.keys(alarmTitles("en"))}::text[]) then h.text_name else h.message end as cause`;
/** Joins the cause `h` of alarm `a`. An explaining alarm with the same code groups alarms and is not a cause. */
export const causeJoin = sql`left join alarms as h on h.id = a.explained_by and h.code <> a.code`;

export const storedMessage = sql`jsonb_build_array(r.message, r.text_name, r.text_numbers, r.text_unit, r.cause, r.cause_source)`;

/** The message of an alarm with its cause in brackets. A message from a device is not translated. English uses the stored message. */
export function createMessageFormatter(language: Language): (stored: unknown) => string {
  const titles = alarmTitles(language);
  return (stored) => {
    const [message = "", name, , unit, cause = "", source] = textsOf(stored);
    const numbers: unknown = Array.isArray(stored) ? stored[2] : undefined;
    const text = name === undefined ? null : { name, numbers: Array.isArray(numbers) ? numbers : [], unit };
    const own = language === "en" ? message : alarmMessage(language, { message, text });
    if (source === undefined) return own;
    return `${own} (${translate(language, causedBy, { cause: `${titles[cause] ?? cause}, ${source}` })})`;
  };
}

/** Whether a message with its cause contains a word or number in lower case. */
export function messageContains(language: Language, word: string): Fragment {
  const isCause = sql`(${codeTextContains(alarmTitles(language), sql`r.cause`, word)}
    or ${containsText(sql`r.cause_source`, word)}
    or ${translate(language, causedBy, { cause: "" }).includes(word)} and r.cause_source is not null)`;
  return sql`(${ownMessageContains(language, word)} or coalesce(${isCause}, false))`;
}

function ownMessageContains(language: Language, word: string): Fragment {
  const isRecord = sql`coalesce(${containsText(sql`r.message`, word)}, false)`;
  if (language === "en") return isRecord;
  return sql`case when r.text_name = any(${Object.keys(alarmTemplates(language))}::text[])
    then r.text_name = any(${alarmTextsWith(language, word)}::text[])
      or coalesce(${codeTextContains(symbols, sql`r.text_unit`, word)}, false)
      or case when r.text_name = 'flood' then r.text_numbers[1] = any(${alarmCodesWith(language, word)}::float8[])
        else ${containsText(sql`array_to_string(r.text_numbers, ' ')`, word)} end
    else ${isRecord} end`;
}

/** Sorts by the text, then by its numbers. */
export const messageRank = (language: Language): Fragment =>
  language === "en"
    ? sql`to_jsonb(r.message)`
    : sql`jsonb_build_array(${codeTextRank(alarmTemplates(language), sql`r.text_name`)}, r.text_numbers, r.message)`;

/** The messages of alarms. The lists of the legacy API have no language. They contain the stored message without the cause. */
export const messageColumn = ({ language }: ReportScope): SourceColumn =>
  language
    ? {
        shown: storedMessage,
        toText: createMessageFormatter(language),
        contains: (text) => everyPart(text, (word) => messageContains(language, word), SEPARATORS),
        sortedBy: messageRank(language),
      }
    : { shown: sql`r.message` };
