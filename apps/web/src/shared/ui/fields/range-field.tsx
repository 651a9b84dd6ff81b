import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";

import { instantOfWallTime, WALL_TIME_MAX, wallTime } from "../../format/wall-time.ts";
import { fieldText } from "../../texts/field-text.ts";

/** A date is typed part by part, and each part gives another date: it counts after a pause, ms. */
const TYPING_PAUSE_MS = 500;

interface Props {
  label: string;
  /** An instant. */
  value: string;
  problem?: string | undefined;
  className?: string | undefined;
  onChange: (instant: string) => void;
}

/** A date and time of the campus. */
export function RangeField({ label, value, problem, className = "", onChange }: Props) {
  const { campus } = useSession();
  const shown = wallTime(Date.parse(value), campus.timeZone);
  // The typed text is kept until the value changes.
  const [typed, setTyped] = useState({ text: shown, over: shown });

  const [refused, setRefused] = useState<string>();

  const apply = useDebouncedCallback(
    (text: string) => {
      const instant = instantOfWallTime(text, campus.timeZone);
      setRefused(instant === undefined ? text : undefined);
      if (instant !== undefined && text !== shown) onChange(instant);
    },
    { delay: TYPING_PAUSE_MS },
  );

  const text = typed.over === shown ? typed.text : shown;
  return (
    <TextInput
      type="datetime-local"
      max={WALL_TIME_MAX}
      className={className}
      label={label}
      value={text}
      error={text === refused ? fieldText("Choose a date and a time") : problem}
      errorProps={{ role: "alert" }}
      onChange={(event) => {
        setTyped({ text: event.currentTarget.value, over: shown });
        apply(event.currentTarget.value);
      }}
      onBlur={apply.flush}
    />
  );
}
