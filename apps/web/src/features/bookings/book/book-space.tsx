import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import {
  type BookableSpace,
  createBookings,
  searchBookable,
  type SpaceKind,
} from "@verandah/contract/bookings/bookings.ts";
import {
  listLocationMetrics,
  type LocationMetric,
  NO_DATA,
  type PlaceMeasure,
} from "@verandah/contract/buildings.ts";
import { roles } from "@verandah/contract/roles.ts";
import { comfortPoints, NOISE } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";
import { RangeFields } from "#shared/ui/time-range/time-range-picker.tsx";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { RoomTimeline } from "../room-timeline.tsx";
import { useBookingTimes } from "../use-booking-times.ts";
import { WaitForSpace } from "../waiting.tsx";
import { type Chosen, PersonChoice } from "./person-choice.tsx";
import { type Repeat, RepeatChoice } from "./repeat-choice.tsx";
import { SpaceList } from "./space-list.tsx";
import { SpaceMap } from "./space-map.tsx";

import classes from "./bookings.module.css";

/** Maximum references that are shown. */
const REFERENCES_SHOWN = 4;

/** Members book one seat for themselves; staff choose a client and a person, and one or several seats for them. */
export function BookSpace({ kind, onBooked }: { kind: SpaceKind; onBooked: (day: string) => void }) {
  const { t } = useLingui();
  const { role, building } = useSession();
  const isStaff = role.id !== roles.member;
  const { floors, floor, choose, error } = useChosenFloor();
  const times = useBookingTimes();
  const [person, setPerson] = useState<Chosen>({ clientId: null, personId: null });
  const [title, setTitle] = useState("");
  const [attendees, setAttendees] = useState<number | string>(1);
  const [repeat, setRepeat] = useState<Repeat>();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const book = useChange(createBookings);
  const { range } = times;
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
  const toggle = changing((id: number) => {
    if (chosen.includes(id)) setChosen(chosen.filter((one) => one !== id));
    else setChosen(isStaff && kind === "seat" ? [...chosen, id] : [id]);
  });

  function submit(spaces: number[]): void {
    if (!range || !times.isBookable || isPersonMissing) return;
    const forPerson = person.personId === null ? {} : { person: person.personId };
    book.mutate(
      { spaces, ...range, title, attendees: people, ...forPerson, ...(repeat && { repeat }) },
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
      <div className={classes["form"]}>
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
      </div>
      <ErrorBanner error={error} />
      {book.error && !hasFieldProblem && (
        <ErrorBanner text={[errorText(book.error), problem("spaces")].filter(Boolean).join(" ")} />
      )}
      {kind === "room" && range && (
        <RoomTimeline
          range={range}
          chosen={new Set(chosen)}
          people={people}
          onSelect={(id, fromMs, toMs) => {
            changing(setChosen)([id]);
            times.setRange(fromMs, toMs);
          }}
          onDay={times.moveDays}
        />
      )}
      {place !== undefined && range && times.isBookable ? (
        <Spaces
          searched={{ id: place, kind, ...range }}
          people={people}
          chosen={new Set(chosen)}
          isBooking={book.isPending}
          hint={isPersonMissing ? t`Choose a person.` : undefined}
          title={title}
          // A wait is for the caller only.
          canWait={person.clientId === null}
          onToggle={toggle}
          onBook={submit}
        />
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

interface SpacesProps {
  searched: { id: number; kind: SpaceKind; from: string; to: string };
  people: number;
  chosen: ReadonlySet<number>;
  isBooking: boolean;
  /** Why nothing can be booked yet. */
  hint: string | undefined;
  /** Of a room's booking. */
  title: string;
  canWait: boolean;
  onToggle: (id: number) => void;
  onBook: (ids: number[]) => void;
}

function Spaces({ searched, ...props }: SpacesProps) {
  const { t } = useLingui();
  const { id, kind, ...range } = searched;
  const bookable = useRoute(searchBookable, searched);
  return (
    <Section of={bookable} height={480} isPart>
      {(spaces) =>
        spaces.length === 0 ? (
          <Text c="dimmed" role="status">
            {kind === "seat" ? t`This floor has no seats to book.` : t`This building has no rooms to book.`}
          </Text>
        ) : (
          <Loaded id={id} kind={kind} range={range} spaces={spaces} {...props} />
        )
      }
    </Section>
  );
}

interface LoadedProps extends Omit<SpacesProps, "searched"> {
  /** Of the floor, or of the building for rooms. */
  id: number;
  kind: SpaceKind;
  range: { from: string; to: string };
  spaces: readonly BookableSpace[];
}

function Loaded({
  id,
  kind,
  range,
  spaces,
  people,
  chosen,
  isBooking,
  hint,
  title,
  canWait,
  onToggle,
  onBook,
}: LoadedProps) {
  // Another person may have booked one meanwhile.
  const picked = spaces.filter((one) => chosen.has(one.id) && one.isFree && one.seats >= people);
  const shown = { spaces, chosen: new Set(picked.map((one) => one.id)), onToggle };
  return (
    <>
      {kind === "seat" ? <Seats floorId={id} {...shown} /> : <Rooms people={people} {...shown} />}
      {canWait && <WaitForSpace spaces={spaces} range={range} title={title} people={people} />}
      <BookBar
        names={picked.map(({ name }) => name)}
        isBooking={isBooking}
        hint={hint}
        onBook={() => onBook(picked.map((one) => one.id))}
      />
    </>
  );
}

interface ShownProps {
  spaces: readonly BookableSpace[];
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

function Seats({ floorId, ...shown }: ShownProps & { floorId: number }) {
  const { t } = useLingui();
  const { zoneText, renderZone } = useZoneComfort(floorId);
  return (
    <div className={classes["picker"]}>
      <SpaceMap floorId={floorId} kind="seat" people={1} zoneText={zoneText} {...shown} />
      <SpaceList label={t`Seats`} people={1} renderZone={renderZone} {...shown} />
    </div>
  );
}

/** The rooms of all floors, and a plan of the floor of the selected one. */
function Rooms({ people, ...shown }: ShownProps & { people: number }) {
  const { t } = useLingui();
  const { spaces, chosen, onToggle } = shown;
  const floors = [...new Map(spaces.map(({ floor }) => [floor.id, floor])).values()];
  const [floorId, setFloorId] = useState<number>();
  const selected = spaces.find(({ id }) => chosen.has(id));
  const floor = selected?.floor ?? floors.find(({ id }) => id === floorId) ?? floors[0];
  const { zoneText } = useZoneComfort(floor?.id ?? 0);
  return (
    <div className={classes["picker"]}>
      <Stack gap="sm">
        <FloorSelect
          floors={floors}
          floor={floor}
          onChoose={(id) => {
            setFloorId(id);
            if (selected) onToggle(selected.id);
          }}
        />
        {floor && (
          <SpaceMap
            floorId={floor.id}
            kind="room"
            people={people}
            zoneText={zoneText}
            {...shown}
            spaces={spaces.filter((one) => one.floor.id === floor.id)}
          />
        )}
      </Stack>
      <SpaceList label={t`Rooms`} people={people} {...shown} />
    </div>
  );
}

interface Props {
  /** The selected spaces. */
  names: readonly string[];
  isBooking: boolean;
  hint: string | undefined;
  onBook: () => void;
}

/** The selection and the button that books it, always in sight. */
function BookBar({ names, isBooking, hint, onBook }: Props) {
  const { t } = useLingui();
  const text = names.join(", ");
  return (
    <div className={classes["bar"]}>
      <Text size="sm" role="status" lineClamp={2}>
        {names.length === 0 ? t`Select a free place.` : (hint ?? t`Selected: ${text}`)}
      </Text>
      <Button disabled={names.length === 0 || hint !== undefined} loading={isBooking} onClick={onBook}>
        {names.length > 1 ? (
          <Plural value={names.length} one="Book # seat" other="Book # seats" />
        ) : (
          <Trans>Book</Trans>
        )}
      </Button>
    </div>
  );
}

/** Measurements that help to choose a seat. */
const shownMeasures: readonly PlaceMeasure[] = [comfortPoints.temperature, comfortPoints.co2, NOISE];

/** Temperature, carbon dioxide and noise of the zones of a floor: in one word for the plan, and with quality for the list. */
function useZoneComfort(floorId: number) {
  const { t } = useLingui();
  const metrics = useRoute(listLocationMetrics, { id: floorId });
  const { data = [] } = metrics;
  const isOutdated = useIsOutdated(metrics);
  const valuesOf = (zoneId: number) =>
    data.find(({ id }) => id === zoneId)?.parameters.filter(({ name }) => shownMeasures.includes(name)) ?? [];
  const { nameOf } = usePointText();
  const text = ({ value, unit }: LocationMetric["parameters"][number]) =>
    value === NO_DATA ? t`No data` : quantity(value, unit);
  return {
    /** Only a fresh value is shown without its age. */
    zoneText: (zoneId: number) => {
      const value = valuesOf(zoneId).find(({ name }) => name === comfortPoints.temperature);
      return value?.quality === "good" && !isOutdated ? text(value) : undefined;
    },
    renderZone: (zoneId: number) => (
      <Aged of={metrics}>
        <Text size="sm" c="dimmed" component="span">
          {valuesOf(zoneId).map((one, at) => (
            <span key={one.name}>
              {at > 0 && " · "}
              {one.name !== comfortPoints.temperature && `${nameOf(one.name, environment.type)} `}
              {text(one)} <QualityMark of={one} />
            </span>
          ))}
        </Text>
      </Aged>
    ),
  };
}
