import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

import { fieldDateText, readDate } from "../../format/time.ts";
import { fieldText } from "../../texts/field-text.ts";

const DateCalendar = lazy(async () => ({ default: (await import("./date-calendar.tsx")).DateCalendar }));

const CALENDAR_PX = 260;
const TYPING_PAUSE_MS = 500;

/** A date is typed part by part, and each part can give another date: it counts after a pause, or when the field is left (`flush`). */
export const useTypingPause = <T,>(apply: (value: T) => void) =>
  useDebouncedCallback(apply, { delay: TYPING_PAUSE_MS });

interface Props extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "min" | "max"> {
  /** `2026-01-05`, with a time `2026-01-05T09:30`, of the campus. */
  value: string;
  /** Gets the typed text as well; the value is empty while no date can be read. */
  onChange: (value: string, text: string) => void;
  hasTime?: boolean;
  /** The first and the last day that the calendar offers. */
  min?: string;
  max?: string;
}

/** A date, or a date and time, to type as all dates are shown or to choose in a calendar. Browsers write dates in their own way. */
export function DateField({
  value,
  onChange,
  hasTime = false,
  min,
  max,
  error,
  onFocus,
  onBlur,
  ...rest
}: Props) {
  const { t } = useLingui();
  const [isOpen, calendar] = useDisclosure(false);
  // The typed text is kept while the input has the focus, and then until the value is neither the one before it nor its own.
  const [typed, setTyped] = useState<{ text: string; values: readonly string[] }>();
  const [isLeft, setLeft] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isTyped = typed !== undefined && (hasFocus || typed.values.includes(value));
  const text = isTyped ? typed.text : fieldDateText(value, hasTime);
  const isUnread = isLeft && text !== "" && readDate(text, hasTime) === undefined;

  function type(next: string): void {
    const read = readDate(next, hasTime) ?? "";
    setTyped({ text: next, values: [value, read] });
    setLeft(false);
    onChange(read, next);
  }

  return (
    <TextInput
      {...rest}
      autoComplete="off"
      value={text}
      error={isUnread ? fieldText(hasTime ? "Choose a date and a time" : "Choose a date") : error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // An emptied field shows the value that still applies.
        if (text === "" || readDate(text, hasTime) !== undefined) setTyped(undefined);
        setFocus(false);
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
                  onChange(next, next);
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
