import { useLingui } from "@lingui/react/macro";
import { DatePicker, TimePicker } from "@mantine/dates";
import "dayjs/locale/hi";
import "dayjs/locale/kn";

import { dateText, monthText } from "../../format/time.ts";

import "./dates.css";

interface Props {
  /** As of a date field; empty without one. */
  value: string;
  hasTime: boolean;
  min: string | undefined;
  max: string | undefined;
  onChange: (value: string) => void;
}

/** The calendar of a date field, and its time. */
export function DateCalendar({ value, hasTime, min, max, onChange }: Props) {
  const { t, i18n } = useLingui();
  const [day = "", time = "00:00"] = value.split("T");
  const label = t({ message: "Time", comment: "Of a day" });
  return (
    <>
      <DatePicker
        locale={i18n.locale}
        value={day || null}
        // Red means an alarm.
        weekendDays={[]}
        hideOutsideDates
        {...(day && { defaultDate: day })}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        monthLabelFormat={(month) => monthText(month.slice(0, 7))}
        getDayAriaLabel={(date) => dateText(date, "UTC")}
        ariaLabels={{
          previousMonth: t`Previous month`,
          nextMonth: t`Next month`,
          monthLevelControl: t`Select a month`,
          yearLevelControl: t`Select a year`,
        }}
        onChange={(date) => date && onChange(hasTime ? `${date}T${time}` : date)}
      />
      {hasTime && (
        <TimePicker
          mt="xs"
          label={label}
          value={time}
          disabled={day === ""}
          hoursInputLabel={t`${label}: hours`}
          minutesInputLabel={t`${label}: minutes`}
          onChange={(next) => next && onChange(`${day}T${next.slice(0, 5)}`)}
        />
      )}
    </>
  );
}
