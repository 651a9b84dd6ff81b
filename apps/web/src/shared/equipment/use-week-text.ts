import { useLingui } from "@lingui/react/macro";
import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";

import { weekdayNames } from "../format/time.ts";

/** Weekly times in words, e.g. `Monday, Tuesday: 09:00–18:00, setback 28 °C`. */
export function useWeekText() {
  const { t } = useLingui();
  return ({ timeData, weekData, setbackCelsius: celsius }: RecurringSchedule): string => {
    const names = weekdayNames();
    const days =
      weekData.length === names.length ? t`Every day` : weekData.map((day) => names[day]).join(", ");
    const times = timeData.map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");
    return `${days}: ${times}${celsius === null ? "" : `, ${t`setback ${celsius} °C`}`}`;
  };
}
