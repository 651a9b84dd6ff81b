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

import { fieldText } from "#shared/texts/field-text.ts";

interface Props {
  times: readonly OnOff[];
  /** By row and side, such as `1.OFF`; that of all of them has no key. */
  errors: TimesErrors;
  onChange: (times: OnOff[]) => void;
}

export type TimesErrors = Readonly<Record<string, string>>;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The step of 15 minutes that a time lies in; the last minute of the day stays, as there is no 24:00. */
function onTheStep(time: string): string {
  const [hours, minutes] = time.split(":").map(Number);
  if (hours === undefined || minutes === undefined || time.startsWith("23:59")) return time.slice(0, 5);
  return `${twoDigits(hours)}:${twoDigits(Math.floor(minutes / SCHEDULE_STEP_MINUTES) * SCHEDULE_STEP_MINUTES)}`;
}

/** The first error of each time field, in the user's language. */
export function timesErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[] = [],
): TimesErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues)
    if (path[0] === "timeData") errors[path.slice(1).join(".")] ??= fieldText(message) ?? message;
  return errors;
}

const newTimes: OnOff = { ON: "09:00", OFF: "18:00" };

/** When units are on during a day: one or several pairs of From and To, in steps of 15 minutes. */
export function TimesField({ times, errors, onChange }: Props) {
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
                errorId={errors[`${at}.${side}`] && `${id}-${at}-${side}`}
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
            const error = errors[`${at}.${side}`];
            const row = at + 1;
            return (
              error && (
                <FieldError key={side} id={`${id}-${at}-${side}`}>
                  {times.length > 1 ? t`Row ${row}, ${label}: ${error}` : error}
                </FieldError>
              )
            );
          })}
        </div>
      ))}
      {errors[""] && <FieldError id={id}>{errors[""]}</FieldError>}
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

function FieldError({ id, children }: { id: string; children: string }) {
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
  label: string;
  value: string;
  /** Id of the error text. */
  errorId: string | undefined;
  onChange: (time: string) => void;
}

function StepTime({ label, value, errorId, onChange }: StepTimeProps) {
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
      hoursInputProps={described}
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
