import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { intensityColor, SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";

import { TypeIcon, useScheduleTypeText } from "../schedule-type.tsx";

import classes from "./schedule-calendar.module.css";

const ranges = [
  [0, 24],
  [25, 49],
  [50, 74],
  [75, 100],
] as const;

const types = [SCHEDULE_TYPE.lighting, SCHEDULE_TYPE.personalCooling];

/** The meaning of the calendar's colours and signs. The calendar of the air handling has one type. */
export function CalendarKey({ hasDefault }: { hasDefault: boolean }) {
  const { t } = useLingui();
  const typeText = useScheduleTypeText();
  const entries = [
    ...ranges.map(([from, to]) => ({ color: intensityColor(from), text: `${from}–${to} %` })),
    ...(hasDefault ? [{ color: "var(--current-tint)", text: t`Default` }] : []),
    { color: "var(--schedule-special)", text: t`Holiday or exception` },
  ];
  return (
    <Group gap="md" mt="xs" className={classes["key"] ?? ""} role="group" aria-label={t`Colours and signs`}>
      {!hasDefault &&
        types.map((type) => (
          <Group key={type} gap={6} wrap="nowrap">
            <TypeIcon type={type} size={14} />
            <Text size="xs" c="dimmed">
              {typeText(type)}
            </Text>
          </Group>
        ))}
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
