import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Occurrence } from "@verandah/contract/schedule-days.ts";

/** What an occurrence is and why it came as it did, in the user's language. */
export function useOccurrenceWords() {
  const { t } = useLingui();

  function what({ kind, name, action }: Occurrence): string {
    const source = kind === "default" ? t`Default` : name;
    if (action === "on") return t`${source}: on`;
    if (action === "off") return t`${source}: off`;
    return action === "end" ? t`${source} ends` : t`${source} was changed`;
  }

  function why({ reason, detail, state, failed, units }: Occurrence): string | undefined {
    if (reason === "overruled") return detail ? t`Overruled by ${detail}` : t`The default holds already`;
    if (reason === "late") return t`No server ran at that time, nor in the ten minutes after it.`;
    if (reason === "no-units") return t`There is no air handling unit.`;
    if (failed.length > 0) return failed.map((one) => `${one.name}: ${one.why}`).join("; ");
    if (state === "planned" || units === 0) return undefined;
    return plural(units, { one: "# unit", other: "# units" });
  }

  return { what, why };
}
