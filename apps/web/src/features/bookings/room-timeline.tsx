import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Center, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import {
  BOOKING_STEP_MINUTES,
  type RoomDay,
  listMeetingRooms,
} from "@verandah/contract/bookings/bookings.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { type PointerEvent, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { dateText } from "#shared/format/time.ts";
import { wallTime, wallDay } from "#shared/format/wall-time.ts";
import { Section } from "#shared/ui/section.tsx";
import { useNow, useToday } from "#shared/use-now.ts";

import classes from "./room-timeline.module.css";

const MINUTE_MS = 60_000;
const STEP_MS = BOOKING_STEP_MINUTES * MINUTE_MS;
const HOUR_MS = 3_600_000;
/** The hours of a day that are shown: those in which people work, or all when something lies outside them. */
const WORK = { from: "07:00", to: "21:00", labelHours: 2 };
const WHOLE_DAY_LABEL_HOURS = 4;
/** A press without dragging selects an hour, or the free part of it. */
const PRESSED_STEPS = 4;
const LEAST_STEPS = 2;

interface Props {
  /** The selected time; the timeline shows its day. */
  range: { from: string; to: string };
  chosen?: ReadonlySet<number>;
  people?: number;
  /** Instants, ms; undefined for those who do not book. */
  onSelect?: ((roomId: number, fromMs: number, toMs: number) => void) | undefined;
  onDay: (byDays: number) => void;
}

