import { useLingui } from "@lingui/react/macro";
import { Box, Button, Card, Group, Select, Stack, Text } from "@mantine/core";
import type { ScheduleEventData } from "@mantine/schedule";
import { IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { listScheduleDays, type ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { scheduleDate } from "@verandah/contract/schedules/schedule-forms.ts";
import {
  intensityColor,
  listHvacSchedules,
  listSchedules,
  type Schedule,
  SCHEDULE_TYPE,
} from "@verandah/contract/schedules/schedules.ts";
import { listUnitGroups } from "@verandah/contract/schedules/unit-groups.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import { useCallback, useEffect, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useDraft } from "#shared/drafts.ts";
import { instantOfWallTime } from "#shared/format/wall-time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { useToday } from "#shared/use-now.ts";

import { calendarEvents, dayEventId, isEventOf, shownDays } from "./calendar/calendar-events.ts";
import { type CalendarView, calendarViews } from "./calendar/calendar-views.ts";
import { ScheduleCalendar } from "./calendar/schedule-calendar.tsx";
import { nextSlot, type Slot, withoutMidnight } from "./calendar/slots.ts";
import { ChangeDefaultDialog } from "./change-default-dialog.tsx";
import { DayStrip } from "./day-strip.tsx";
import { OccurrenceList } from "./occurrences/occurrence-list.tsx";
import { type ScheduleScope, TypeIcon, useScheduleTypeText } from "./schedule-type.tsx";
import { ScheduleDialog } from "./schedule/schedule-dialog.tsx";
import { HolidayCalendars } from "./special-days/holiday-calendars.tsx";
import { SpecialDayDetails } from "./special-days/holiday.tsx";
import { SpecialDays } from "./special-days/special-days.tsx";
import { UnitGroups } from "./unit-groups/unit-groups.tsx";
import { useAskedForm } from "./use-asked-form.ts";
import { isPast } from "./wall-clock-text.ts";
import { weeklyDefaultOf } from "./weekly-default.ts";

import calendarKeyClasses from "./calendar/schedule-calendar.module.css";
import classes from "./scheduler-screen.module.css";

/** Choices of weekly times. */
const DEFAULT_ONLY = "default";
const ALL = "all";

/** Source: spec 2 §9 Change Default re-enable. */
const LOCK_MS = 4_000;

/** Locks something for 4 s after an attempt. */
function useLock(): [isLocked: boolean, lock: () => void] {
  const [lockedAtMs, setLockedAtMs] = useState<number>();
  useEffect(() => {
    if (lockedAtMs === undefined) return undefined;
    const timer = setTimeout(() => setLockedAtMs(undefined), LOCK_MS);
    return () => clearTimeout(timer);
  }, [lockedAtMs]);
  return [lockedAtMs !== undefined, useCallback(() => setLockedAtMs(Date.now()), [])];
}

interface CalendarState {
  view: CalendarView;
  /** `2026-01-05` */
  day: string;
  /** The group whose weekly times are drawn beside the default: an id, or `all`. */
  group: string | undefined;
}

const isScheduleDay = (day: string): boolean => scheduleDate.safeParse(day).success;

/** Whether it is a valid day, including the weeks around it whose special days are loaded. */
function canShow(day: string): boolean {
  if (!isScheduleDay(day)) return false;
  const { first, last } = shownDays(day);
  return isScheduleDay(first) && isScheduleDay(last);
}

/** The shown view and day: the current week unless the address has another one. */
function useCalendarState(
  today: string,
): [
  CalendarState,
  (fields: { view?: CalendarView; date?: string; group?: string | number | undefined }) => void,
] {
  const [search, change] = useSearchState();
  const view = calendarViews.find((one) => one === search["view"]) ?? "week";
  const date = searchText(search["date"]) ?? "";
  return [{ view, day: canShow(date) ? date : today, group: searchText(search["group"]) }, change];
}

/** Whether a query has the data of the shown days, not those of other days. */
const isLoaded = <T,>(
  query: UseQueryResult<T>,
): query is UseQueryResult<T> & { data: T; isPlaceholderData: false } =>
  query.data !== undefined && !query.isPlaceholderData;

/** The calendar of the air handling and its weekly default. Source: spec 2 §2 Default schedule editor. */
export const AhuSchedulerScreen = () => <SchedulerOf scope="air" />;

/** The calendar of lighting and personal cooling. Source: spec 1 §2 Scheduler. */
export const SchedulerScreen = () => <SchedulerOf scope="all" />;

function SchedulerOf({ scope }: { scope: ScheduleScope }) {
  const isAir = scope === "air";
  const { t } = useLingui();
  const { campus } = useSession();
  const { timeZone } = campus;
  const today = useToday(timeZone);
  const [{ view, day, group }, change] = useCalendarState(today);
  const { first, last } = shownDays(day);
  const instantOfDay = (text: string) => instantOfWallTime(`${text}T00:00`, timeZone) ?? "";
  const schedules = useRoute(
    isAir ? listHvacSchedules : listSchedules,
    { from: instantOfDay(first), to: instantOfDay(addDays(last, 1)) },
    { keepsLast: true },
  );
  const weekly = useRoute(getRecurringSchedule, {}, { select: weeklyDefaultOf });
  const { data: { groups } = { groups: [] } } = useRoute(listUnitGroups, isAir ? {} : undefined);
  const shownGroups = groups.filter(({ id }) => group === ALL || group === String(id));
  // Includes the present day and the next, on which New begins, whatever the calendar shows.
  const tomorrow = addDays(today, 1);
  const days = useRoute(
    listScheduleDays,
    { from: first < today ? first : today, to: last > tomorrow ? last : tomorrow },
    { keepsLast: true },
  );
  const [opened, setOpened] = useDraft<Schedule | Slot | undefined>("schedule-dialog", undefined);
  const [openedDay, setOpenedDay] = useState<ScheduleDay>();
  const [isChanging, setChanging] = useState(false);
  const [isLocked, lock] = useLock();
  const openNew = () => setOpened(nextSlot(Date.now(), timeZone));
  useAskedForm("schedule", openNew);

  function choose(slot: Slot) {
    if (isPast(slot.start, timeZone))
      showToast({ kind: "error", text: t`You can create schedule for future time only.` });
    else setOpened(withoutMidnight(slot));
  }

  function openEvent(event: ScheduleEventData) {
    const schedule = schedules.data?.schedules.find((one) => isEventOf(event.id, one));
    if (schedule) setOpened(schedule);
    else setOpenedDay(days.data?.find((one) => event.id === dayEventId(one)));
  }

  const weeks = [
    ...(weekly.data ? [{ ...weekly.data, name: t`Default` }] : []),
    ...shownGroups.map(({ name, ...week }) => ({ ...week, name: t`Group: ${name}` })),
  ];
  const failure = schedules.error ?? weekly.error ?? days.error;
  const events = calendarEvents(
    {
      day,
      today,
      schedules: schedules.data?.schedules ?? [],
      weeks: isAir ? weeks : [],
      days: days.data ?? [],
      timeZone,
      hasHours: view !== "month",
    },
    {
      holiday: (name) => t`Holiday: ${name}`,
      exception: (name) => t`Exception: ${name}`,
    },
  );
  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="xs">
        <PageTitle>{isAir ? t`AHU Scheduler` : t`Scheduler`}</PageTitle>
        <Group gap="xs">
          {groups.length > 0 && (
            <Select
              aria-label={t`Weekly times in the calendar`}
              data={[
                { value: DEFAULT_ONLY, label: t`Default only` },
                { value: ALL, label: t`Default and all groups` },
                ...groups.map(({ id, name }) => ({ value: String(id), label: t`Default and ${name}` })),
              ]}
              allowDeselect={false}
              value={group === ALL ? ALL : String(shownGroups[0]?.id ?? DEFAULT_ONLY)}
              // An id stays a number in the address.
              onChange={(chosen) => change({ group: chosen === ALL ? ALL : Number(chosen) || undefined })}
            />
          )}
          {isAir && (
            <Button variant="default" disabled={!weekly.data || isLocked} onClick={() => setChanging(true)}>
              {t`Change Default`}
            </Button>
          )}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
            {t({ message: "New", comment: "Makes a schedule" })}
          </Button>
        </Group>
      </Group>
      <ErrorBanner error={failure} />
      <div className={classes["parts"]}>
        <Card padding="sm" aria-busy={schedules.isPending} miw={0}>
          <div className={classes["stripPlace"]}>
            {weekly.data !== undefined && isLoaded(days) && isLoaded(schedules) && (
              <DayStrip
                day={day}
                today={today}
                timeZone={timeZone}
                weekly={weekly.data}
                weeks={weeks}
                days={days.data}
                schedules={schedules.data.schedules}
              />
            )}
          </div>
          <ScheduleCalendar
            view={view}
            day={day}
            today={today}
            events={events}
            onView={(next) => change({ view: next })}
            onDay={(next) => change({ date: next.slice(0, 10) })}
            onSlot={choose}
            onEvent={openEvent}
          />
          <CalendarKey hasDefault={isAir} hasGroups={shownGroups.length > 0} />
          <Text size="xs" c="dimmed" mt={4}>
            {t`Time zone: ${timeZone}`}
          </Text>
        </Card>
        <Stack gap={14}>
          <OccurrenceList scope={scope} />
          {isAir && <UnitGroups />}
          <SpecialDays today={today} />
          <HolidayCalendars />
        </Stack>
      </div>
      {opened && (
        <ScheduleDialog of={opened} days={days.data} scope={scope} onClose={() => setOpened(undefined)} />
      )}
      {openedDay && (
        <Dialog
          title={openedDay.kind === "holiday" ? t`Holiday` : t`Exception`}
          onClose={() => setOpenedDay(undefined)}
        >
          <SpecialDayDetails of={openedDay} onClose={() => setOpenedDay(undefined)} />
        </Dialog>
      )}
      {isChanging && weekly.data && (
        <ChangeDefaultDialog
          weekly={weekly.data}
          isLocked={isLocked}
          onAttempt={lock}
          onClose={() => setChanging(false)}
        />
      )}
    </Stack>
  );
}

const ranges = [
  [0, 24],
  [25, 49],
  [50, 74],
  [75, 100],
] as const;

const types = [SCHEDULE_TYPE.lighting, SCHEDULE_TYPE.personalCooling];

/** The meaning of the calendar's colours and signs. The calendar of the air handling has one type. */
function CalendarKey({ hasDefault, hasGroups }: { hasDefault: boolean; hasGroups: boolean }) {
  const { t } = useLingui();
  const typeText = useScheduleTypeText();
  const entries = [
    ...ranges.map(([from, to]) => ({ color: intensityColor(from), text: `${from}–${to} %` })),
    ...(hasDefault ? [{ color: "var(--current-tint)", text: hasGroups ? t`Weekly times` : t`Default` }] : []),
    { color: "var(--schedule-special)", text: t`Holiday or exception` },
  ];
  return (
    <Group
      gap="md"
      mt="xs"
      className={calendarKeyClasses["key"] ?? ""}
      role="group"
      aria-label={t`Colours and signs`}
    >
      {!hasDefault &&
        types.map((type) => (
          <Group key={type} gap={6} wrap="nowrap">
            <TypeIcon type={type} size={14} />
            <Text size="xs" c="dimmed">
              {typeText(type)}
            </Text>
          </Group>
        ))}
      {entries.map(({ color, text }) => (
        <Group key={text} gap={6} wrap="nowrap">
          <Box
            component="span"
            w={14}
            h={14}
            flex="none"
            bdrs={3}
            bd="1px solid var(--app-line)"
            bg={color}
            aria-hidden
          />
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
