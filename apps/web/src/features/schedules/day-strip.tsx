import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import type { OnOff } from "@verandah/contract/schedules/schedule-forms.ts";
import { weekdayOf } from "@verandah/time/wall-clock.ts";

import { dayText } from "#shared/format/time.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { useNow } from "#shared/use-now.ts";

import type { WeeklyDefault } from "./weekly-default.ts";

import classes from "./scheduler-screen.module.css";

const HOURS = [0, 6, 12, 18, 24];
const MINUTES_PER_DAY = 1_440;

/** `09:30` as a part of the day, %. */
function partOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return ((hour * 60 + minute) / MINUTES_PER_DAY) * 100;
}

interface Props {
  /** The shown day, `2026-01-05`. */
  day: string;
  today: string;
  timeZone: string;
  weekly: WeeklyDefault | null | undefined;
  special: ScheduleDay | undefined;
}

/** The whole shown day with the hours at which the air handling is on without one-time schedules. */
export function DayStrip({ day, today, timeZone, weekly, special }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const name = special?.name ?? "";
  const isSet = weekly && weekly.weekData.length > 0;
  const times: readonly OnOff[] =
    special?.timeData ??
    (day >= today && weekly?.weekData.includes(weekdayOf(day)) === true ? weekly.timeData : []);
  const spans = times.map(({ ON, OFF }) => `${ON}–${OFF}`).join(", ");
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
  return (
    <figure className={classes["strip"]} aria-label={`${when}: ${what}`}>
      <Text component="figcaption" size="xs" c="dimmed">
        {when}
        {day === today && ` (${t`Today`})`} · {what}
      </Text>
      <div className={classes["stripBar"]} aria-hidden>
        {times.map(({ ON, OFF }) => (
          <span
            key={ON}
            className={classes["stripBand"]}
            style={{ left: `${partOf(ON)}%`, width: `${partOf(OFF) - partOf(ON)}%` }}
          />
        ))}
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
    </figure>
  );
}
