import { useLingui } from "@lingui/react/macro";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { BookableSpace } from "@verandah/contract/bookings/bookings.ts";
import type { ComponentProps, ReactNode } from "react";

import { AutoGrid } from "#shared/ui/layout.tsx";

import { spaceState, useSpaceText } from "./space-states.tsx";

interface Props {
  label: string;
  spaces: readonly BookableSpace[];
  chosen: ReadonlySet<number>;
  people: number;
  names: ReadonlyMap<number, string>;
  renderZone?: (zoneId: number) => ReactNode;
  onToggle: (id: number) => void;
}

const ROOM_PX = 240;
const SEAT_PX = 118;
const RoomZones = (props: Omit<ComponentProps<typeof AutoGrid>, "min">) => (
  <AutoGrid min={ROOM_PX} {...props} />
);
const WRAPPED = { label: { whiteSpace: "normal" } } as const;

/** Rooms are listed for all floors. */
const nameOf = (space: BookableSpace | undefined) =>
  space?.kind === "room" ? `${space.floor.name}, ${space.zone.name}` : space?.zone.name;

/** The seats of a floor or the rooms of a building by zone; a press selects a free one. */
export function SpaceList({ label, spaces, chosen, people, names, renderZone, onToggle }: Props) {
  const { t } = useLingui();
  const word = useSpaceText();
  const zones = Map.groupBy(spaces, ({ zone }) => zone.id);
  // A zone has many seats, but few rooms.
  const hasRooms = spaces[0]?.kind === "room";
  const Zones = hasRooms ? RoomZones : Stack;
  return (
    <div role="group" aria-label={label}>
      <Zones gap={16}>
        {[...zones].map(([zoneId, own]) => (
          <section key={zoneId} aria-label={nameOf(own[0])}>
            <Group justify="space-between" align="baseline" gap="2px 12px" mb={6}>
              <Title order={2} size="h5">
                {nameOf(own[0])}
              </Title>
              {renderZone?.(zoneId)}
            </Group>
            <AutoGrid min={hasRooms ? ROOM_PX : SEAT_PX} gap={6}>
              {own.map((space) => {
                const state = spaceState(space, people);
                const { seats, facilities, kind } = space;
                const stateText = word(state, names.get(space.id));
                const facts = kind === "room" ? [t`${seats} seats`, ...facilities].join(", ") : undefined;
                return (
                  <Button
                    key={space.id}
                    variant={chosen.has(space.id) ? "filled" : "default"}
                    h="auto"
                    styles={WRAPPED}
                    py={6}
                    px={10}
                    disabled={state !== "free"}
                    aria-pressed={chosen.has(space.id)}
                    aria-label={[space.name, facts, stateText].filter(Boolean).join(", ")}
                    onClick={() => onToggle(space.id)}
                  >
                    <span>
                      {`${space.name} `}
                      <Text component="span" display="block" size="xs">
                        {[facts, stateText].filter(Boolean).join(", ")}
                      </Text>
                    </span>
                  </Button>
                );
              })}
            </AutoGrid>
          </section>
        ))}
      </Zones>
    </div>
  );
}
