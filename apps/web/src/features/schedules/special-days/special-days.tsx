import { useLingui } from "@lingui/react/macro";
import { IconCalendarOff, IconCalendarTime } from "@tabler/icons-react";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { listScheduleDays, deleteScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { dayText, weekdayNames } from "#shared/format/time.ts";

import { NamedList } from "../named-list.tsx";
import { weeklyDefaultOf } from "../weekly-default.ts";
import { useDayWords, useDeletionWords } from "./day-scope.tsx";
import { SpecialDayDialog } from "./special-day-dialog.tsx";

/** Holidays and exceptions from today on, with a way to add and to delete them. */
export function SpecialDays({ today }: { today: string }) {
  const { t } = useLingui();
  const remove = useChange(deleteScheduleDay, { endsWhenShown: true });
  const dayWords = useDayWords();
  const deletionWords = useDeletionWords();
  const listed = useRoute(listScheduleDays, { from: today }, { keepsLast: true });
  return (
    <NamedList
      title={t`Holidays and exceptions`}
      addText={t`Add holiday or exception`}
      draft="special-day-dialog"
      of={listed}
      listOf={(days) => days}
      empty={<NoDays />}
      rowOf={(one) => {
        const { day, kind, name, timeData } = one;
        const when = dayText(Date.parse(`${day}T12:00:00Z`), "UTC");
        const times = timeData.map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");
        return {
          icon: kind === "holiday" ? IconCalendarOff : IconCalendarTime,
          lines: [`${dayWords(one)} · ${kind === "holiday" ? t`Holiday` : times}`],
          deleteText: t`Delete ${name}, ${when}`,
          question: deletionWords(one),
        };
      }}
      remove={({ id, day }) => remove.mutateAsync({ id, from: day })}
      isDeleting={remove.isPending}
      renderDialog={(_of, _days, onClose) => <SpecialDayDialog today={today} onClose={onClose} />}
    />
  );
}

/** Says on which weekdays the default applies. */
function NoDays() {
  const { t } = useLingui();
  const { data: weekly } = useRoute(getRecurringSchedule, {}, { select: weeklyDefaultOf });
  const names = weekdayNames();
  if (weekly === undefined) return null;
  const weekdays = weekly && weekly.timeData.length > 0 ? weekly.weekData.toSorted((a, b) => a - b) : [];
  const named = weekdays.map((weekday) => names[weekday]).join(", ");
  if (weekdays.length === 0) return t`None. There is no default.`;
  return weekdays.length === names.length
    ? t`None. The default applies every day.`
    : t`None. The default applies on ${named}.`;
}
