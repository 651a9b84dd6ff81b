import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { type BookableSpace, searchBookable, type SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import type { SeatOfColleague } from "@verandah/contract/bookings/colleagues.ts";
import {
  listLocationMetrics,
  type LocationMetric,
  NO_DATA,
  type PlaceMeasure,
} from "@verandah/contract/buildings.ts";
import { comfortPoints, NOISE } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeBookingView, stored } from "#shared/stored-context.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { FloorSelect } from "#shared/ui/fields/floor-select.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { QualityMark } from "#shared/ui/quality-mark.tsx";
import { Aged, Section } from "#shared/ui/section.tsx";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";

import { WaitForSpace } from "../waiting.tsx";
import { nearestFirst } from "./nearest-first.ts";
import { SpaceList } from "./space-list.tsx";
import { SpaceMap } from "./space-map.tsx";

interface Props {
  searched: { id: number; kind: SpaceKind; from: string; to: string };
  people: number;
  chosen: ReadonlySet<number>;
  /** The seat on this floor near to which the user wants to sit. The nearest free seat is selected while the user has chosen none. */
  near: SeatOfColleague | undefined;
  /** Names of colleagues on taken spaces, by the id of the space. */
  names: ReadonlyMap<number, string>;
  isBooking: boolean;
  /** Why nothing can be booked yet. */
  hint: string | undefined;
  /** Of a room's booking. */
  title: string;
  canWait: boolean;
  /** A press on a space, with the selected ones. */
  onToggle: (id: number, selected: readonly number[]) => void;
  onBook: (ids: readonly number[]) => void;
}

/** The seats of a floor or the rooms of a building at a time, of which the user selects free ones and books them. */
export function FreeSpaces({ searched, ...props }: Props) {
  const { t } = useLingui();
  const { id, kind, ...range } = searched;
  const bookable = useRoute(searchBookable, searched);
  return (
    <Stack gap="md">
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
    </Stack>
  );
}

/** Free seats near to a colleague that the plan marks. */
const NEAREST_MARKED = 3;

interface LoadedProps extends Omit<Props, "searched"> {
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
  near,
  names,
  isBooking,
  hint,
  title,
  canWait,
  onToggle,
  onBook,
}: LoadedProps) {
  const { t } = useLingui();
  const ordered = near ? nearestFirst(spaces, near.space) : spaces;
  // Another person may have booked one meanwhile.
  const still = ordered.filter((one) => chosen.has(one.id) && one.isFree && one.seats >= people);
  const nearest = near ? ordered.filter(({ isFree }) => isFree).slice(0, NEAREST_MARKED) : [];
  const picked = chosen.size > 0 ? still : nearest.slice(0, 1);
  const ids = picked.map((one) => one.id);
  const shown = {
    spaces: ordered,
    chosen: new Set(ids),
    near: near && { name: near.name, id: near.space.id, nearest: new Set(nearest.map((one) => one.id)) },
    names,
    onToggle: (one: number) => onToggle(one, ids),
  };
  const [view, chooseView] = useView(kind);
  const free = spaces.filter(({ isFree }) => isFree).length;
  const total = spaces.length;
  return (
    <>
      <Group justify="space-between">
        <Text>{t`${free} of ${total} free at this time`}</Text>
        <SegmentedControl
          aria-label={t`List or plan`}
          value={view}
          onChange={chooseView}
          data={[
            { value: "list", label: t`List` },
            { value: "plan", label: t`Plan` },
          ]}
        />
      </Group>
      {kind === "seat" ? (
        <Seats floorId={id} view={view} {...shown} />
      ) : (
        <Rooms people={people} view={view} {...shown} />
      )}
      {canWait && <WaitForSpace spaces={spaces} range={range} title={title} people={people} />}
      <BookBar
        names={picked.map(({ name }) => name)}
        isBooking={isBooking}
        hint={hint}
        onBook={() => onBook(ids)}
      />
    </>
  );
}

const views = ["list", "plan"] as const;
type View = (typeof views)[number];

const isView = (view: string | undefined): view is View => views.some((one) => one === view);

/**
 * The view in the address, otherwise the one that was chosen last in this browser. At first seats are on the plan, and in a list on a
 * phone. Rooms are in a list, because it has all floors.
 */
function useView(kind: SpaceKind): [View, (view: View) => void] {
  const [search, change] = useSearchState();
  const isNarrow = useIsNarrow();
  const key = kind === "seat" ? "seatView" : "roomView";
  const first = kind === "seat" && !isNarrow ? "plan" : "list";
  const view = [searchText(search["view"]), stored(key)].find(isView) ?? first;
  return [
    view,
    (chosen) => {
      storeBookingView(key, chosen);
      change({ view: chosen }, { replace: true });
    },
  ];
}

interface ShownProps extends Pick<
  Parameters<typeof SpaceMap>[0],
  "spaces" | "chosen" | "near" | "names" | "onToggle"
> {
  view: View;
}

function Seats({ floorId, view, ...shown }: ShownProps & { floorId: number }) {
  const { t } = useLingui();
  const { zoneText, renderZone } = useZoneComfort(floorId);
  return view === "plan" ? (
    <SpaceMap
      floorId={floorId}
      kind="seat"
      people={1}
      zoneText={zoneText}
      renderZone={renderZone}
      {...shown}
    />
  ) : (
    <SpaceList label={t`Seats`} people={1} renderZone={renderZone} {...shown} />
  );
}

/** A list of the rooms of all floors, or the plan of the floor of the selected one. */
function Rooms({ people, view, ...shown }: ShownProps & { people: number }) {
  const { t } = useLingui();
  const { spaces, chosen, onToggle } = shown;
  const floors = [...new Map(spaces.map(({ floor }) => [floor.id, floor])).values()];
  const [floorId, setFloorId] = useState<number>();
  const selected = spaces.find(({ id }) => chosen.has(id));
  const floor = selected?.floor ?? floors.find(({ id }) => id === floorId) ?? floors[0];
  const comfort = useZoneComfort(floor?.id ?? 0);
  if (view === "list") return <SpaceList label={t`Rooms`} people={people} {...shown} />;
  return (
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
          {...comfort}
          {...shown}
          spaces={spaces.filter((one) => one.floor.id === floor.id)}
        />
      )}
    </Stack>
  );
}

interface BarProps {
  /** The selected spaces. */
  names: readonly string[];
  isBooking: boolean;
  hint: string | undefined;
  onBook: () => void;
}

/** The selection and the button that books it, always in sight. */
function BookBar({ names, isBooking, hint, onBook }: BarProps) {
  const { t } = useLingui();
  const text = names.join(", ");
  return (
    <Panel data-action-bar pos="sticky" bottom="var(--bottom-bar, 0)" style={{ zIndex: 2 }}>
      <Group justify="space-between" gap={16} wrap="nowrap">
        <Text size="sm" role="status" lineClamp={2}>
          {names.length === 0 ? t`Select a free place.` : (hint ?? t`Selected: ${text}`)}
        </Text>
        <Button
          flex="none"
          disabled={names.length === 0 || hint !== undefined}
          loading={isBooking}
          onClick={onBook}
        >
          {names.length > 1 ? (
            <Plural value={names.length} one="Book # seat" other="Book # seats" />
          ) : (
            <Trans>Book</Trans>
          )}
        </Button>
      </Group>
    </Panel>
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
