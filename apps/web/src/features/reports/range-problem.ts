import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { RANGE_MAX_DAYS } from "@verandah/contract/paging.ts";

/** The error of a range, if any. Source: spec 2 §8; the second text is the contract's. */
export function rangeProblem(from: string, to: string): MessageDescriptor | undefined {
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs <= 0) return msg`End date should be greater than start date`;
  return lengthMs > RANGE_MAX_DAYS * 86_400_000 ? msg`A report covers at most a year` : undefined;
}
