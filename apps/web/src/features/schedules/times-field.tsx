import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { TimePicker } from "@mantine/dates";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { DAY_TIMES_MAX, type OnOff } from "@verandah/contract/recurring-schedules.ts";
import { SCHEDULE_STEP_MINUTES } from "@verandah/contract/schedules.ts";

import { onTheStep } from "./time-step.ts";

interface Props {
  times: readonly OnOff[];
  error: string | undefined;
  onChange: (times: OnOff[]) => void;
}

const newTimes: OnOff = { ON: "09:00", OFF: "18:00" };

/** When units are on during a day: one or several pairs of From and To, in steps of 15 minutes. */
export function TimesField({ times, error, onChange }: Props) {
  const { t } = useLingui();
  const set = (at: number, change: Partial<OnOff>) =>
    onChange(times.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const from = t({ message: "From", comment: "Begin of a time range" });
  const to = t({ message: "To", comment: "End of a time range" });

  return (
    <Stack gap="xs">
      {times.map(({ ON, OFF }, at) => (
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <StepTime label={from} value={ON} onChange={(time) => set(at, { ON: time })} />
          <StepTime label={to} value={OFF} onChange={(time) => set(at, { OFF: time })} />
          {times.length > 1 && (
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t`Remove ${ON} to ${OFF}`}
              onClick={() => onChange(times.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {times.length < DAY_TIMES_MAX && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...times, newTimes])}
        >
          {t`More times`}
        </Button>
      )}
    </Stack>
  );
}

function StepTime({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (time: string) => void;
}) {
  const { t } = useLingui();
  return (
    <TimePicker
      flex={1}
      label={label}
      value={value}
      minutesStep={SCHEDULE_STEP_MINUTES}
      withDropdown
      hoursInputLabel={t`${label}: hours`}
      minutesInputLabel={t`${label}: minutes`}
      onChange={onChange}
      // Whatever was typed goes to the step below it once the field is left.
      onBlur={() => onChange(onTheStep(value))}
    />
  );
}
