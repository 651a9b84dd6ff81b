import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { intensityColor } from "@verandah/contract/schedules/schedules.ts";

import classes from "./schedule-calendar.module.css";

const ranges = [
  [0, 24],
  [25, 49],
  [50, 74],
  [75, 100],
] as const;

/** What the calendar's colours mean. */
export function CalendarKey({ hasDefault }: { hasDefault: boolean }) {
  const { t } = useLingui();
  const entries = [
    ...ranges.map(([from, to]) => ({ color: intensityColor(from), text: `${from}–${to} %` })),
    ...(hasDefault ? [{ color: "var(--current-tint)", text: t`Default` }] : []),
    { color: "var(--schedule-special)", text: t`Holiday or exception` },
  ];
  return (
    <Group gap="md" mt="xs" className={classes["key"] ?? ""} role="group" aria-label={t`Colours`}>
      {entries.map(({ color, text }) => (
        <Group key={text} gap={6} wrap="nowrap">
          <span aria-hidden className={classes["swatch"]} style={{ background: color }} />
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
