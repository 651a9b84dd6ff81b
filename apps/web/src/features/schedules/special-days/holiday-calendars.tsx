import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { IconCalendarOff } from "@tabler/icons-react";
import type { ReplyOf, SentOf } from "@verandah/contract/route.ts";
import {
  createHolidayCalendar,
  deleteHolidayCalendar,
  editHolidayCalendar,
  type HolidayCalendar,
  listHolidayCalendars,
} from "@verandah/contract/schedules/holiday-calendars.ts";
import { CALENDAR_NAME_MAX, holidayCalendarData } from "@verandah/contract/schedules/schedule-forms.ts";

import { useChange, useChangeBy } from "#data/query/use-change.ts";
import { useNewest } from "#data/query/use-newest.ts";
import { useRoute } from "#data/query/use-route.ts";
import { call } from "#shared/call.ts";

import { NamedDialog } from "../named-dialog.tsx";
import { NamedList } from "../named-list.tsx";

/** Lists of holidays that buildings share. */
export function HolidayCalendars() {
  const { t } = useLingui();
  const remove = useChange(deleteHolidayCalendar, { endsWhenShown: true });
  const listed = useRoute(listHolidayCalendars, {}, { keepsLast: true });
  return (
    <NamedList
      title={t`Holiday calendars`}
      addText={t`New calendar`}
      draft="holiday-calendar-dialog"
      of={listed}
      listOf={({ calendars }) => calendars}
      empty={t`None. A calendar is a list of holidays that several buildings share.`}
      rowOf={({ buildings, days }) => {
        const places = buildings.map((building) => building.name).join(", ");
        const toCome = plural(days, { one: "# day to come", other: "# days to come" });
        return {
          icon: IconCalendarOff,
          lines: [`${toCome} · ${places || t`No building follows it`}`],
          question: t`Its days to come will be usual days. Past ones stay.`,
        };
      }}
      remove={(calendar) => remove.mutateAsync({ id: calendar.id, openedOn: valuesOf(calendar) })}
      isDeleting={remove.isPending}
      canEdit
      renderDialog={(of, { buildings }, onClose) => (
        <CalendarDialog of={of} buildings={buildings} onClose={onClose} />
      )}
    />
  );
}

interface DialogProps extends Pick<ReplyOf<typeof listHolidayCalendars>, "buildings"> {
  /** Undefined for a new calendar. */
  of: HolidayCalendar | undefined;
  onClose: () => void;
}

type Values = SentOf<typeof createHolidayCalendar>;

const valuesOf = ({ name, buildings }: HolidayCalendar): Values => ({
  name,
  buildings: buildings.map(({ id }) => id),
});

/** The name of a calendar and the buildings that follow it. */
function CalendarDialog({ of, buildings, onClose }: DialogProps) {
  const { t } = useLingui();
  const newest = useNewest();
  const save = useChangeBy(
    createHolidayCalendar,
    ({ openedOn, ...data }: Values & { openedOn: Values | undefined }) =>
      of ? call(editHolidayCalendar, { id: of.id, ...data, openedOn }) : call(createHolidayCalendar, data),
    { endsWhenShown: true },
  );
  return (
    <NamedDialog<HolidayCalendar, Values>
      title={of ? t`Edit calendar` : t`New calendar`}
      draft="holiday-calendar"
      of={of}
      blank={{ name: "", buildings: [] }}
      valuesOf={valuesOf}
      schema={holidayCalendarData}
      save={(data, openedOn) => save.mutateAsync({ ...data, openedOn })}
      clash="holiday-calendar-changed"
      newest={async () => (await newest(listHolidayCalendars, {})).calendars}
      onClose={onClose}
      fields={[
        {
          name: "name",
          label: t({ message: "Name", comment: "Of a holiday" }),
          maxLength: CALENDAR_NAME_MAX,
        },
        {
          name: "buildings",
          kind: "choices",
          label: t`Buildings`,
          description: t`A building follows the calendar from today on. Past days stay as they were.`,
          options: buildings.map(({ id, name }) => ({ value: id, label: name })),
          clearable: true,
          clearButtonProps: { "aria-label": t`Clear the buildings` },
        },
      ]}
    />
  );
}
