import { useLingui } from "@lingui/react/macro";
import { Button, Group } from "@mantine/core";

import { RangeField } from "#shared/ui/fields/range-field.tsx";

import classes from "./reports-screen.module.css";

const HOUR_MS = 3_600_000;

interface Props {
  from: string;
  to: string;
  problem: string | undefined;
  onChange: (range: { from?: string; to?: string }) => void;
}

/** From and to, and three ranges that end now. */
export function RangeFields({ from, to, problem, onChange }: Props) {
  const { t } = useLingui();
  const presets = [
    { label: t`24 hours`, hours: 24 },
    { label: t`7 days`, hours: 7 * 24 },
    { label: t`30 days`, hours: 30 * 24 },
  ];

  return (
    <>
      <RangeField
        className={classes["when"]}
        label={t({ message: "From", comment: "Begin of a time range" })}
        value={from}
        onChange={(instant) => onChange({ from: instant })}
      />
      <RangeField
        className={classes["when"]}
        label={t({ message: "To", comment: "End of a time range" })}
        value={to}
        problem={problem}
        onChange={(instant) => onChange({ to: instant })}
      />
      <Group gap={0} role="group" aria-label={t`The last`} className={classes["presets"] ?? ""}>
        {presets.map(({ label, hours }) => (
          <Button key={hours} size="compact-sm" variant="subtle" onClick={() => onChange(lastHours(hours))}>
            {label}
          </Button>
        ))}
      </Group>
    </>
  );
}

function lastHours(hours: number): { from: string; to: string } {
  const nowMs = Date.now();
  return { from: new Date(nowMs - hours * HOUR_MS).toISOString(), to: new Date(nowMs).toISOString() };
}
