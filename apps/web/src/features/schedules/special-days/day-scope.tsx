import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { listHolidayCalendars } from "@verandah/contract/schedules/holiday-calendars.ts";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { type OnOff, scheduleDayData } from "@verandah/contract/schedules/schedule-forms.ts";
import { z } from "zod";

import { useRoute } from "#data/query/use-route.ts";
import { dayText } from "#shared/format/time.ts";
import type { FormProps } from "#shared/ui/form/form.tsx";

/** The calendar of a day of the user's building only. */
export const OWN = 0;

/** The values of the form of a new special day. */
export interface DayValues {
  kind: ScheduleDay["kind"];
  /** `2026-01-05` */
  day: string;
  name: string;
  timeData: OnOff[];
  isYearly: boolean;
  /** The calendar whose buildings all have the day, or `OWN`. */
  calendar: number;
}

/** The input of the call of these values. */
export const dayForm = z.preprocess(
  ({ calendar, timeData, ...values }: DayValues) => ({
    ...values,
    timeData: values.kind === "holiday" ? [] : timeData,
    ...(calendar !== OWN && { calendar }),
  }),
  scheduleDayData.safeExtend({ calendar: z.int().optional() }),
);

/** The fields for where and how often a new special day applies. */
export function useScopeFields() {
  const { t } = useLingui();
  const { data } = useRoute(listHolidayCalendars, {});
  const calendars = data?.calendars ?? [];
  return ({ day }: Pick<DayValues, "day">): NonNullable<FormProps<DayValues, unknown, unknown>["fields"]> => [
    {
      name: "isYearly",
      kind: "checkbox",
      label: t`Every year on this date`,
      description:
        day.endsWith("-02-29") && t`Only leap years have 29 February. Other years do not have this day.`,
    },
    calendars.length > 0 && {
      name: "calendar",
      kind: "choice",
      label: t`Applies to`,
      options: [
        { value: OWN, label: t`This building` },
        ...calendars.map(({ id, name, buildings }) => ({
          value: id,
          label: `${name} (${plural(buildings.length, { one: "# building", other: "# buildings" })})`,
        })),
      ],
    },
  ];
}

/** The date of a special day, with the scope that it has, e.g. `Mon, 26 Jan 2026 · Every year · Karnataka`. */
export function useDayWords() {
  const { t } = useLingui();
  return ({ day, isYearly, until, calendar }: ScheduleDay): string => {
    const end = until && dayText(Date.parse(`${until}T12:00:00Z`), "UTC");
    return [
      dayText(Date.parse(`${day}T12:00:00Z`), "UTC"),
      isYearly && (end ? t`Every year until ${end}` : t`Every year`),
      calendar?.name,
    ]
      .filter(Boolean)
      .join(" · ");
  };
}

/** What the deletion of a special day also affects; undefined for a single date of one building. */
export function useDeletionWords() {
  const { t } = useLingui();
  return ({ isYearly, calendar }: Pick<ScheduleDay, "isYearly" | "calendar">): string | undefined => {
    const name = calendar?.name ?? "";
    const words = [
      isYearly && t`Dates before this one stay.`,
      calendar && t`All buildings of ${name} are affected.`,
    ];
    return words.filter(Boolean).join(" ") || undefined;
  };
}
