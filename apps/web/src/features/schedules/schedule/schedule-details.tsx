import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ColorSwatch, Group, Stack, Text } from "@mantine/core";
import { type Schedule, SCHEDULE_ACTION } from "@verandah/contract/schedules.ts";
import { useState } from "react";

import { useSession } from "#data/session.ts";
import { fullText } from "#shared/format/time.ts";

import { isTooLate } from "../wall-clock-text.ts";

import classes from "./schedule-details.module.css";

interface Props {
  schedule: Schedule;
  isDeleting: boolean;
  onEdit: () => void;
  /** Deleting was tried when it may not be deleted any more. */
  onTooLate: () => void;
  onDelete: () => void;
}

/** One schedule, with what may be done about it. */
export function ScheduleDetails({ schedule, isDeleting, onEdit, onTooLate, onDelete }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { action, intensity, floor, zones, start, end, hexColor } = schedule;

  function askToDelete() {
    // One that runs may be deleted until it is about to end. Source: spec 2 §4 Schedule.
    const isRunning = Date.parse(start) <= Date.now();
    if (isTooLate(isRunning ? end : start)) onTooLate();
    else setAsking(true);
  }

  const on = action === SCHEDULE_ACTION.intensity ? t`On at ${intensity} %` : t`On`;
  const rows: [string, string][] = [
    [t`Floor`, floor.name],
    [t`Zones`, zones.map((zone) => zone.name).join(", ")],
    [t({ message: "Start", comment: "Begin of a schedule" }), fullText(start, campus.timeZone)],
    [t({ message: "End", comment: "End of a schedule" }), fullText(end, campus.timeZone)],
  ];
  return (
    <Stack gap="md">
      <dl className={classes["rows"]}>
        <dt>{t({ message: "Action", comment: "What a schedule does" })}</dt>
        <dd>
          <Group gap={6}>
            <ColorSwatch size={14} color={hexColor} aria-hidden />
            {action === SCHEDULE_ACTION.off ? t({ message: "Off", comment: "State of equipment" }) : on}
          </Group>
        </dd>
        {rows.map(([name, value]) => (
          <div key={name} className={classes["row"]}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isAsking ? (
        <Group justify="space-between" role="group" aria-label={t`Delete`}>
          <Text fw={600} role="alert">
            <Trans>Are you sure you want to delete schedule?</Trans>
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setAsking(false)}>
              <Trans>No</Trans>
            </Button>
            <Button color="red" loading={isDeleting} onClick={onDelete} data-autofocus>
              <Trans>Yes</Trans>
            </Button>
          </Group>
        </Group>
      ) : (
        <Group justify="flex-end">
          <Button variant="light" color="red" onClick={askToDelete}>
            <Trans>Delete</Trans>
          </Button>
          <Button onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
