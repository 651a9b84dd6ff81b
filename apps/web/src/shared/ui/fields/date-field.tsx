import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

import { fieldDateText, readDate } from "../../format/time.ts";
import { fieldText } from "../../texts/field-text.ts";

const DateCalendar = lazy(async () => ({ default: (await import("./date-calendar.tsx")).DateCalendar }));

const CALENDAR_PX = 260;

interface Props extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "min" | "max"> {
  /** `2026-01-05`, with a time `2026-01-05T09:30`, of the campus. */
  value: string;
  /** Gets an empty text while no date can be read. */
  onChange: (value: string) => void;
  hasTime?: boolean;
  /** The first and the last day that the calendar offers. */
  min?: string;
  max?: string;
}

/** A date, or a date and time, to type as all dates are shown or to choose in a calendar. Browsers write dates in their own way. */
export function DateField({ value, onChange, hasTime = false, min, max, error, onBlur, ...rest }: Props) {
  const { t } = useLingui();
  const [isOpen, calendar] = useDisclosure(false);
  // The typed text is kept until the value is neither the one before it nor its own.
  const [typed, setTyped] = useState<{ text: string; values: readonly string[] }>();
  const [isLeft, setLeft] = useState(false);
  const text = typed?.values.includes(value) ? typed.text : fieldDateText(value, hasTime);
  const isUnread = isLeft && text !== "" && readDate(text, hasTime) === undefined;

  function type(next: string): void {
    const read = readDate(next, hasTime) ?? "";
    setTyped({ text: next, values: [value, read] });
    setLeft(false);
    onChange(read);
  }

  return (
    <TextInput
      {...rest}
      autoComplete="off"
      value={text}
      error={isUnread ? fieldText(hasTime ? "Choose a date and a time" : "Choose a date") : error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        if (readDate(text, hasTime) !== undefined) setTyped(undefined);
        setLeft(true);
        onBlur?.(event);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover
          opened={isOpen}
          onChange={calendar.set}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={rest.disabled ?? false}
              aria-label={t`Choose a date`}
              onClick={calendar.toggle}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Skeleton w={CALENDAR_PX} h={CALENDAR_PX} />}>
              <DateCalendar
                value={readDate(value, hasTime) ?? ""}
                hasTime={hasTime}
                min={min}
                max={max}
                onChange={(next) => {
                  setTyped(undefined);
                  onChange(next);
                  if (!hasTime) calendar.close();
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
