import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { failureTexts, isFailure } from "@verandah/contract/commands/failure-texts.ts";
import type { Occurrence } from "@verandah/contract/schedules/schedule-days.ts";

import { useOriginName } from "#shared/commands/use-origin-name.ts";

/** Texts of an occurrence and of the reason of its result, in the user's language. */
export function useOccurrenceTexts() {
  const { t, i18n } = useLingui();
  const originName = useOriginName();

  function what({ kind, name, preparedRoom, action }: Occurrence): string {
    const source = kind === "default" ? t`Default` : (preparedRoom ?? name);
    if (action === "on") return t`${source}: on`;
    if (action === "off") return t`${source}: off`;
    if (action === "end") return t`${source} ends`;
    return kind === "default" ? t`Default schedule changed` : t`${source} was changed`;
  }

  const failureText = (code: string) => (isFailure(code) ? i18n._(failureTexts[code]) : t`unknown reason`);

  function unitTexts({ failed, replaced, overridden }: Occurrence): string[] {
    return [
      ...failed.map(({ name, why: code }) => `${name}: ${failureText(code)}`),
      ...replaced.map(({ name, by }) => {
        const origin = originName(by);
        return `${name}: ${t`replaced by ${origin}`}`;
      }),
      ...overridden.map((name) => `${name}: ${t`without effect while it is overridden`}`),
    ];
  }

  function why(occurrence: Occurrence): string | undefined {
    const { reason, detail, state, units } = occurrence;
    if (reason === "overruled") return detail ? t`Overridden by ${detail}` : t`The default already applies`;
    if (reason === "late") return t`No server ran at that time, nor in the ten minutes after it.`;
    if (reason === "no-units") return t`There is no equipment for it.`;
    if (reason === "replaced") {
      const origin = originName(detail);
      return t`Replaced by ${origin}`;
    }
    const texts = unitTexts(occurrence);
    if (texts.length > 0) return texts.join("; ");
    if (state === "planned" || units === 0) return undefined;
    return plural(units, { one: "# unit", other: "# units" });
  }

  return { what, why };
}
