import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Group, Stack, Text } from "@mantine/core";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";

import { useIsFresh } from "#shared/age.ts";
import { quantity } from "#shared/format/number.ts";
import { type State, StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { Panel } from "#shared/ui/layout.tsx";

import { FloorLink } from "../floor-link.tsx";
import { useFloorLabel } from "../use-floor-label.ts";
import { floorState, parameterOf, stackFloors, zonesWithIssue } from "./summaries.ts";

import classes from "./building-picture.module.css";

const WIDTH = 340;
const FLOOR_HEIGHT = 48;
const ROOF_HEIGHT = 16;
const GROUND_HEIGHT = 12;
/** The walls; parking decks reach as far. */
const LEFT = 22;
const RIGHT = WIDTH - 22;

interface Props {
  name: string;
  floors: readonly LocationMetric[];
}

/** The building cut open: floors above the ground, parking decks below, coloured where something is abnormal. */
export function BuildingPicture({ name, floors }: Props) {
  const { t } = useLingui();
  const { above, below } = stackFloors(floors);
  const groundY = ROOF_HEIGHT + above.length * FLOOR_HEIGHT;
  const height = groundY + GROUND_HEIGHT + below.length * FLOOR_HEIGHT + 10;
  return (
    // The list beside it may be far taller.
    <Panel
      component="figure"
      m={0}
      py={12}
      h={{ base: "auto", lg: "100%" }}
      style={{ alignSelf: "start" }}
      aria-label={t`Cross-section of ${name}`}
    >
      <Stack gap={10} h="100%">
        <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="xMidYMin" className={classes["picture"]}>
          <rect className={classes["roof"]} x={LEFT - 6} y={5} width={RIGHT - LEFT + 12} height={9} rx={2} />
          <rect className={classes["soil"]} x={0} y={groundY} width={WIDTH} height={height - groundY} />
          <path className={classes["ground"]} d={`M0 ${groundY + 1}H${WIDTH}`} />
          {above.map((floor, index) => (
            <Floor key={floor.id} floor={floor} y={ROOF_HEIGHT + index * FLOOR_HEIGHT} />
          ))}
          {below.map((floor, index) => (
            <Floor key={floor.id} floor={floor} y={groundY + GROUND_HEIGHT + index * FLOOR_HEIGHT} />
          ))}
        </svg>
        <Legend />
      </Stack>
    </Panel>
  );
}

interface FloorProps {
  floor: LocationMetric;
  y: number;
}

function Floor({ floor, y }: FloorProps) {
  const label = useFloorLabel();
  const state = useShownState()(floorState(floor));
  const temperature = parameterOf(floor, comfortPoints.temperature);
  const isFresh = useIsFresh()(temperature);
  const value = temperature && isFresh ? quantity(Number(temperature.value), temperature.unit) : undefined;
  return (
    <g data-state={state}>
      <FloorLink floor={floor} label={label(floor, state)} className={classes["floor"]}>
        <rect
          className={classes["slab"]}
          x={LEFT}
          y={y + 1.5}
          width={RIGHT - LEFT}
          height={FLOOR_HEIGHT - 3}
          rx={4}
        />
        {state !== "fine" && (
          <g color="var(--state-fill-ink, var(--text-stale))" transform={`translate(${LEFT + 10} ${y + 8})`}>
            <StateIcon state={state} size={14} />
          </g>
        )}
        <text className={classes["text"]} x={LEFT + (state === "fine" ? 10 : 30)} y={y + 19.5}>
          {floor.name}
        </text>
        <Windows count={floor.noOfZones} withIssue={zonesWithIssue(floor).length} y={y + 28} />
      </FloorLink>
      {value && (
        <text className={classes["text"]} pointerEvents="none" x={RIGHT - 10} y={y + 19.5} textAnchor="end">
          {value}
        </text>
      )}
    </g>
  );
}

/** One window per zone; zones outside their limits come first, because the list has no positions. */
function Windows({ count, withIssue, y }: { count: number; withIssue: number; y: number }) {
  if (count === 0) return null;
  const space = RIGHT - LEFT - 20;
  const step = Math.min(space / count, 60);
  return Array.from({ length: count }, (_, index) => (
    <rect
      key={index}
      className={classes["window"]}
      data-issue={index < withIssue}
      x={LEFT + 10 + index * step}
      y={y}
      width={step - 6}
      height={11}
      rx={2}
    />
  ));
}

const LINE = "1px solid var(--neutral-line)";
const states: readonly State[] = ["critical", "low", "fine", "unknown"];

function Legend() {
  const word = useStateText();
  return (
    <figcaption>
      <Group gap={12} mih={20}>
        {states.map((state) => (
          <Group key={state} gap={5} wrap="nowrap">
            <Box w={12} h={12} bg="var(--state-fill, transparent)" bd={LINE} data-state={state} aria-hidden />
            <Text span size="xs" c="dimmed">
              {word(state)}
            </Text>
          </Group>
        ))}
        <Group gap={5} wrap="nowrap">
          <Box w={16} h={9} bg="var(--state-fill)" bd="1.5px solid #b57a00" data-state="low" aria-hidden />
          <Text span size="xs" c="dimmed">
            <Trans>Zone outside its limits</Trans>
          </Text>
        </Group>
      </Group>
    </figcaption>
  );
}
