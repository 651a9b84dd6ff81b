import { useLingui } from "@lingui/react/macro";
import { NumberInput, Stack, Text, TextInput, Checkbox, Select } from "@mantine/core";
import { createBookings, type SpaceKind, BOOKING_AHEAD_DAYS } from "@verandah/contract/bookings/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { SentOf } from "@verandah/contract/route.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { dateText } from "#shared/format/time.ts";
import { useSearchState } from "#shared/search-state.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { DateField } from "#shared/ui/fields/date-field.tsx";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { AutoGrid, Columns } from "#shared/ui/layout.tsx";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";
import { useToday } from "#shared/use-now.ts";

import { RoomTimeline } from "../room-timeline.tsx";
import { useAddressedTimes, useBookingTimes } from "../use-booking-times.ts";
import { FreeSpaces } from "./free-spaces.tsx";
import { NearColleague, useColleagues } from "./near-colleague.tsx";
import { type Chosen, PersonChoice } from "./person-choice.tsx";
import { SameAsLast } from "./same-as-last.tsx";

import classes from "./bookings.module.css";

/** Maximum references that are shown. */
const REFERENCES_SHOWN = 4;

interface Props {
  kind: SpaceKind;
  /** The time that is chosen at first. */
  proposed: { from: string; to: string };
  onBooked: (day: string) => void;
}

