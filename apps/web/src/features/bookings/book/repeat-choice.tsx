import { useLingui } from "@lingui/react/macro";
import { Checkbox, Select } from "@mantine/core";
import { BOOKING_AHEAD_DAYS, type createBookings } from "@verandah/contract/bookings/bookings.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { addDays } from "@verandah/time/wall-clock.ts";

import { useSession } from "#data/query/session.ts";
import { DateField } from "#shared/ui/fields/date-field.tsx";
import { useToday } from "#shared/use-now.ts";

export type Repeat = NonNullable<SentOf<typeof createBookings>["repeat"]>;

interface Props {
  value: Repeat | undefined;
  /** The day of the first booking. */
  firstDay: string;
  problem: string | undefined;
  onChange: (value: Repeat | undefined) => void;
}

/** Whether a booking repeats, and until when. */
export function RepeatChoice({ value, firstDay, problem, onChange }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const today = useToday(timeZone);
  return (
    <>
      <Select
        label={t`Repeat`}
        allowDeselect={false}
        data={[
          { value: "", label: t`Does not repeat` },
          { value: "day", label: t`Every day` },
          { value: "week", label: t`Every week` },
        ]}
        value={value?.every ?? ""}
        onChange={(every) =>
          onChange(every === "day" || every === "week" ? { until: firstDay, ...value, every } : undefined)
        }
      />
      {value && (
        <>
          <DateField
            label={t`Last day`}
            min={firstDay}
            max={addDays(today, BOOKING_AHEAD_DAYS)}
            value={value.until}
            error={problem}
            onChange={(until) => onChange({ ...value, until })}
          />
          <Checkbox
            label={t`Leave out taken days`}
            pb={8}
            style={{ alignSelf: "end" }}
            checked={value.isLeavingOutTaken ?? false}
            onChange={({ currentTarget }) => onChange({ ...value, isLeavingOutTaken: currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
