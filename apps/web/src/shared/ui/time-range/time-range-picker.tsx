import { useLingui } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";

import { DateField, useTypingPause } from "../fields/date-field.tsx";
import type { TimeRangeName } from "./time-ranges.ts";
import type { TimeRange } from "./use-time-range.ts";

const FREE = "free";

type Ends = Readonly<Record<"from" | "to", string>>;

/** The common ranges and a free one. */
export function TimeRangePicker({ range }: { range: TimeRange }) {
  const [typed, setTyped] = useState<Partial<Ends>>({});
  const apply = useTypingPause((ends: Partial<Ends>) => {
    setTyped({});
    if (Object.keys(ends).length > 0) range.type({ ...range.typed, ...ends });
  });
  return (
    <>
      <CommonRanges range={range} />
      <RangeFields
        {...range.typed}
        hasTime={!range.isByDay}
        problem={range.problem}
        onChange={(end) => {
          const { from = "", to = "" } = { ...typed, ...end };
          const ends = { ...(from && { from }), ...(to && { to }) };
          setTyped(ends);
          apply(ends);
        }}
        onBlur={apply.flush}
      />
    </>
  );
}

/** The choice of a common range. */
export function CommonRanges({ range }: { range: TimeRange }) {
  const { t } = useLingui();
  const { name: chosen, names } = range;
  const labels: Record<TimeRangeName, string> = {
    "1h": t`1 h`,
    "24h": t`24 hours`,
    night: t({ message: "Last night", comment: "From 18:00 yesterday to 06:00 today" }),
    today: t({ message: "Today", comment: "A time range" }),
    yesterday: t({ message: "Yesterday", comment: "A time range" }),
    "7d": t`7 days`,
    "30d": t`30 days`,
    "this-month": t`This month`,
    "last-month": t({ message: "Last month", comment: "A time range" }),
  };
  return (
    <NativeSelect
      label={t`Time range`}
      value={chosen ?? FREE}
      data={[
        ...names.map((name) => ({ value: name as string, label: labels[name] })),
        { value: FREE, label: t`From – to` },
      ]}
      onChange={({ currentTarget: { value } }) => {
        const name = names.find((one) => one === value);
        if (name) range.choose(name);
        else range.type(range.typed);
      }}
    />
  );
}

interface Props extends Ends {
  hasTime?: boolean;
  /** Of each field. */
  w?: "100%" | number;
  problem: (end: keyof Ends) => string | undefined;
  /** Gets an empty text while no date can be read. */
  onChange: (end: Partial<Ends>) => void;
  onBlur?: () => void;
}

/** Begin and end of a time. */
export function RangeFields({
  hasTime = false,
  w = hasTime ? 198 : 160,
  problem,
  onChange,
  onBlur,
  ...ends
}: Props) {
  const { t } = useLingui();
  const labels = {
    from: t({ message: "From", comment: "Begin of a time range" }),
    to: t({ message: "To", comment: "End of a time range" }),
  };
  return (["from", "to"] as const).map((end) => (
    <DateField
      key={end}
      data-path={end}
      hasTime={hasTime}
      w={w}
      label={labels[end]}
      value={ends[end]}
      error={problem(end)}
      errorProps={{ role: "alert" }}
      onChange={(value) => onChange({ [end]: value })}
      onBlur={onBlur}
    />
  ));
}
