import { Trans } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import { Loading } from "../ui/feedback/loading.tsx";
import { TimeBars } from "./time-bars.tsx";

const HEIGHT_PX = 130;

interface Props {
  label: string;
  /** Undefined until they are loaded. */
  bars: readonly { at: string; value: number | null; isComplete: boolean }[] | undefined;
  error: Error | null;
}

/** A number over the last 24 hours as bars; times without readings are shown as such. */
export function DayBars({ label, bars, error }: Props) {
  if (!bars) return <Loading error={error} height={HEIGHT_PX} />;
  if (bars.every(({ value }) => value === null))
    return (
      <Text size="sm" c="dimmed">
        <Trans>No data available</Trans>
      </Text>
    );
  return <TimeBars label={label} isByDay={false} bars={bars.map((bar) => ({ label: bar.at, ...bar }))} />;
}
