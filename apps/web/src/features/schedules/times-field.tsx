import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { TimePicker } from "@mantine/dates";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import {
  DAY_TIMES_MAX,
  type OnOff,
  SCHEDULE_STEP_MINUTES,
} from "@verandah/contract/schedules/schedule-forms.ts";
import { type MouseEvent, useId } from "react";

interface Props {
  times: readonly OnOff[];
  /** The error of a field of the form, such as `timeData.1.OFF`. */
  errorOf: (name: string) => string | undefined;
  onChange: (times: OnOff[]) => void;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The step of 15 minutes that a time lies in; the last minute of the day stays, as there is no 24:00. */
function onTheStep(time: string): string {
  const [hours, minutes] = time.split(":").map(Number);
  if (hours === undefined || minutes === undefined || time.startsWith("23:59")) return time.slice(0, 5);
  return `${twoDigits(hours)}:${twoDigits(Math.floor(minutes / SCHEDULE_STEP_MINUTES) * SCHEDULE_STEP_MINUTES)}`;
}

export const officeTimes: OnOff[] = [{ ON: "09:00", OFF: "18:00" }];

const nameOf = (at: number, side: keyof OnOff) => `timeData.${at}.${side}`;

/** When units are on during a day: one or several pairs of From and To, in steps of 15 minutes. */
export function TimesField({ times, errorOf, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  const set = (at: number, change: Partial<OnOff>) =>
    onChange(times.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const from = t({ message: "From", comment: "Begin of a time range" });
  const to = t({ message: "To", comment: "End of a time range" });
  const sides = [
    { side: "ON", label: from },
    { side: "OFF", label: to },
  ] as const;
  const hasRowError = times.some((_, at) => errorOf(`timeData.${at}`));

  return (
    <Stack gap="xs">
      {times.map(({ ON, OFF }, at) => (
        <div key={at}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            {sides.map(({ side, label }) => (
              <StepTime
                key={side}
                label={label}
                value={times[at]?.[side] ?? ""}
                name={nameOf(at, side)}
                errorId={errorOf(nameOf(at, side)) && `${id}-${at}-${side}`}
                onChange={(time) => set(at, { [side]: time })}
              />
            ))}
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
          {sides.map(({ side, label }) => {
            const error = errorOf(nameOf(at, side));
            const row = at + 1;
            return (
              <FieldError key={side} id={`${id}-${at}-${side}`}>
                {error && times.length > 1 ? t`Row ${row}, ${label}: ${error}` : error}
              </FieldError>
            );
          })}
        </div>
      ))}
      {!hasRowError && <FieldError id={id}>{errorOf("timeData")}</FieldError>}
      {times.length < DAY_TIMES_MAX && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...times, ...officeTimes])}
        >
          {t`More times`}
        </Button>
      )}
    </Stack>
  );
}

function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <Text id={id} size="xs" mt={4} c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}

/**
 * Keeps the digits of the focused field selected, so that typing replaces them. The focus moves to the minutes by itself, and a click
 * would place the cursor between the digits.
 */
function keepSelected(event: MouseEvent<HTMLInputElement>): void {
  event.stopPropagation();
  if (document.activeElement === event.currentTarget) event.preventDefault();
}

interface StepTimeProps {
  /** By which the form finds it. */
  name: string;
  label: string;
  value: string;
  /** Id of the error text. */
  errorId: string | undefined;
  onChange: (time: string) => void;
}

function StepTime({ name, label, value, errorId, onChange }: StepTimeProps) {
  const { t } = useLingui();
  const described = {
    ...(errorId && { "aria-describedby": errorId, "aria-invalid": true }),
    onMouseDown: keepSelected,
  };
  return (
    <TimePicker
      flex={1}
      label={label}
      value={value}
      error={errorId !== undefined}
      hoursInputProps={{ ...described, "data-path": name }}
      minutesInputProps={described}
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
