import { useLingui } from "@lingui/react/macro";
import { Select, Text, TextInput } from "@mantine/core";
import {
  type CalendarKind,
  calendarKind,
  type RoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { DialogForm } from "#shared/ui/dialogs/dialog-form.tsx";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { useKindNames } from "./use-kind-names.ts";

/** Connects a room with a calendar, or with another one. */
export function CalendarForm({ room, onClose }: { room: RoomCalendar; onClose: () => void }) {
  const { t } = useLingui();
  const save = useChange(saveRoomCalendar);
  const kindNames = useKindNames();
  const [kind, setKind] = useState<CalendarKind>(room.calendar?.kind ?? "ical");
  const [address, setAddress] = useState(room.calendar?.address ?? "");
  const problem = save.error ? refusedFieldText(save.error, "address") : undefined;
  const { name } = room.room;
  const submit = () =>
    save.mutate(
      { room: room.room.id, kind, address },
      {
        onSuccess: () => {
          showToast({ kind: "success", text: t`The calendar of ${name} is connected.` });
          onClose();
        },
      },
    );
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t`Calendar of ${name}`}>
      <DialogForm action={t`Connect`} isPending={save.isPending} onSubmit={submit} onCancel={onClose}>
        <ErrorBanner error={problem === undefined && save.error} />
        <Select
          label={t`Kind of calendar`}
          data={calendarKind.options.map((value) => ({ value, label: kindNames[value] }))}
          allowDeselect={false}
          value={kind}
          onChange={(value) => {
            save.reset();
            setKind(calendarKind.options.find((one) => one === value) ?? kind);
          }}
        />
        <TextInput
          label={kind === "ical" ? t`Address of the feed` : t`E-mail address of the room's calendar`}
          placeholder={kind === "ical" ? "https://calendar.example/room.ics" : "room1@company.example"}
          data-autofocus
          value={address}
          error={problem}
          onChange={({ currentTarget }) => {
            save.reset();
            setAddress(currentTarget.value);
          }}
        />
        <Text size="sm" c="dimmed">
          {kind === "ical"
            ? t`Its entries take the room here. Bookings made here are not written to it; the calendar feed of the room has them.`
            : t`Its entries take the room here, and bookings made here are written to it.`}
        </Text>
      </DialogForm>
    </Dialog>
  );
}
