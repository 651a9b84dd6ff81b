import { useLingui } from "@lingui/react/macro";
import { Box, Group, Stack, Text } from "@mantine/core";
import type { BookableSpace, SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { getFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { FloorMap } from "#shared/maps/floor-map.tsx";
import { drawingAddress } from "#shared/maps/plan-geometry.ts";
import { Section } from "#shared/ui/section.tsx";

import { SpaceList } from "./space-list.tsx";
import { SpaceSign, type SpaceState, spaceState, useSpaceText } from "./space-states.tsx";

import classes from "./bookings.module.css";

interface Props {
  floorId: number;
  kind: SpaceKind;
  spaces: readonly BookableSpace[];
  people: number;
  chosen: ReadonlySet<number>;
  /** The seat of a colleague, and the free seats that are nearest to it. */
  near: { name: string; id: number; nearest: ReadonlySet<number> } | undefined;
  names: ReadonlyMap<number, string>;
  /** The comfort of a zone in a few words. */
  zoneText: (zoneId: number) => string | undefined;
  renderZone: (zoneId: number) => ReactNode;
  onToggle: (id: number) => void;
}

/** Where the seats or rooms of a floor are, and which are free. Those without a position are in a list below the plan. */
export function SpaceMap({ floorId, kind, zoneText, renderZone, ...shown }: Props) {
  const { t } = useLingui();
  const { near, ...listed } = shown;
  const elsewhere = shown.spaces.filter(({ coordinates }) => !coordinates);
  const loaded = useRoute(getFloorPlan, { id: floorId });
  const word = useSpaceText();
  const colleague = near?.name;
  const legend: readonly { state: SpaceState; text: string; isChosen?: true; isNear?: true }[] = [
    { state: "free", text: t({ message: "Free", comment: "State of a seat" }) },
    { state: "taken", text: t({ message: "Taken", comment: "State of a seat" }) },
    { state: "own", text: t`Booked by you` },
    { state: "free", text: t`Selected`, isChosen: true },
    ...(kind === "room" ? [{ state: "small", text: t`Too small` } as const] : []),
    ...(colleague ? [{ state: "free", text: t`Nearest to ${colleague}`, isNear: true } as const] : []),
  ];
  return (
    <>
      <Section of={loaded} height={480} isPart>
        {(plan) => (
          <Box __vars={{ "--plan-width": "min(100%, 520px)" }}>
            <FloorMap
              key={plan.id}
              label={
                kind === "seat" ? t`Floor plan, ${plan.name}: seats` : t`Floor plan, ${plan.name}: rooms`
              }
              drawing={drawingAddress(plan)}
              zones={plan.zones.map((zone) => {
                const text = zoneText(zone.id);
                return text === undefined ? zone : { ...zone, text };
              })}
              renderOverlay={(k) => <Spaces k={k} word={word} {...shown} />}
            />
            <Group gap="md" mt={6}>
              {legend.map(({ state, text, isChosen = false, isNear }) => (
                <Group key={text} gap={6} wrap="nowrap">
                  <svg width={24} height={24} viewBox="-12 -12 24 24" overflow="visible" aria-hidden>
                    {isNear && <NearMark />}
                    <SpaceSign state={state} isChosen={isChosen} glyph="1" />
                  </svg>
                  <Text size="sm">{text}</Text>
                </Group>
              ))}
            </Group>
          </Box>
        )}
      </Section>
      {elsewhere.length > 0 && (
        <Stack gap="xs">
          <Text fw={500}>{t`Without a position on the plan`}</Text>
          <SpaceList
            label={t`Without a position on the plan`}
            {...listed}
            spaces={elsewhere}
            renderZone={renderZone}
          />
        </Stack>
      )}
    </>
  );
}

/** Around the sign of a seat near to the colleague. */
const NearMark = () => (
  <circle
    r={15.5}
    fill="none"
    stroke="var(--mantine-color-anchor)"
    strokeWidth={2}
    strokeDasharray="4 3"
    aria-hidden
  />
);

interface SpacesProps extends Pick<Props, "spaces" | "people" | "chosen" | "near" | "names" | "onToggle"> {
  /** Width of a plan unit, px. */
  k: number;
  word: ReturnType<typeof useSpaceText>;
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest place in a direction, with little distance to the side. */
function placeTowards<Place extends { at: readonly [number, number] }>(
  places: readonly Place[],
  from: readonly [number, number],
  [dx, dy]: readonly [number, number],
): Place | undefined {
  const distance = ({ at: [x, y] }: Place) => {
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    return along > 1 ? along + 3 * aside : Number.POSITIVE_INFINITY;
  };
  const [next] = places.toSorted((one, other) => distance(one) - distance(other));
  return next && Number.isFinite(distance(next)) ? next : undefined;
}

/** The places are one stop of the tab key; arrow keys go from one to the next. */
function Spaces({ spaces, people, chosen, near, names, k, word, onToggle }: SpacesProps) {
  const group = useRef<SVGGElement>(null);
  const places = spaces.flatMap((space) =>
    space.coordinates ? [{ space, at: space.coordinates, state: spaceState(space, people) }] : [],
  );
  const first = places.find(({ space }) => chosen.has(space.id)) ?? places[0];

  function press(event: KeyboardEvent, place: (typeof places)[number]): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (place.state === "free") onToggle(place.space.id);
      return;
    }
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = placeTowards(places, place.at, direction);
    if (next) group.current?.querySelector<SVGElement>(`[data-space="${next.space.id}"]`)?.focus();
  }

  return (
    <g ref={group}>
      {places.map((place) => {
        const { space, at, state } = place;
        const isFree = state === "free";
        return (
          <g
            key={space.id}
            role="button"
            data-space={space.id}
            tabIndex={space.id === first?.space.id ? 0 : -1}
            aria-label={`${space.name}, ${word(state, names.get(space.id))}`}
            aria-pressed={chosen.has(space.id)}
            aria-disabled={!isFree}
            cursor={isFree ? "pointer" : "default"}
            transform={`translate(${at.join(" ")}) scale(${1 / k})`}
            onClick={() => isFree && onToggle(space.id)}
            onKeyDown={(event) => press(event, place)}
          >
            <rect x={-17} y={-17} width={34} height={34} fill="transparent" />
            {near?.nearest.has(space.id) && <NearMark />}
            {near?.id === space.id && (
              <text className={classes["colleague"]} y={-17} aria-hidden>
                {near.name}
              </text>
            )}
            <SpaceSign
              state={state}
              isChosen={chosen.has(space.id)}
              glyph={/[^\s.]+$/.exec(space.name)?.[0] ?? ""}
            />
          </g>
        );
      })}
    </g>
  );
}
