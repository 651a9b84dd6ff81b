import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import {
  type CalendarKind,
  calendarKind,
  type RoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";

import { useChange } from "#data/query/use-change.ts";
import { FormDialog } from "#shared/ui/form/form.tsx";

import { useKindNames } from "./use-kind-names.ts";

/** Connects a room with a calendar, or with another one. */
export function CalendarForm({ room, onClose }: { room: RoomCalendar; onClose: () => void }) {
  const { t } = useLingui();
  const save = useChange(saveRoomCalendar);
  const kindNames = useKindNames();
  const { id, name } = room.room;
  const initial: { kind: CalendarKind; address: string } = room.calendar ?? { kind: "ical", address: "" };
  return (
    <FormDialog
      title={t`Calendar of ${name}`}
      onClose={onClose}
      initial={{ kind: initial.kind, address: initial.address }}
      action={t`Connect`}
      submit={(values) => save.mutateAsync({ room: id, ...values })}
      done={t`The calendar of ${name} is connected.`}
    >
      {({ values: { kind } }) => [
        {
          name: "kind",
          label: t`Kind of calendar`,
          kind: "choice",
          options: calendarKind.options.map((value) => ({ value, label: kindNames[value] })),
        },
        {
          name: "address",
          label: kind === "ical" ? t`Address of the feed` : t`E-mail address of the room's calendar`,
          placeholder: kind === "ical" ? "https://calendar.example/room.ics" : "room1@company.example",
          "data-autofocus": true,
        },
        <Text key="note" size="sm" c="dimmed">
          {kind === "ical"
            ? t`Its entries take the room here. Bookings made here are not written to it; the calendar feed of the room has them.`
            : t`Its entries take the room here, and bookings made here are written to it.`}
        </Text>,
      ]}
    </FormDialog>
  );
}
