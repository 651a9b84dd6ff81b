import { useLingui } from "@lingui/react/macro";
import { Button, Stack, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { fleetColumns, type FleetRow, fleetStates, listFleet } from "@verandah/contract/pumps/pumps.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { type Loaded, useIsOld, useIsOutdated } from "#shared/age.ts";
import { numberText } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { type GridAddress, gridFields, type GridState } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Aged } from "#shared/ui/section.tsx";

import { FleetMap } from "./fleet-map.tsx";
import { Rollouts } from "./rollouts.tsx";
import { useLevel, useProblemText } from "./use-problem-text.ts";

import classes from "../pumps.module.css";

const address: GridAddress = {
  prefix: "",
  columns: fleetColumns,
  sortedBy: { column: "alarms", order: "desc" },
};
/** More would push the map and the grid off the screen. */
const PLACES_SHOWN = 8;

const levels = {
  fault: "alarm",
  warning: "warning",
  running: undefined,
  stopped: undefined,
  offline: undefined,
  unknown: undefined,
} as const satisfies Record<FleetRow["state"], string | undefined>;

/** All pumps of the campus, those with problems first. */
export function FleetScreen() {
  const { t } = useLingui();
  const [grid, setGrid] = useGridState(address);
  const asked = useRoute(listFleet, gridFields(grid), { keepsLast: true });
  const columns = useColumns(asked);
  return (
    <Stack gap={14}>
      <PageTitle>{t`Pump fleet`}</PageTitle>
      <Aged of={asked}>
        <Places places={asked.data?.places ?? []} grid={grid} onGrid={setGrid} />
      </Aged>
      <DataGrid
        label={t`Pump fleet`}
        columns={columns}
        rowKey={(row) => row.ssid}
        of={asked}
        state={grid}
        onState={setGrid}
        emptyText={t`No pump has been added yet.`}
      />
      <FleetMap />
      <Rollouts places={asked.data?.places.map(({ place }) => place) ?? []} />
    </Stack>
  );
}

interface PlacesProps {
  places: ReplyOf<typeof listFleet>["places"];
  grid: GridState;
  onGrid: (grid: GridState) => void;
}

/** The number of pumps of each place by state, those with problems first; a place filters the grid. */
function Places({ places, grid, onGrid }: PlacesProps) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const levelOf = useLevel();
  const problemText = useProblemText();
  const [isAll, setIsAll] = useState(false);
  const { place: chosen, ...others } = grid.filters;
  const ordered = places.toSorted(
    (a, b) =>
      b.faults - a.faults ||
      b.warnings - a.warnings ||
      b.offline - a.offline ||
      a.place.localeCompare(b.place, undefined, { numeric: true }),
  );
  const shown = ordered.filter(({ place }, at) => isAll || at < PLACES_SHOWN || place === chosen);
  const count = numberText(places.length);
  return (
    <div>
      <ul className={classes["places"]} aria-label={t`Places`}>
        {shown.map(({ place, pumps, running, ...problems }) => (
          <li key={place}>
            <UnstyledButton
              className={classes["place"] ?? ""}
              aria-pressed={chosen === place}
              data-level={levelOf(problems)}
              onClick={() =>
                onGrid({ ...grid, page: 1, filters: chosen === place ? others : { ...others, place } })
              }
            >
              <strong>{place}</strong>
              {!isOld && <span>{t`${running} of ${pumps} running`}</span>}
              <span>{problemText(problems)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {places.length > PLACES_SHOWN && (
        <Button mt="xs" size="xs" variant="default" onClick={() => setIsAll(!isAll)}>
          {isAll ? t`Show fewer places` : t`Show all ${count} places`}
        </Button>
      )}
    </div>
  );
}

/** @param of the query of the rows */
function useColumns(of: Loaded): GridColumn<FleetRow>[] {
  const { t } = useLingui();
  const isOutdated = useIsOutdated(of);
  const ageText = useAgeText();
  const states: Record<FleetRow["state"], string> = {
    fault: t`Fault`,
    warning: t`Warning`,
    running: t`Running`,
    stopped: t`Stopped`,
    offline: t`Not connected`,
    unknown: t`State unknown`,
  };
  return [
    {
      id: "name",
      header: t`Device name`,
      width: 170,
      render: ({ ssid, name }) => (
        <Link to={`/admin/dashboard?device=${encodeURIComponent(ssid)}`}>{name}</Link>
      ),
    },
    { id: "place", header: t`Place`, width: 100, render: ({ place }) => place },
    {
      id: "customer",
      header: t`Customer`,
      width: 100,
      render: ({ customer }) => customer ?? t`Not mapped`,
    },
    {
      id: "state",
      header: t`State`,
      width: 110,
      filter: { choices: fleetStates.map((value) => ({ value, label: states[value] })) },
      render: ({ state }) => {
        // An alarm stays visible after a lost connection.
        const shown =
          isOutdated && levels[state] !== "alarm" && levels[state] !== "warning" ? "unknown" : state;
        return (
          <span className={classes["condition"]} data-level={levels[shown]}>
            {states[shown]}
          </span>
        );
      },
    },
    {
      id: "lastSeen",
      header: t`Last seen`,
      width: 110,
      filter: {
        choices: [
          { value: "1", label: t`More than 1 hour ago` },
          { value: "24", label: t`More than 1 day ago` },
          { value: "168", label: t`More than 7 days ago` },
        ],
      },
      render: ({ lastSeenAt }) => (lastSeenAt ? ageText(lastSeenAt) : t`never`),
    },
    {
      id: "litres",
      header: t`Water today (L)`,
      width: 110,
      isNumber: true,
      filter: { label: t`At least (L)` },
      render: ({ litresToday }) =>
        litresToday === null ? (
          t`No data`
        ) : (
          <>
            {numberText(litresToday)}
            <span className={classes["unit"]}> L</span>
          </>
        ),
    },
    {
      id: "alarms",
      header: t`Alarms`,
      width: 80,
      isNumber: true,
      render: ({ alarms }) => (
        <>
          <span className={classes["unit"]}>{t`Alarms`} </span>
          {numberText(alarms)}
        </>
      ),
    },
  ];
}
