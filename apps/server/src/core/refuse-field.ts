import { type InputRule, inputRuleText } from "@verandah/contract/input-rules.ts";
import { AppError, type ProblemCode } from "@verandah/contract/problems.ts";

/** An error for one field, with a rule that the browser can translate. */
export const refuseField = (code: ProblemCode, field: string, rule: InputRule): AppError =>
  new AppError(code, { fields: { [field]: inputRuleText(rule) }, rules: { [field]: rule } });
