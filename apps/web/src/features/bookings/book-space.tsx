import { useLingui } from "@lingui/react/macro";
import { NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { BookableSpace, SpaceKind } from "@verandah/contract/bookings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { useState } from "react";

import { bookableQuery, useBook } from "#data/bookings.queries.ts";
import { useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { refusedFieldText } from "#shared/field-text.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { FloorSelect } from "#shared/ui/floor-select.tsx";
import { Loading } from "#shared/ui/loading.tsx";
import { showToast } from "#shared/ui/toast.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { BookBar } from "./book-bar.tsx";
import { BookingTimes, useBookingTimes } from "./booking-times.tsx";
import { type Chosen, PersonChoice } from "./person-choice.tsx";
import { SeatMap } from "./seat-map.tsx";
import { SpaceList } from "./space-list.tsx";
import { useZoneComfort } from "./zone-comfort.tsx";

import classes from "./bookings.module.css";

/** Members book one seat for themselves; staff choose a client and a person, and one or several seats for them. */
export function BookSpace({ kind, onBooked }: { kind: SpaceKind; onBooked: () => void }) {
  const { t } = useLingui();
  const isStaff = useSession().role.id !== roles.member;
  const { floors, floor, choose, error } = useChosenFloor();
  const times = useBookingTimes();
  const [person, setPerson] = useState<Chosen>({ clientId: null, personId: null });
  const [title, setTitle] = useState("");
  const [attendees, setAttendees] = useState<number | string>(1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const book = useBook();
  const { range } = times;
  const problem = (field: string) => (book.error ? refusedFieldText(book.error, field) : undefined);
  const hasFieldProblem = ["from", "to", "attendees", "title"].some(problem);
  const isPersonMissing = person.clientId !== null && person.personId === null;
  const people = kind === "room" ? Number(attendees) || 1 : 1;

  /** Every change makes the refusal of the last one old. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      book.reset();
      set(value);
    };
  const toggle = changing((id: number) => {
    if (chosen.includes(id)) setChosen(chosen.filter((one) => one !== id));
    else setChosen(isStaff && kind === "seat" ? [...chosen, id] : [id]);
  });

  function submit(spaces: number[]): void {
    if (!range || isPersonMissing) return;
    const forPerson = person.personId === null ? {} : { person: person.personId };
    book.mutate(
      { spaces, ...range, title, attendees: people, ...forPerson },
      {
        onSuccess: (made) => {
          const reference = made.map((one) => one.reference).join(", ");
          showToast({ kind: "success", text: t`Booked. Your reference: ${reference}` });
          onBooked();
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <div className={classes["form"]}>
        <BookingTimes typed={times.typed} problem={problem} onChange={changing(times.setTyped)} />
        <FloorSelect
          floors={floors.filter(({ floorType }) => floorType === "wlms")}
          floor={floor}
          onChoose={(id) => {
            setChosen([]);
            choose(id);
          }}
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
      </div>
      <ErrorBanner text={error ? errorText(error) : undefined} />
      {book.error && !hasFieldProblem && (
        <ErrorBanner text={[errorText(book.error), problem("spaces")].filter(Boolean).join(" ")} />
      )}
      {floor && range ? (
        <Spaces
          searched={{ id: floor.id, kind, ...range }}
          people={people}
          chosen={new Set(chosen)}
          isBooking={book.isPending}
          hint={isPersonMissing ? t`Choose a person.` : undefined}
          onToggle={toggle}
          onBook={submit}
        />
      ) : (
        <Text role="status">{t`Choose a floor, and an end after the start.`}</Text>
      )}
    </Stack>
  );
}

interface SpacesProps {
  searched: { id: number; kind: SpaceKind; from: string; to: string };
  people: number;
  chosen: ReadonlySet<number>;
  isBooking: boolean;
  /** Why nothing can be booked yet. */
  hint: string | undefined;
  onToggle: (id: number) => void;
  onBook: (ids: number[]) => void;
}

function Spaces({ searched, ...props }: SpacesProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(bookableQuery(searched));
  if (!data) return error ? <ErrorBanner text={errorText(error)} /> : <Loading height={480} />;
  if (data.length === 0)
    return (
      <Text c="dimmed" role="status">
        {searched.kind === "seat" ? t`This floor has no seats to book.` : t`This floor has no rooms to book.`}
      </Text>
    );
  return <Loaded floorId={searched.id} kind={searched.kind} spaces={data} {...props} />;
}

interface LoadedProps extends Omit<SpacesProps, "searched"> {
  floorId: number;
  kind: SpaceKind;
  spaces: readonly BookableSpace[];
}

function Loaded({ floorId, kind, spaces, people, chosen, isBooking, hint, onToggle, onBook }: LoadedProps) {
  const { t } = useLingui();
  const { zoneText, renderZone } = useZoneComfort(floorId);
  // Another person may have taken one meanwhile.
  const picked = spaces.filter(({ id, isFree, seats }) => chosen.has(id) && isFree && seats >= people);
  const shown = { spaces, chosen: new Set(picked.map(({ id }) => id)), onToggle };
  return (
    <>
      <div className={kind === "seat" ? classes["picker"] : undefined}>
        {kind === "seat" && <SeatMap floorId={floorId} zoneText={zoneText} {...shown} />}
        <SpaceList
          label={kind === "seat" ? t`Seats` : t`Rooms`}
          people={people}
          renderZone={renderZone}
          {...shown}
        />
      </div>
      <BookBar
        names={picked.map(({ name }) => name)}
        isBooking={isBooking}
        hint={hint}
        onBook={() => onBook(picked.map(({ id }) => id))}
      />
    </>
  );
}
