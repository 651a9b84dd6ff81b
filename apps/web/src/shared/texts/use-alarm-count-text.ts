import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { AlarmSummary } from "@verandah/contract/alarms/alarms.ts";

import { numberText } from "../format/number.ts";

/** Active alarms by class, and those that have returned and wait for an acknowledgement, in the words of every screen. */
export function useAlarmCountText() {
  const { t } = useLingui();
  return ({ active, returned }: Pick<AlarmSummary, "active" | "returned">): string => {
    const critical = numberText(active.critical);
    const low = numberText(active.noncritical);
    const counted = t`Active alarms: ${critical} critical, ${low} low`;
    if (returned === 0) return counted;
    const waiting = plural(returned, {
      one: "# returned, not acknowledged",
      other: "# returned, not acknowledged",
    });
    return `${counted} · ${waiting}`;
  };
}
