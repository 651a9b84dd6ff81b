import { useLingui } from "@lingui/react/macro";
import { IconCalendarOff, IconCalendarTime } from "@tabler/icons-react";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import {
  listScheduleDays,
  deleteScheduleDay,
  addScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import { DAY_NAME_MAX } from "@verandah/contract/schedules/schedule-forms.ts";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { dayText, weekdayNames } from "#shared/format/time.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { NamedList } from "../named-list.tsx";
import { TimesField } from "../times-field.tsx";
import { weeklyDefaultOf } from "../weekly-default.ts";
import { useDayWords, useDeletionWords, dayForm, type DayValues, OWN, useScopeFields } from "./day-scope.tsx";

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

interface Props {
  /** `2026-01-05` */
  today: string;
  onClose: () => void;
}

/** Adds a holiday, or a day with times of its own. */
function SpecialDayDialog({ today, onClose }: Props) {
  const { t } = useLingui();
  const add = useChange(addScheduleDay, { endsWhenShown: true });
  const scopeFields = useScopeFields();
  const [draft, keepDraft] = useDraft<DayValues>("special-day", {
    kind: "holiday",
    day: today,
    name: "",
    timeData: [{ ON: "09:00", OFF: "13:00" }],
    isYearly: false,
    calendar: OWN,
  });
  return (
    <FormDialog
      title={t`Add holiday or exception`}
      onClose={onClose}
      initial={draft}
      onChange={keepDraft}
      schema={dayForm}
      action={t`Add`}
      submit={(sent) => add.mutateAsync(sent)}
      done={({ name }) => t`${name} was added.`}
    >
      {({ values, set, errorOf }) => [
        {
          name: "kind",
          kind: "radio",
          label: t`Kind`,
          options: [
            { value: "holiday", label: t`Holiday`, description: t`Nothing is switched on.` },
            { value: "exception", label: t`Exception`, description: t`Special hours for this day.` },
          ],
        },
        { name: "day", kind: "day", label: t`Date`, min: today },
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a holiday" }),
          maxLength: DAY_NAME_MAX,
          "data-autofocus": true,
        },
        ...scopeFields(values),
        values.kind === "exception" && (
          <TimesField
            key="times"
            times={values.timeData}
            errorOf={errorOf}
            onChange={(timeData) => set({ timeData })}
          />
        ),
      ]}
    </FormDialog>
  );
}
