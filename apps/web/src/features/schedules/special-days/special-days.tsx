import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Text } from "@mantine/core";
import { IconCalendarOff, IconCalendarTime, IconPlus, IconTrash } from "@tabler/icons-react";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import {
  type ScheduleDay,
  listScheduleDays,
  deleteScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { dayText, weekdayNames } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { toastDone, toastRefused } from "../toasts.ts";
import { weeklyDefaultOf } from "../weekly-default.ts";
import { useDayWords, useDeletionWords } from "./day-scope.tsx";
import { SpecialDayDialog } from "./special-day-dialog.tsx";

import classes from "./special-days.module.css";

/** Holidays and exceptions from today on, with a way to add and to delete them. */
export function SpecialDays({ today }: { today: string }) {
  const { t } = useLingui();
  const listed = useRoute(listScheduleDays, { from: today }, { keepsLast: true });
  const [isAdding, setAdding] = useDraft("special-day-dialog", false);
  return (
    <SectionCard
      title={t`Holidays and exceptions`}
      aside={
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t`Add holiday or exception`}
        </Button>
      }
    >
      <Section of={listed} height={80} isPart>
        {(days) => <Days days={days} />}
      </Section>
      {isAdding && <SpecialDayDialog today={today} onClose={() => setAdding(false)} />}
    </SectionCard>
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
  return (
    <Text size="sm" c="dimmed">
      {weekdays.length === 0
        ? t`None. There is no default.`
        : weekdays.length === names.length
          ? t`None. The default applies every day.`
          : t`None. The default applies on ${named}.`}
    </Text>
  );
}

function Days({ days }: { days: readonly ScheduleDay[] }) {
  const { t } = useLingui();
  const remove = useChange(deleteScheduleDay, { endsWhenShown: true });
  const [askedId, setAskedId] = useState<number>();
  const dayWords = useDayWords();
  const deletionWords = useDeletionWords();
  if (days.length === 0) return <NoDays />;
  return (
    <ul>
      {days.map((one) => {
        const { id, day, kind, name, timeData } = one;
        const Icon = kind === "holiday" ? IconCalendarOff : IconCalendarTime;
        const when = dayText(Date.parse(`${day}T12:00:00Z`), "UTC");
        const question = deletionWords(one);
        const times = timeData.map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");
        return (
          <li key={id} className={classes["row"]}>
            <Icon size={16} aria-hidden />
            <div className={classes["what"]}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {dayWords(one)} · {kind === "holiday" ? t`Holiday` : times}
              </Text>
            </div>
            {askedId === id ? (
              <div className={classes["asked"]}>
                <DeleteQuestion
                  label={t`Delete ${name}, ${when}`}
                  {...(question && { question })}
                  isDeleting={remove.isPending}
                  onCancel={() => setAskedId(undefined)}
                  onDelete={() =>
                    remove.mutate(
                      { id, from: day },
                      {
                        onSuccess: () => toastDone(t`${name} was deleted.`),
                        onError: (failure) => toastRefused(errorText(failure)),
                      },
                    )
                  }
                />
              </div>
            ) : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Delete ${name}, ${when}`}
                onClick={() => setAskedId(id)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
