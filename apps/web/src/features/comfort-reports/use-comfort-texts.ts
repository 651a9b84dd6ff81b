import { useLingui } from "@lingui/react/macro";
import type { ComfortKind, ComfortOutcome } from "@verandah/contract/comfort-reports.ts";

/** Texts of the kinds of reports and of their outcomes. */
export function useComfortTexts() {
  const { t } = useLingui();
  const kinds: Record<ComfortKind, string> = { "too-warm": t`Too warm`, "too-cold": t`Too cold` };
  const outcomes: Record<ComfortOutcome, string> = {
    "setpoint-changed": t`Setpoint changed`,
    "unit-started": t`Unit started`,
    "fault-reported": t`Fault reported`,
    "nothing-to-change": t`Nothing to change`,
  };
  return {
    kinds,
    outcomes,
    /** An outcome with its note. */
    outcomeText: ({ code, note }: { code: ComfortOutcome; note: string }) =>
      note ? `${outcomes[code]}. ${note}` : outcomes[code],
  };
}
