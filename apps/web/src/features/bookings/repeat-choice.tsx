import { useLingui } from "@lingui/react/macro";
import { Checkbox, Select, TextInput } from "@mantine/core";
import type { createBookings } from "@verandah/contract/bookings/bookings.ts";
import type { SentOf } from "@verandah/contract/route.ts";

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
          <TextInput
            type="date"
            label={t`Last day`}
            min={firstDay}
            value={value.until}
            error={problem}
            onChange={({ currentTarget }) => onChange({ ...value, until: currentTarget.value })}
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
