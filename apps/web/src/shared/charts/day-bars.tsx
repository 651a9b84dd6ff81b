import { Trans } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import { Section, type Shown } from "../ui/section.tsx";
import { TimeBars } from "./time-bars.tsx";

const HEIGHT_PX = 130;

interface Props {
  label: string;
  of: Shown<readonly { at: string; value: number | null; isComplete: boolean }[]>;
}

/** A number over the last 24 hours as bars; times without readings are shown as such. */
export function DayBars({ label, of }: Props) {
  return (
    <Section of={of} height={HEIGHT_PX} isPart>
      {(bars) =>
        bars.every(({ value }) => value === null) ? (
          <Text size="sm" c="dimmed">
            <Trans>No data available</Trans>
          </Text>
        ) : (
          <TimeBars label={label} isByDay={false} bars={bars.map((bar) => ({ label: bar.at, ...bar }))} />
        )
      }
    </Section>
  );
}
