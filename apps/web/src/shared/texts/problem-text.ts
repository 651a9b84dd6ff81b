import { i18n, type MessageDescriptor } from "@lingui/core";
import { type ProblemCode, problems } from "@verandah/contract/problems.ts";

/** The text of a refusal; undefined for a code of a newer server. */
export const problemMessage = (code: ProblemCode): MessageDescriptor | undefined =>
  Object.hasOwn(problems, code) ? problems[code].text : undefined;

/** The text of a refusal in the user's language. */
export const problemText = (code: ProblemCode): string => i18n._(problems[code].text);
