import type { Language } from "@verandah/contract/language.ts";
import { DEFAULT_SCHEDULE_NAME } from "@verandah/contract/schedules/schedule-days.ts";
import { sql } from "kysely";

import type { ReportScope, SourceColumn } from "../report-rows.repository.ts";
import {
  type CodeTexts,
  codesOf,
  containsText,
  everyPart,
  textsOf,
  codeTextContains,
  codeTextRank,
} from "./coded-columns.repository.ts";
import { failureReasonTexts, nameTexts, reasonTexts } from "./state-texts.ts";

/**
 * Progress of a command with the reason of a failure, and of an occurrence with the reason that it was not executed. `detail` is the name
 * of the rule or sender that replaced it. `units` are the names of units that did not follow, each with the code of the reason.
 */
export function progressColumn(
  { language }: ReportScope,
  statesIn: (language: Language) => CodeTexts,
): SourceColumn {
  const plain = sql`r.state || coalesce(': ' || r.failure, '')`;
  if (!language) return { shown: plain };
  const [states, failures, reasons] = [
    statesIn(language),
    failureReasonTexts(language),
    reasonTexts(language),
  ];
  const standard = nameTexts(language)[DEFAULT_SCHEDULE_NAME] ?? "";
  const detailOf = (reason: string, detail: string) =>
    `${reasons[reason]} ${reason === "replaced" && detail === DEFAULT_SCHEDULE_NAME ? standard : detail}`;
  const unitsText = (units: unknown[]) =>
    units
      .map(textsOf)
      .map(([name = "", code = ""]) => `${name}: ${failures[code] ?? code}`)
      .join("; ");
  const isDefault = sql`(r.reason = 'replaced' and r.detail = ${DEFAULT_SCHEDULE_NAME})`;
  const names = sql`case when not ${isDefault} then r.detail end`;
  return {
    shown: sql`jsonb_build_array(r.state, r.failure, r.reason, r.detail, r.units)`,
    toText: (stored) => {
      const [state = "", failure, reason, detail = ""] = textsOf(stored);
      const units: unknown = Array.isArray(stored) ? stored[4] : undefined;
      const why = Array.isArray(units)
        ? unitsText(units)
        : failure === undefined
          ? reason && (detail ? detailOf(reason, detail) : reasons[reason])
          : (failures[failure] ?? failure);
      return [states[state] ?? state, ...(why ? [why] : [])].join(": ");
    },
    contains: (text) =>
      everyPart(
        text,
        (part) => sql`(coalesce(${codeTextContains(states, sql`r.state`, part)}, false)
          or coalesce(${codeTextContains(failures, sql`r.failure`, part)}, false)
          or r.reason = any(${codesOf(reasons, part)}::text[])
          or ${containsText(names, part)}
          or ${isDefault} and ${standard.toLowerCase().includes(part)}
          or exists (select from jsonb_array_elements(r.units) as u
            where ${containsText(sql`u ->> 0`, part)} or ${codeTextContains(failures, sql`u ->> 1`, part)}))`,
      ),
    choices: { code: sql`r.state`, texts: states },
    sortedBy: sql`jsonb_build_array(${codeTextRank(states, sql`r.state`)}, r.failure, r.reason, r.detail, r.units)`,
  };
}