/** The rooms of the building down, the hours of a day across; dragging selects a free time. */
export function RoomTimeline({ range, chosen, people = 1, onSelect, onDay }: Props) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const day = wallDay(Date.parse(range.from), campus.timeZone);
  const clock = createWallClock(campus.timeZone);
  // A day on which the clocks change has 23 or 25 hours.
  const [midnight, nextMidnight, workStart, workEnd] = [
    clock.instantOf(day, "00:00"),
    clock.instantOf(addDays(day, 1), "00:00"),
    clock.instantOf(day, WORK.from),
    clock.instantOf(day, WORK.to),
  ];
  const [from, to] = [midnight.toISOString(), nextMidnight.toISOString()];
  const rooms = useRoute(listMeetingRooms, { id: building.id, from, to });
  const isLongDay = [range, ...(rooms.data ?? []).flatMap(({ taken }) => taken)].some(
    (time) => Date.parse(time.from) < workStart.getTime() || Date.parse(time.to) > workEnd.getTime(),
  );
  const [dayStart, dayEnd] = isLongDay ? [midnight, nextMidnight] : [workStart, workEnd];
  const startMs = dayStart.getTime();
  const hours = (dayEnd.getTime() - startMs) / HOUR_MS;
  const steps = (hours * HOUR_MS) / STEP_MS;
  const hoursPerLabel = isLongDay ? WHOLE_DAY_LABEL_HOURS : WORK.labelHours;
  const labelHours = Array.from({ length: Math.ceil(hours / hoursPerLabel) }, (_, at) => at * hoursPerLabel);
  const columns = labelHours.map((at) => `minmax(0, ${Math.min(hoursPerLabel, hours - at)}fr)`).join(" ");
  const selected = { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) };
  const isFirstDay = useToday(campus.timeZone) >= day;
  return (
    <Section of={rooms} isPart>
      {(data) => (
        <Stack
          component="section"
          gap={4}
          aria-label={t`Timeline of the rooms`}
          style={{ "--hours": hours, "--label-columns": columns }}
        >
          <Group gap="xs">
            <ActionIcon
              variant="default"
              aria-label={t`Day before`}
              disabled={isFirstDay}
              onClick={() => onDay(-1)}
            >
              <IconChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <Text fw={600}>{dateText(from, campus.timeZone)}</Text>
            <ActionIcon variant="default" aria-label={t`Next day`} onClick={() => onDay(1)}>
              <IconChevronRight size={16} aria-hidden />
            </ActionIcon>
            {onSelect && (
              <Text size="sm" c="dimmed">{t`Drag over a free time, or select a room below.`}</Text>
            )}
          </Group>
          <div className={classes["hours"]} aria-hidden>
            {labelHours.map((at) => (
              <span key={at}>{clock.read(startMs + at * HOUR_MS).time}</span>
            ))}
          </div>
          {byName(data).map((room) => (
            <Row
              key={room.id}
              room={room}
              startMs={startMs}
              steps={steps}
              isTooSmall={room.seats < people}
              selected={chosen?.has(room.id) ? selected : undefined}
              onSelect={
                onSelect &&
                ((first, end) => onSelect(room.id, startMs + first * STEP_MS, startMs + end * STEP_MS))
              }
            />
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** Floors have words for names; the numbers of their rooms have an order. */
const byName = (rooms: readonly RoomDay[]) =>
  rooms.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));

interface RowProps {
  room: RoomDay;
  startMs: number;
  /** How many steps of time are shown. */
  steps: number;
  isTooSmall: boolean;
  selected: { fromMs: number; toMs: number } | undefined;
  /** Steps of the day; the end is excluded. */
  onSelect: ((first: number, end: number) => void) | undefined;
}

/** The step below a pointer. */
function stepAt({ clientX, currentTarget }: PointerEvent, steps: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(steps - 1, Math.floor(((clientX - left) / width) * steps)));
}

function Row({ room, startMs, steps, isTooSmall, selected, onSelect }: RowProps) {
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const nowMs = useNow();
  const [drag, setDrag] = useState<{ first: number; last: number }>();
  const taken = room.taken.map((time) => ({
    ...time,
    fromMs: Date.parse(time.from),
    toMs: Date.parse(time.to),
  }));
  const clock = (ms: number) => wallTime(ms, timeZone).slice(11);

  function isFree(step: number): boolean {
    const atMs = startMs + step * STEP_MS;
    const isPast = atMs <= nowMs;
    return (
      !isPast && !isTooSmall && !taken.some(({ fromMs, toMs }) => fromMs < atMs + STEP_MS && toMs > atMs)
    );
  }

  /** The last step towards another that is free without a gap. */
  function reach(first: number, towards: number): number {
    const by = Math.sign(towards - first);
    let last = first;
    while (last !== towards && isFree(last + by)) last += by;
    return last;
  }

  function begin(event: PointerEvent): void {
    const first = stepAt(event, steps);
    if (!onSelect || event.button !== 0 || !isFree(first)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ first, last: first });
  }

  function end(): void {
    if (!drag) return;
    setDrag(undefined);
    const { first } = drag;
    const last = drag.last === first ? reach(first, Math.min(steps, first + PRESSED_STEPS) - 1) : drag.last;
    const [low, high] = [Math.min(first, last), Math.max(first, last) + 1];
    if (high - low >= LEAST_STEPS) onSelect?.(low, high);
  }

  const shown = drag
    ? {
        fromMs: startMs + Math.min(drag.first, drag.last) * STEP_MS,
        toMs: startMs + (Math.max(drag.first, drag.last) + 1) * STEP_MS,
      }
    : selected;
  const { name, seats, facilities, floor } = room;
  const frame = { startMs, endMs: startMs + steps * STEP_MS };
  const times = taken.map(({ fromMs, toMs }) => `${clock(fromMs)}–${clock(toMs)}`).join(", ");
  return (
    <div className={classes["row"]}>
      <div>
        <Text size="sm" fw={600}>
          <Link to={`/admin/room/${room.id}/dashboard`}>{name}</Link>
        </Text>
        <Text size="xs" c="dimmed">
          {/* The list below has the facilities for those who book. */}
          {[floor.name, t`${seats} seats`, ...(onSelect ? [] : facilities)].join(", ")}
        </Text>
      </div>
      <div
        role="img"
        aria-label={taken.length > 0 ? t`${name}, taken ${times}` : t`${name}, free all day`}
        className={classes["track"]}
        data-disabled={isTooSmall}
        data-read-only={!onSelect}
        data-own-drag
        onPointerDown={begin}
        onPointerMove={(event) => drag && setDrag({ ...drag, last: reach(drag.first, stepAt(event, steps)) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
      >
        <Block kind="past" {...frame} fromMs={startMs} toMs={nowMs} />
        {taken.map(({ from, to, fromMs, toMs, title }) => (
          <Block
            key={`${from} ${to} ${title ?? ""}`}
            kind="taken"
            {...frame}
            fromMs={fromMs}
            toMs={toMs}
            text={title === "" ? undefined : (title ?? undefined)}
            title={`${clock(fromMs)}–${clock(toMs)}`}
          />
        ))}
        {shown && (
          <Block kind="selected" {...frame} {...shown} text={`${clock(shown.fromMs)}–${clock(shown.toMs)}`} />
        )}
        {isTooSmall && (
          <Center pos="absolute" inset={0} fz={12} style={{ pointerEvents: "none" }}>
            {t`too small`}
          </Center>
        )}
      </div>
    </div>
  );
}

interface BlockProps {
  kind: "past" | "taken" | "selected";
  /** The shown part of the day. */
  startMs: number;
  endMs: number;
  fromMs: number;
  toMs: number;
  text?: string | undefined;
  title?: string;
}

/** A part of a day; nothing when it lies outside. */
function Block({ kind, startMs, endMs, fromMs, toMs, text, title }: BlockProps) {
  const part = (ms: number) => Math.max(0, Math.min(1, (ms - startMs) / (endMs - startMs))) * 100;
  const [left, right] = [part(fromMs), part(toMs)];
  if (right <= left) return null;
  return (
    <div
      className={classes["block"]}
      data-kind={kind}
      title={title}
      style={{ left: `${left}%`, width: `${right - left}%` }}
    >
      {text}
    </div>
  );
}
