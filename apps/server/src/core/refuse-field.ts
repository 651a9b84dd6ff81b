import { type InputRule, inputRuleText } from "@verandah/contract/input-rules.ts";
import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";

/** A refusal whose field has a rule that a browser can translate. */
export const refuseField = (code: ProblemCode, field: string, rule: InputRule): AppError =>
  new AppError(code, { fields: { [field]: inputRuleText(rule) }, rules: { [field]: rule } });
