import { useLingui } from "@lingui/react/macro";
import { Checkbox, Chip, Group, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { weekdayNames } from "#shared/format/time.ts";
import { DateField } from "#shared/ui/fields/date-field.tsx";

import { type ScheduleValues, startWeekdayOf } from "./schedule-values.ts";

type Repeat = ScheduleValues["repeat"];

interface Props {
  value: Repeat;
  /** Of the schedule. Its weekday is always among them. */
  start: string;
  error: ReactNode;
  onChange: (repeat: Repeat) => void;
}

/** Whether and on which weekdays a schedule repeats, and its last day. */
export function RepeatField({ value, start, error, onChange }: Props) {
  const { t } = useLingui();
  const startWeekday = startWeekdayOf(start);
  const names = weekdayNames();
  const { isOn, weekdays, until } = value;
  return (
    <Stack gap="xs">
      <Checkbox
        label={t`Repeat every week`}
        checked={isOn}
        onChange={(event) => onChange({ ...value, isOn: event.currentTarget.checked })}
      />
      {isOn && (
        <>
          <Input.Wrapper label={t`On these weekdays`} labelElement="div">
            <Chip.Group
              multiple
              value={[...new Set([...weekdays, startWeekday])].map(String)}
              onChange={(chosen) => onChange({ ...value, weekdays: chosen.map(Number) })}
            >
              <Group gap={6} mt={4}>
                {names.map((name, weekday) => (
                  <Chip
                    key={name}
                    size="xs"
                    value={String(weekday)}
                    disabled={weekday === startWeekday}
                    aria-label={name}
                  >
                    {name.slice(0, 3)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <DateField
            label={t({ message: "Until", comment: "Last day of a repeating schedule" })}
            data-path="repeat"
            value={until}
            error={error}
            onChange={(last) => onChange({ ...value, until: last })}
          />
        </>
      )}
    </Stack>
  );
}
