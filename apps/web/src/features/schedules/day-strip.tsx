import { useLingui } from "@lingui/react/macro";
import { Box, Text } from "@mantine/core";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import type { OnOff } from "@verandah/contract/schedules/schedule-forms.ts";
import { type Schedule, SCHEDULE_ACTION, SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { addDays, createWallClock, weekdayOf } from "@verandah/time/wall-clock.ts";

import { dayText } from "#shared/format/time.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { useNow } from "#shared/use-now.ts";

import { blocksOf, type NamedWeek, scheduleSpans, weeklyBlocks } from "./calendar/calendar-events.ts";
import type { WeeklyDefault } from "./weekly-default.ts";

import classes from "./scheduler-screen.module.css";

const HOURS = [0, 6, 12, 18, 24];
const MINUTES_PER_DAY = 1_440;

/** `09:30` as a part of the day, %. */
function partOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return ((hour * 60 + minute) / MINUTES_PER_DAY) * 100;
}

const placeOf = ({ ON, OFF }: OnOff) => ({ left: `${partOf(ON)}%`, width: `${partOf(OFF) - partOf(ON)}%` });

interface Props {
  /** The shown day, `2026-01-05`. */
  day: string;
  today: string;
  timeZone: string;
  weekly: WeeklyDefault | null;
  /** Weekly times that are drawn: the default and the chosen groups. */
  weeks: readonly NamedWeek[];
  /** Holidays and exceptions. */
  days: readonly ScheduleDay[];
  schedules: readonly Schedule[];
}

interface DaySchedule {
  schedule: Schedule;
  /** Within the day. */
  times: OnOff;
  /** A holiday or an exception overrides it. */
  isOverridden: boolean;
}

/** The schedules of a day in the order of their times. Those of the air handling have no effect on holidays and exceptions. */
function schedulesOf({ day, timeZone, days, schedules }: Props): DaySchedule[] {
  const clock = createWallClock(timeZone);
  const next = addDays(day, 1);
  const range = { from: clock.instantOf(day, "00:00"), to: clock.instantOf(next, "00:00") };
  return scheduleSpans(schedules, timeZone, range, days)
    .map(({ schedule, start, end }) => {
      const [from, to] = [wallTime(start.getTime(), timeZone), wallTime(end.getTime(), timeZone)];
      return {
        schedule,
        times: { ON: from < day ? "00:00" : from.slice(11), OFF: to < next ? to.slice(11) : "24:00" },
        isOverridden:
          schedule.type === SCHEDULE_TYPE.personalCooling && days.some((special) => special.day === day),
      };
    })
    .filter(({ times }) => times.ON < times.OFF)
    .toSorted((a, b) => a.times.ON.localeCompare(b.times.ON));
}

const isOff = ({ schedule }: DaySchedule) => schedule.action === SCHEDULE_ACTION.off;

/** The whole shown day as it runs: the weekly times or those of a special day as a band, and the schedules over it. */
export function DayStrip(props: Props) {
  const { day, today, timeZone, weekly, weeks, days } = props;
  const { t } = useLingui();
  const nowMs = useNow();
  const special = days.find((one) => one.day === day);
  const name = special?.name ?? "";
  const isSet = weekly && weekly.weekData.length > 0;
  const ofDefault = day >= today && weekly?.weekData.includes(weekdayOf(day)) === true ? weekly.timeData : [];
  const spans = (special?.timeData ?? ofDefault).map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");
  const celsius = day >= today ? weekly?.setbackCelsius : null;
  const setback = isSet && celsius ? t`setback ${celsius} °C` : undefined;
  const when = dayText(Date.parse(`${day}T12:00:00Z`), "UTC");
  const what = special
    ? special.kind === "holiday"
      ? t`Holiday: ${name}`
      : [t`Exception: ${name}`, spans].join(", ")
    : day < today
      ? t`The default of past days is not kept`
      : spans
        ? [t`Default ${spans}`, setback].filter(Boolean).join(", ")
        : (setback ?? t`No default on this day`);
  const isHoliday = special?.kind === "holiday";
  const bands = isHoliday
    ? [{ ON: "00:00", OFF: "24:00", title: what }]
    : special
      ? special.timeData.map((times) => ({ ...times, title: t`Exception: ${name}` }))
      : day < today
        ? []
        : weeklyBlocks(day, weeks);
  const schedules = schedulesOf(props);
  return (
    <Box component="figure" mb={10} aria-label={`${when}: ${what}`}>
      <Text component="figcaption" size="xs" c="dimmed">
        {when}
        {day === today && ` (${t`Today`})`} · {what}
      </Text>
      <div className={classes["stripBar"]} aria-hidden>
        {bands.map(({ title, ...times }) => (
          <span
            key={times.ON}
            className={classes["stripBand"]}
            data-off={isHoliday || undefined}
            title={title}
            style={placeOf(times)}
          >
            {title}
          </span>
        ))}
        {blocksOf(schedules, ({ times }) => [times]).map(({ of, ...times }) => {
          const titles = of.map(({ schedule }) => schedule.preparedRoom ?? schedule.title).join(", ");
          return (
            <span
              key={times.ON}
              className={classes["stripBlock"]}
              data-off={of.every(isOff) || undefined}
              data-overridden={of.every(({ isOverridden }) => isOverridden) || undefined}
              title={titles}
              style={placeOf(times)}
            >
              {titles}
            </span>
          );
        })}
        {day === today && (
          <span
            className={classes["stripNow"]}
            style={{ left: `${partOf(wallTime(nowMs, timeZone).slice(11, 16))}%` }}
          />
        )}
      </div>
      <div className={classes["stripHours"]} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, "0")}
          </span>
        ))}
      </div>
      <ul className={classes["stripList"]}>
        {schedules.map((one) => (
          <ScheduleText key={`${one.schedule.id}/${one.times.ON}`} of={one} />
        ))}
        {schedules.length === 0 && <li>{t`No schedules`}</li>}
      </ul>
    </Box>
  );
}

function ScheduleText({ of }: { of: DaySchedule }) {
  const { t } = useLingui();
  const { schedule, times, isOverridden } = of;
  const title = schedule.preparedRoom ?? schedule.title;
  const state = isOff(of)
    ? t({ message: "Off", comment: "State of equipment" })
    : schedule.type === SCHEDULE_TYPE.lighting
      ? `${schedule.intensity} %`
      : t({ message: "On", comment: "State of equipment" });
  const text = `${times.ON}–${times.OFF} ${title}: ${state}`;
  return <li>{isOverridden ? t`${text}, no effect` : text}</li>;
}
