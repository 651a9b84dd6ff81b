import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Checkbox, Select } from "@mantine/core";
import { listHolidayCalendars } from "@verandah/contract/schedules/holiday-calendars.ts";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";

import { useRoute } from "#data/query/use-route.ts";
import { dayText } from "#shared/format/time.ts";

/** Where and how often a special day applies: in the user's building, or in all buildings of a calendar. */
export interface DayScope {
  isYearly: boolean;
  calendar: number | undefined;
}

export const oneDay: DayScope = { isYearly: false, calendar: undefined };

const OWN = "own";

interface Props {
  /** `2026-01-05` */
  day: string;
  scope: DayScope;
  onChange: (scope: DayScope) => void;
}

/** The fields for the scope of a new special day. */
export function DayScopeFields({ day, scope, onChange }: Props) {
  const { t } = useLingui();
  const { data } = useRoute(listHolidayCalendars, {});
  const calendars = data?.calendars ?? [];
  return (
    <>
      <Checkbox
        label={t`Every year on this date`}
        description={
          day.endsWith("-02-29") && t`Only leap years have 29 February. Other years do not have this day.`
        }
        checked={scope.isYearly}
        onChange={(event) => onChange({ ...scope, isYearly: event.currentTarget.checked })}
      />
      {calendars.length > 0 && (
        <Select
          label={t`Applies to`}
          data={[
            { value: OWN, label: t`This building` },
            ...calendars.map(({ id, name, buildings }) => ({
              value: String(id),
              label: `${name} (${plural(buildings.length, { one: "# building", other: "# buildings" })})`,
            })),
          ]}
          allowDeselect={false}
          value={scope.calendar === undefined ? OWN : String(scope.calendar)}
          onChange={(value) =>
            onChange({ ...scope, calendar: value === null || value === OWN ? undefined : Number(value) })
          }
        />
      )}
    </>
  );
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
