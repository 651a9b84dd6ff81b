import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import type { ReplyOf } from "@verandah/contract/route.ts";
import {
  addScheduleDay,
  deleteScheduleDay,
  previewHoliday,
  type ScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import { DAY_NAME_MAX } from "@verandah/contract/schedules/schedule-forms.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { dayText } from "#shared/format/time.ts";
import { refusalText } from "#shared/texts/field-text.ts";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";
import { showUndoToast } from "#shared/ui/feedback/undo-toast.tsx";
import { Form } from "#shared/ui/form/form.tsx";
import { Section } from "#shared/ui/section.tsx";
import { useToday } from "#shared/use-now.ts";

import { dayForm, type DayValues, OWN, useDayWords, useDeletionWords, useScopeFields } from "./day-scope.tsx";

const whenOf = (day: string) => dayText(Date.parse(`${day}T12:00:00Z`), "UTC");

interface HolidayFormProps {
  /** `2026-01-05` */
  day: string;
  onClose: () => void;
}

/** Makes a day a holiday, with its effects in words. */
export function HolidayForm({ day, onClose }: HolidayFormProps) {
  const { t } = useLingui();
  const add = useChange(addScheduleDay, { endsWhenShown: true });
  const undo = useChange(deleteScheduleDay);
  const scopeFields = useScopeFields();
  const [initial] = useState<DayValues>({
    kind: "holiday",
    day,
    name: t`Holiday`,
    timeData: [],
    isYearly: false,
    calendar: OWN,
  });
  const [{ calendar }, setValues] = useState(initial);
  const preview = useRoute(previewHoliday, { day, calendar: calendar === OWN ? undefined : calendar });
  const today = useToday(useSession().campus.timeZone);
  const when = whenOf(day);

  return (
    <Form
      initial={initial}
      onChange={setValues}
      schema={dayForm}
      action={t`Add holiday`}
      // A person must be able to read what will happen.
      isDisabled={() => !preview.data}
      submit={async (sent) => {
        const { id, name } = await add.mutateAsync(sent);
        showUndoToast(t`${name} was added.`, () => undo.mutateAsync({ id, from: day }));
      }}
      onDone={onClose}
      onCancel={onClose}
    >
      {({ values }) => [
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a holiday" }),
          maxLength: DAY_NAME_MAX,
        },
        ...scopeFields(values),
        <Alert
          key="effects"
          variant="light"
          title={values.isYearly ? t`Every year, first on ${when}` : when}
          role="status"
        >
          <Section
            of={preview}
            isPart
            errorText={preview.error ? refusalText(preview.error) : undefined}
            placeholder={<Loader size="xs" aria-busy aria-label={t`Effects`} />}
          >
            {(effects) => <HolidayEffects of={effects} isToday={day === today} />}
          </Section>
        </Alert>,
      ]}
    </Form>
  );
}

function HolidayEffects({ of, isToday }: { of: ReplyOf<typeof previewHoliday>; isToday: boolean }) {
  const { t } = useLingui();
  const { unitsOff, unscheduledOff, rooms } = of;
  const titles = of.overridden.join(", ");
  const paused = of.pausedLighting.join(", ");
  const effects = [
    unitsOff > 0 &&
      (isToday
        ? plural(unitsOff, {
            one: "# AHU off for the rest of the day",
            other: "# AHUs off for the rest of the day",
          })
        : plural(unitsOff, { one: "# AHU off all day", other: "# AHUs off all day" })),
    unscheduledOff > 0 &&
      plural(unscheduledOff, {
        one: "# AHU without a schedule is switched off",
        other: "# AHUs without a schedule are switched off",
      }),
    unitsOff + unscheduledOff === 0 && t`No AHU would be on`,
    paused ? t`lighting schedules pause: ${paused}` : t`lighting unchanged`,
  ];
  return (
    <>
      <Text size="sm" fw={600}>
        {effects.filter(Boolean).join(", ")}
      </Text>
      {titles && <Text size="sm">{t`Schedules without effect: ${titles}`}</Text>}
      {rooms > 0 && (
        <Text size="sm">
          {plural(rooms, {
            one: "The air of # booked room is not prepared",
            other: "The air of # booked rooms is not prepared",
          })}
        </Text>
      )}
    </>
  );
}

interface SpecialDayProps {
  of: ScheduleDay;
  onClose: () => void;
}

/** Shows a holiday or an exception, and deletes it. */
export function SpecialDayDetails({ of, onClose }: SpecialDayProps) {
  const { t } = useLingui();
  const { id, day, kind, name, timeData, isYearly, until, calendar } = of;
  const what = useDayWords()(of);
  const affected = useDeletionWords()(of);
  const remove = useChange(deleteScheduleDay, { endsWhenShown: true });
  const undo = useChange(addScheduleDay);
  const { building, campus } = useSession();
  const isOver = day < useToday(campus.timeZone);
  const times = timeData.map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");

  function destroy() {
    remove.mutate(
      { id, from: day },
      {
        onSuccess: () => {
          const owner = calendar ? { calendar: calendar.id } : { building: building.id };
          const deleted = t`${name} was deleted.`;
          // A repetition with an end cannot be added again.
          if (until === null)
            showUndoToast(deleted, () => undo.mutateAsync({ ...owner, day, kind, name, timeData, isYearly }));
          else showToast({ kind: "success", text: deleted });
          onClose();
        },
        onError: toastFailure,
      },
    );
  }

  return (
    <Stack gap="md">
      <Text>
        {name} · {what} · {kind === "holiday" ? t`Nothing is switched on.` : times}
      </Text>
      {!isOver && affected && (
        <Text size="sm" c="dimmed">
          {affected}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        {!isOver && (
          <Button loading={remove.isPending} onClick={destroy}>
            {isYearly
              ? t`End from this date on`
              : kind === "holiday"
                ? t`Delete holiday`
                : t`Delete exception`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