/** Members book one seat for themselves; staff choose a client and a person, and one or several seats for them. */
export function BookSpace({ kind, proposed, onBooked }: Props) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const { role, building } = useSession();
  const isStaff = role.id !== roles.member;
  const { floors, floor, choose, error, isLoaded } = useChosenFloor();
  const times = useBookingTimes(useAddressedTimes(proposed));
  const [person, setPerson] = useState<Chosen>({ clientId: null, personId: null });
  const [title, setTitle] = useState("");
  const [attendees, setAttendees] = useState<number | string>(1);
  const [repeat, setRepeat] = useState<Repeat>();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [search, changeSearch] = useSearchState();
  const book = useChange(createBookings);
  const range = times.isBookable ? times.range : undefined;
  const colleagues = useColleagues(kind === "seat" ? range : undefined);
  // Those of another time stay in the choice while they load, and are nowhere else.
  const seatsOfColleagues = colleagues.isPlaceholderData ? [] : (colleagues.data?.seats ?? []);
  const near = seatsOfColleagues.find(({ id }) => id === Number(search["near"]));
  const problem = (field: string) =>
    times.problem(field) ?? (book.error ? refusedFieldText(book.error, field) : undefined);
  const hasFieldProblem = ["from", "to", "attendees", "title", "repeat"].some(problem);
  const isPersonMissing = person.clientId !== null && person.personId === null;
  const place = kind === "room" ? building.id : floor?.id;
  const people = kind === "room" ? Number(attendees) || 1 : 1;

  /** Every change makes the last refusal obsolete. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      book.reset();
      set(value);
    };
  function toggle(id: number, selected: readonly number[]): void {
    const others = isStaff && kind === "seat" ? selected.filter((one) => one !== id) : [];
    changing(setChosen)(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...others, id]);
  }

  function submit(spaces: readonly number[]): void {
    if (!range || isPersonMissing) return;
    const forPerson = person.personId === null ? {} : { person: person.personId };
    book.mutate(
      { spaces: [...spaces], ...range, title, attendees: people, ...forPerson, ...(repeat && { repeat }) },
      {
        onSuccess: (made) => {
          const reference = made.map((one) => one.reference).join(", ");
          const count = made.length;
          const text =
            count > REFERENCES_SHOWN ? t`Booked: ${count} times` : t`Booked. Your reference: ${reference}`;
          const days = (made[0]?.leftOutDays ?? [])
            .map((day) => dateText(`${day}T12:00:00Z`, "UTC"))
            .join(", ");
          showToast({
            kind: "success",
            text: days ? t`${text}. Taken days left out: ${days}` : text,
            stays: days !== "",
          });
          onBooked(times.typed.from.slice(0, 10));
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <AutoGrid
        min={isNarrow ? 150 : kind === "room" ? 170 : 190}
        className={classes["form"]}
        style={{ alignItems: "start" }}
      >
        <RangeFields
          {...times.typed}
          hasTime
          w="100%"
          problem={problem}
          onChange={changing(times.setTyped)}
        />
        {kind === "seat" && (
          <FloorSelect
            floors={floors.filter(({ floorType }) => floorType === "wlms")}
            floor={floor}
            w="100%"
            onChoose={(id) => {
              setChosen([]);
              choose(id);
            }}
          />
        )}
        <RepeatChoice
          value={repeat}
          firstDay={times.typed.from.slice(0, 10)}
          problem={problem("repeat")}
          onChange={changing(setRepeat)}
        />
        {isStaff && (
          <PersonChoice value={person} problem={problem("bookedFor")} onChange={changing(setPerson)} />
        )}
        {kind === "room" && (
          <>
            <TextInput
              label={t`Title`}
              value={title}
              error={problem("title")}
              onChange={({ currentTarget }) => changing(setTitle)(currentTarget.value)}
            />
            <NumberInput
              label={t`People`}
              min={1}
              value={attendees}
              error={problem("attendees")}
              onChange={changing(setAttendees)}
            />
          </>
        )}
      </AutoGrid>
      <ErrorBanner error={error} />
      {book.error && !hasFieldProblem && (
        <ErrorBanner text={[errorText(book.error), problem("spaces")].filter(Boolean).join(" ")} />
      )}
      {kind === "room" && times.range && (
        <RoomTimeline
          range={times.range}
          chosen={new Set(chosen)}
          people={people}
          onSelect={(id, fromMs, toMs) => {
            changing(setChosen)([id]);
            times.setRange(fromMs, toMs);
          }}
          onDay={times.moveDays}
        />
      )}
      {range && place !== undefined ? (
        <Columns of={kind === "seat" ? "320px minmax(0, 1fr)" : "minmax(0, 1fr)"} gap={24}>
          {kind === "seat" && (
            <Stack gap="md">
              {person.clientId === null && (
                <SameAsLast range={range} isBooking={book.isPending} onBook={(id) => submit([id])} />
              )}
              <NearColleague
                of={colleagues}
                chosen={near}
                onChoose={changing((seat) => {
                  changeSearch({ near: seat?.id }, { replace: true });
                  setChosen([]);
                  if (seat && seat.space.floor.id !== floor?.id) choose(seat.space.floor.id);
                })}
              />
            </Stack>
          )}
          <FreeSpaces
            searched={{ id: place, kind, ...range }}
            people={people}
            chosen={new Set(chosen)}
            near={near?.space.floor.id === place ? near : undefined}
            names={new Map(seatsOfColleagues.map(({ name, space }) => [space.id, name]))}
            isBooking={book.isPending}
            hint={isPersonMissing ? t`Choose a person.` : undefined}
            title={title}
            // A wait is for the caller only.
            canWait={person.clientId === null}
            onToggle={toggle}
            onBook={submit}
          />
        </Columns>
      ) : kind === "seat" && !isLoaded && !error ? (
        <Loading height={480} />
      ) : (
        <Text role="status">
          {kind === "room" || place !== undefined
            ? t`Choose a time that can be booked.`
            : t`Choose a floor, and a time that can be booked.`}
        </Text>
      )}
    </Stack>
  );
}

type Repeat = NonNullable<SentOf<typeof createBookings>["repeat"]>;

interface RepeatProps {
  value: Repeat | undefined;
  /** The day of the first booking. */
  firstDay: string;
  problem: string | undefined;
  onChange: (value: Repeat | undefined) => void;
}

/** Whether a booking repeats, and until when. */
function RepeatChoice({ value, firstDay, problem, onChange }: RepeatProps) {
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const today = useToday(timeZone);
  return (
    <>
      <Select
        label={t`Repeat`}
        allowDeselect={false}
        data={[
          { value: "", label: t`Does not repeat` },
          { value: "day", label: t`Every day` },
          { value: "week", label: t`Every week` },
        ]}
        value={value?.every ?? ""}
        onChange={(every) =>
          onChange(every === "day" || every === "week" ? { until: firstDay, ...value, every } : undefined)
        }
      />
      {value && (
        <>
          <DateField
            label={t`Last day`}
            min={firstDay}
            max={addDays(today, BOOKING_AHEAD_DAYS)}
            value={value.until}
            error={problem}
            onChange={(until) => onChange({ ...value, until })}
          />
          <Checkbox
            label={t`Leave out taken days`}
            pb={8}
            style={{ alignSelf: "end" }}
            checked={value.isLeavingOutTaken ?? false}
            onChange={({ currentTarget }) => onChange({ ...value, isLeavingOutTaken: currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
