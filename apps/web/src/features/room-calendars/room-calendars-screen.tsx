import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Badge, Box, Button, Card, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import {
  endRoomDisplay,
  listRoomDisplays,
  renewRoomDisplay,
} from "@verandah/contract/bookings/room-displays.ts";
import { endRoomFeed, listRoomFeeds, renewRoomFeed } from "@verandah/contract/bookings/room-feeds.ts";
import {
  type CalendarKind,
  calendarKind,
  type CalendarProblem,
  type RoomCalendar,
  saveRoomCalendar,
  type SkippedEntry,
  removeRoomCalendar,
  listRoomCalendars,
} from "@verandah/contract/room-calendars.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { cursorText, spanText } from "#shared/format/time.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { SecretAddress } from "#shared/ui/dialogs/secret-address.tsx";
import { FormDialog } from "#shared/ui/form/form.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

/** The rooms of the campus, the outside calendar of each, and their conflicts. */
export function RoomCalendarsScreen() {
  const { t } = useLingui();
  const listed = useRoute(listRoomCalendars, {});
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Room calendars`}</PageTitle>
        <Text size="sm" c="dimmed">
          <Trans>
            A booking made here keeps its time. An outside entry at the same time is shown as a conflict until
            the room is free.
          </Trans>
        </Text>
      </div>
      <Section of={listed} isPart>
        {(rooms) =>
          rooms.length === 0 ? (
            <Text c="dimmed">{t`This campus has no rooms yet. Add them at Places and devices.`}</Text>
          ) : (
            <AutoGrid component="ul" min={300} gap={14}>
              {rooms.map((room) => (
                <li key={room.room.id}>
                  <RoomCard room={room} />
                </li>
              ))}
            </AutoGrid>
          )
        }
      </Section>
    </Stack>
  );
}

function useKindNames(): Record<CalendarKind, string> {
  const { t } = useLingui();
  return { ical: t`iCalendar feed`, graph: t`Microsoft 365`, google: t`Google Calendar` };
}

interface DialogProps {
  room: RoomCalendar;
  onClose: () => void;
}

function RoomCard({ room }: { room: RoomCalendar }) {
  const { t } = useLingui();
  const { role } = useSession();
  const kindNames = useKindNames();
  const [open, setOpen] = useState<"form" | "remove" | "feed" | "display">();
  const { calendar, conflicts } = room;
  const { name } = room.room;
  const dialog = { room, onClose: () => setOpen(undefined) };
  const actions = [
    calendar
      ? ([
          { opens: "form", label: t`Change the calendar of ${name}`, text: t`Change` },
          { opens: "remove", label: t`Remove the calendar of ${name}`, text: t`Remove` },
        ] as const)
      : ([{ opens: "form", label: t`Connect a calendar to ${name}`, text: t`Connect` }] as const),
    { opens: "feed", label: t`Calendar feed of ${name}`, text: t`Calendar feed` } as const,
    { opens: "display", label: t`Door display of ${name}`, text: t`Door display` } as const,
  ].flat();
  return (
    <Card component="section" padding="sm" h="100%" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h5">
            {name}
          </Title>
          <Text size="xs" c="dimmed">
            {room.floor.name}
          </Text>
        </div>
        {calendar && <Badge variant="default">{kindNames[calendar.kind]}</Badge>}
      </Group>
      {calendar ? (
        <>
          <Text size="sm" mt={6} style={{ overflowWrap: "anywhere" }}>
            {calendar.address}
          </Text>
          <SyncState calendar={calendar} />
          {calendar.skippedCount > 0 && <Skipped calendar={calendar} />}
        </>
      ) : (
        <Text size="sm" c="dimmed" mt={6}>{t`No outside calendar`}</Text>
      )}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      {admits(saveRoomCalendar.access, role.id) && (
        <Group gap={6} mt="sm">
          {actions.map(({ opens, label, text }) => (
            <Button
              key={opens}
              size="compact-sm"
              variant="default"
              aria-label={label}
              onClick={() => setOpen(opens)}
            >
              {text}
            </Button>
          ))}
        </Group>
      )}
      {open === "form" && <CalendarForm {...dialog} />}
      {open === "remove" && <RemoveQuestion {...dialog} />}
      {open === "feed" && <RoomFeed {...dialog} />}
      {open === "display" && <DoorDisplay {...dialog} />}
    </Card>
  );
}

function SyncState({ calendar }: { calendar: NonNullable<RoomCalendar["calendar"]> }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { syncedAt, problem } = calendar;
  const at = syncedAt === null ? undefined : cursorText(Date.parse(syncedAt), false, campus.timeZone);
  const problems: Record<CalendarProblem, string> = {
    unreachable: t`The calendar does not answer.`,
    refused: t`The calendar refuses access.`,
    "private-address": t`The address is in a private network. The server reads it only if its setting CALENDAR_NETWORKS names the network.`,
    "not-found": t`There is no calendar at this address.`,
    "not-understood": t`The answer is not a calendar.`,
    "not-connected": t`This server has no access to such calendars yet: its settings name none.`,
    failed: t`The server could not synchronise the calendar. It tries again every five minutes; its log names the reason.`,
  };
  if (problem === null)
    return (
      <Text size="xs" c="dimmed">
        {at === undefined ? t`The first reading begins within a minute.` : t`Last read: ${at}`}
      </Text>
    );
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {problems[problem]} {at === undefined ? t`It was never read.` : t`Last read: ${at}`}
    </Text>
  );
}

/** The entries of the calendar that do not take the room, because they cannot be read. */
function Skipped({ calendar }: { calendar: NonNullable<RoomCalendar["calendar"]> }) {
  const { t } = useLingui();
  const { skipped, skippedCount } = calendar;
  const reasonText = ({ reason, detail }: SkippedEntry): string =>
    ({
      "cut-off": t`The end is missing.`,
      "no-start": t`It has no start.`,
      "bad-time": t`It has an invalid time.`,
      "bad-length": t`It has an invalid length.`,
      "bad-rule": t`Its repetition is invalid, or of another calendar system.`,
      "unknown-zone": t`The time zone ${detail} is unknown.`,
      "too-often": t`It repeats too often.`,
      "too-many": t`The calendar has more than ${detail} times. The later ones are left out.`,
    })[reason];
  const rest = skippedCount - skipped.length;
  return (
    <Box mt={10} px={10} py={8} bg="var(--mantine-color-orange-light)" style={{ borderRadius: 4 }}>
      <Text size="sm" fw={600}>
        {plural(skippedCount, {
          one: "# entry was not read and takes no room",
          other: "# entries were not read and take no room",
        })}
      </Text>
      <Stack component="ul" gap={6} mt={6} mah={160} style={{ overflowY: "auto" }}>
        {skipped.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two entries can be equal, and the list changes as a whole
          <li key={index}>
            <Text size="xs">
              {entry.title || t`No title`}: {reasonText(entry)}
            </Text>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Text size="xs">{t`and ${rest} more`}</Text>
          </li>
        )}
      </Stack>
    </Box>
  );
}

function Conflicts({ conflicts }: Pick<RoomCalendar, "conflicts">) {
  const { t } = useLingui();
  const { campus } = useSession();
  return (
    <Box mt={10} px={10} py={8} bg="var(--mantine-color-orange-light)" style={{ borderRadius: 4 }}>
      <Group gap={6}>
        <IconAlertTriangle size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {plural(conflicts.length, { one: "# conflict", other: "# conflicts" })}
        </Text>
      </Group>
      <Stack component="ul" gap={6} mt={6} mah={160} style={{ overflowY: "auto" }}>
        {conflicts.map(({ title, organizer, from, to }) => (
          <li key={`${from} ${title}`}>
            <Text size="sm">{spanText(from, to, campus.timeZone)}</Text>
            <Text size="xs">{[title || t`No title`, organizer].filter(Boolean).join(", ")}</Text>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

function RemoveQuestion({ room: { room }, onClose }: DialogProps) {
  const { t } = useLingui();
  const remove = useChange(removeRoomCalendar);
  const { name } = room;
  return (
    <QuestionDialog
      title={t`Remove the calendar of ${name}?`}
      action={t`Remove`}
      call={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: room.id }, { onSuccess: onClose })}
    >
      <Trans>
        Times that were booked in that calendar become free here. Entries for bookings made here stay in that
        calendar.
      </Trans>
    </QuestionDialog>
  );
}

/** Connects a room with a calendar, or with another one. */
function CalendarForm({ room, onClose }: DialogProps) {
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

/** The address at which other calendars read the times of a room. */
function RoomFeed({ room: { room }, onClose }: DialogProps) {
  const { t } = useLingui();
  const { data, error } = useRoute(listRoomFeeds, {});
  const renew = useChange(renewRoomFeed);
  const end = useChange(endRoomFeed);
  const [chosen, setChosen] = useState<boolean>();
  const feed = data?.find((one) => one.room === room.id);
  const hasTitles = chosen ?? feed?.hasTitles ?? false;
  const { name } = room;
  return (
    <SecretAddress
      title={t`Calendar feed of ${name}`}
      error={error}
      createdAt={data && (feed?.createdAt ?? null)}
      sinceText={(since) => t`An address was made on ${since}. It is not shown again.`}
      renew={renew}
      onRenew={() => renew.mutate({ room: room.id, hasTitles })}
      end={end}
      endText={t`End the feed`}
      onEnd={(done) => end.mutate({ id: room.id }, done)}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Other calendars can show when the room is booked: add this address there. Anyone with the address
          sees the times, but no names of people.
        </Trans>
      </Text>
      <Checkbox
        label={t`With the titles of bookings`}
        description={t`A change needs a new address.`}
        checked={hasTitles}
        onChange={({ currentTarget }) => {
          renew.reset();
          setChosen(currentTarget.checked);
        }}
      />
    </SecretAddress>
  );
}

/** The address of the display at the door of a room. */
function DoorDisplay({ room: { room }, onClose }: DialogProps) {
  const { t } = useLingui();
  const { data, error } = useRoute(listRoomDisplays, {});
  const renew = useChange(renewRoomDisplay);
  const end = useChange(endRoomDisplay);
  const display = data?.find((one) => one.room === room.id);
  const { name } = room;
  return (
    <SecretAddress
      title={t`Door display of ${name}`}
      error={error}
      createdAt={data && (display?.createdAt ?? null)}
      sinceText={(since) => t`An address was made on ${since}. It is not shown again.`}
      renew={renew}
      onRenew={() => renew.mutate({ room: room.id })}
      end={end}
      endText={t`End the display`}
      onEnd={(done) => end.mutate({ id: room.id }, done)}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          Open this address on a screen at the door. It shows when the room is free, without names, and needs
          no login.
        </Trans>
      </Text>
    </SecretAddress>
  );
}
