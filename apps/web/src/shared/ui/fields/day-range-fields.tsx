import { useLingui } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";

interface Props {
  /** Days such as `2026-01-05`. */
  from: string;
  to: string;
  max: string;
  /** The error of one of them. */
  problem: (field: "from" | "to") => string | undefined;
  /** Gets undefined for a field that was emptied. */
  onChange: (changed: { from?: string | undefined; to?: string | undefined }) => void;
}

/** The first and the last day of a time range. */
export function DayRangeFields({ problem, onChange, max, ...days }: Props) {
  const { t } = useLingui();
  const labels = {
    from: t({ message: "From", comment: "Begin of a time range" }),
    to: t({ message: "To", comment: "End of a time range" }),
  };
  return (["from", "to"] as const).map((field) => (
    <TextInput
      key={field}
      type="date"
      label={labels[field]}
      max={max}
      value={days[field]}
      error={problem(field)}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value || undefined })}
    />
  ));
}
