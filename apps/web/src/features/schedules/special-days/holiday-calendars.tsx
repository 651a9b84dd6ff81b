import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, MultiSelect, Text, TextInput } from "@mantine/core";
import { IconCalendarOff, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReplyOf } from "@verandah/contract/route.ts";
import {
  createHolidayCalendar,
  deleteHolidayCalendar,
  editHolidayCalendar,
  type HolidayCalendar,
  listHolidayCalendars,
} from "@verandah/contract/schedules/holiday-calendars.ts";
import { CALENDAR_NAME_MAX, holidayCalendarData } from "@verandah/contract/schedules/schedule-forms.ts";
import { useState } from "react";

import { useChange, useChangeBy } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { call } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

import { toastDone, toastRefused } from "../toasts.ts";

import classes from "./special-days.module.css";

type Listed = ReplyOf<typeof listHolidayCalendars>;
/** A new calendar. */
const NEW = { id: undefined, name: "", buildings: [] };

/** Lists of holidays that buildings share. */
export function HolidayCalendars() {
  const { t } = useLingui();
  const listed = useRoute(listHolidayCalendars, {}, { keepsLast: true });
  const [opened, setOpened] = useState<HolidayCalendar | typeof NEW>();
  return (
    <SectionCard
      title={t`Holiday calendars`}
      aside={
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpened(NEW)}
        >
          {t`New calendar`}
        </Button>
      }
    >
      <Section of={listed} height={40} isPart>
        {({ calendars }) => <Calendars calendars={calendars} onEdit={setOpened} />}
      </Section>
      {opened && listed.data && (
        <CalendarDialog of={opened} buildings={listed.data.buildings} onClose={() => setOpened(undefined)} />
      )}
    </SectionCard>
  );
}

interface CalendarsProps {
  calendars: Listed["calendars"];
  onEdit: (calendar: HolidayCalendar) => void;
}

function Calendars({ calendars, onEdit }: CalendarsProps) {
  const { t } = useLingui();
  const remove = useChange(deleteHolidayCalendar, { endsWhenShown: true });
  const [askedId, setAskedId] = useState<number>();
  if (calendars.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t`None. A calendar is a list of holidays that several buildings share.`}
      </Text>
    );
  return (
    <ul>
      {calendars.map((one) => {
        const { id, name, buildings, days } = one;
        const places = buildings.map((building) => building.name).join(", ");
        return (
          <li key={id} className={classes["row"]}>
            <IconCalendarOff size={16} aria-hidden />
            <div className={classes["what"]}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {plural(days, { one: "# day to come", other: "# days to come" })} ·{" "}
                {places || t`No building follows it`}
              </Text>
            </div>
            {askedId === id ? (
              <div className={classes["asked"]}>
                <DeleteQuestion
                  label={t`Delete ${name}`}
                  question={t`Its days to come will be usual days. Past ones stay.`}
                  isDeleting={remove.isPending}
                  onCancel={() => setAskedId(undefined)}
                  onDelete={() =>
                    remove.mutate(
                      { id },
                      {
                        onSuccess: () => toastDone(t`${name} was deleted.`),
                        onError: (failure) => toastRefused(errorText(failure)),
                      },
                    )
                  }
                />
              </div>
            ) : (
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Edit ${name}`}
                  onClick={() => onEdit(one)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Delete ${name}`}
                  onClick={() => setAskedId(id)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DialogProps {
  of: HolidayCalendar | typeof NEW;
  buildings: Listed["buildings"];
  onClose: () => void;
}

/** The name of a calendar and the buildings that follow it. */
function CalendarDialog({ of, buildings, onClose }: DialogProps) {
  const { t } = useLingui();
  const { id } = of;
  const [name, setName] = useState(of.name);
  const [followers, setFollowers] = useState(() => of.buildings.map((one) => String(one.id)));
  const [wrong, setWrong] = useState<string>();
  const save = useChangeBy(
    createHolidayCalendar,
    (data: { name: string; buildings: number[] }) =>
      id === undefined ? call(createHolidayCalendar, data) : call(editHolidayCalendar, { id, ...data }),
    { endsWhenShown: true },
  );

  function submit() {
    const parsed = holidayCalendarData.safeParse({ name, buildings: followers.map(Number) });
    setWrong(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    save.mutate(parsed.data, {
      onSuccess: () => {
        toastDone(t`${name} was saved.`);
        onClose();
      },
      onError: (failure) => toastRefused(errorText(failure)),
    });
  }

  return (
    <Dialog onClose={onClose} title={id === undefined ? t`New calendar` : t`Edit calendar`}>
      <DialogForm isPending={save.isPending} onSubmit={submit} onCancel={onClose}>
        <TextInput
          label={t({ message: "Name", comment: "Of a holiday" })}
          maxLength={CALENDAR_NAME_MAX}
          value={name}
          error={fieldText(wrong)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiSelect
          label={t`Buildings`}
          description={t`A building follows the calendar from today on. Past days stay as they were.`}
          data={buildings.map((one) => ({ value: String(one.id), label: one.name }))}
          value={followers}
          onChange={setFollowers}
          clearable
          clearButtonProps={{ "aria-label": t`Clear the buildings` }}
        />
      </DialogForm>
    </Dialog>
  );
}
