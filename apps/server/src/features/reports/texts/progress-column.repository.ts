import { DEFAULT_SCHEDULE_NAME } from "@verandah/contract/schedules/schedule-days.ts";
import { sql } from "kysely";

import type { ReportScope, SourceColumn } from "../report-rows.repository.ts";
import {
  codesOf,
  containsText,
  everyPart,
  textsOf,
  codeTextContains,
  codeTextRank,
} from "./coded-columns.repository.ts";
import { failureReasonTexts, nameTexts, reasonTexts, stateCodeTexts } from "./state-texts.ts";

/** Reasons whose detail is a name. */
const NAMING = ["overruled", "replaced"];

/**
 * Progress of a command with the reason of a failure, and of an occurrence with the reason that it was not executed. A detail is the name
 * of the rule or sender that replaced it, or units with a code each, as `AHU 1: unreachable; AHU 2: refused`.
 */
export function progressColumn({ language }: ReportScope): SourceColumn {
  const plain = sql`r.state || coalesce(': ' || r.failure, '')`;
  if (!language) return { shown: plain };
  const [states, failures, reasons] = [
    stateCodeTexts(language),
    failureReasonTexts(language),
    reasonTexts(language),
  ];
  const standard = nameTexts(language)[DEFAULT_SCHEDULE_NAME] ?? "";
  const ends = Object.keys(failures).join("|");
  const unitFailure = new RegExp(`: (${ends})(?=; |$)`, "gu");
  const detailOf = (reason: string, detail: string) => {
    if (!NAMING.includes(reason))
      return detail.replaceAll(unitFailure, (_, code: string) => `: ${failures[code]}`);
    return `${reasons[reason]} ${reason === "replaced" && detail === DEFAULT_SCHEDULE_NAME ? standard : detail}`;
  };
  const isDefault = sql`(r.reason = 'replaced' and r.detail = ${DEFAULT_SCHEDULE_NAME})`;
  const names = sql`case when not ${isDefault} then regexp_replace(r.detail, ${`: (${ends})(?=; |$)`}, '', 'g') end`;
  return {
    shown: sql`array[r.state, r.failure, r.reason, r.detail]`,
    toText: (stored) => {
      const [state = "", failure, reason, detail = ""] = textsOf(stored);
      const why =
        failure === undefined
          ? reason && (detail ? detailOf(reason, detail) : reasons[reason])
          : (failures[failure] ?? failure);
      return [states[state] ?? state, ...(why ? [why] : [])].join(": ");
    },
    contains: (text) =>
      everyPart(text, (part) => {
        const unitFailures = codesOf(failures, part).join("|");
        return sql`(coalesce(${codeTextContains(states, sql`r.state`, part)}, false)
          or coalesce(${codeTextContains(failures, sql`r.failure`, part)}, false)
          or r.reason = any(${codesOf(reasons, part)}::text[])
          or ${containsText(names, part)}
          or ${isDefault} and ${standard.toLowerCase().includes(part)}
          or r.detail ~ ${`: (${unitFailures || "-"})(; |$)`})`;
      }),
    sortedBy: sql`jsonb_build_array(${codeTextRank(states, sql`r.state`)}, r.failure, r.reason, r.detail)`,
  };
}
