import { useLingui } from "@lingui/react/macro";
import { Button, ColorSwatch, Group, Stack, Text } from "@mantine/core";
import { type Schedule, SCHEDULE_ACTION } from "@verandah/contract/schedules/schedules.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { dayText, fullText, weekdayNames } from "#shared/format/time.ts";
import { type Fact, FactList } from "#shared/ui/fact-list.tsx";

import { useScheduleTypeText } from "../schedule-type.tsx";
import { isTooLateToDelete } from "../wall-clock-text.ts";
import { spanOf } from "./schedule-values.ts";

/** The button that asked is gone, and the focus with it. */
const focusOn = (button: HTMLElement | null): void => button?.focus();

interface Props {
  schedule: Schedule;
  isDeleting: boolean;
  onEdit: () => void;
  /** A click on Delete after it was no longer allowed. */
  onTooLate: () => void;
  onDelete: () => void;
}

/** One schedule with its possible actions. */
export function ScheduleDetails({ schedule, isDeleting, onEdit, onTooLate, onDelete }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { action, intensity, floor, zones, type, repeat, hexColor, preparedRoom } = schedule;
  const typeText = useScheduleTypeText();
  const { start, end } = spanOf(schedule, campus.timeZone);
  const weekdays = weekdayNames();

  function askToDelete() {
    if (isTooLateToDelete({ start, end })) onTooLate();
    else setAsking(true);
  }

  const on = action === SCHEDULE_ACTION.intensity ? t`On at ${intensity} %` : t`On`;
  const repeatRow = ({ weekdays: days, until }: NonNullable<Schedule["repeat"]>): [string, string] => {
    const named = days.map((day) => weekdays[day]).join(", ");
    const last = dayText(Date.parse(until), "UTC");
    return [
      t({ message: "Repeats", comment: "Weekdays and last day of a schedule" }),
      t`${named}, until ${last}`,
    ];
  };
  const facts: Fact[] = [
    [
      t({ message: "Action", comment: "What a schedule does" }),
      <Group key="action" gap={6}>
        <ColorSwatch size={14} color={hexColor} aria-hidden />
        {action === SCHEDULE_ACTION.off ? t({ message: "Off", comment: "State of equipment" }) : on}
      </Group>,
    ],
    [t({ message: "Type", comment: "Lighting or cooling" }), typeText(type)],
    [t`Prepares`, preparedRoom],
    [t`Floor`, floor.name],
    [t`Zones`, zones.map((zone) => zone.name).join(", ")],
    [t({ message: "Start", comment: "Begin of a schedule" }), fullText(start.toISOString(), campus.timeZone)],
    [t({ message: "End", comment: "End of a schedule" }), fullText(end.toISOString(), campus.timeZone)],
    ...(repeat ? [repeatRow(repeat)] : []),
  ];
  return (
    <Stack gap="md">
      <FactList facts={facts} isPlain fz="md" style={{ gap: "8px 16px" }} />
      {preparedRoom !== null ? (
        <Text size="sm" c="dimmed">
          {t`It prepares a booked room and ends with the booking. To change it, change the booking.`}
        </Text>
      ) : isAsking ? (
        <Group justify="space-between" role="group" aria-label={t`Delete`}>
          <Text fw={600} role="alert">
            {t`Are you sure you want to delete schedule?`}
            {repeat && ` ${t`All days of it are deleted.`}`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setAsking(false)}>{t`No`}</Button>
            <Button ref={focusOn} loading={isDeleting} onClick={onDelete}>{t`Yes`}</Button>
          </Group>
        </Group>
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={askToDelete}>{t`Delete`}</Button>
          <Button onClick={onEdit}>{t`Edit`}</Button>
        </Group>
      )}
    </Stack>
  );
}
