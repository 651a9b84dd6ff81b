import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { getEnergyDemand } from "@verandah/contract/energy/energy-overview.ts";
import { getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { getHomeCounts, getHomeFigures, type HomeCounts, type HomeFigures } from "@verandah/contract/home.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import type { ReactNode } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { numberText, quantity, rupeesText } from "#shared/format/number.ts";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Section, type Shown, together } from "#shared/ui/section.tsx";
import { useNow } from "#shared/use-now.ts";

import classes from "./home-tiles.module.css";

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
/** The power of now is that of the last quarter of an hour, or of the one before. */
const QUARTERS_OF_NOW = 2;

const kilowatts = (value: number) => quantity(value, "kilowatt", value < 10 ? 1 : 0);

/** The numbers of a building beside the usual ones; each leads to its screen. */
export function HomeTiles({ buildingId: id }: { buildingId: number }) {
  const { t } = useLingui();
  const counts = useRoute(getHomeCounts, { id });
  const figures = useRoute(getHomeFigures, { id });
  return (
    <ul className={classes["tiles"]} aria-label={t`Building at a glance`}>
      <PowerTile id={id} />
      <ZonesTile counts={counts} />
      <AirTile figures={figures} />
      <PeopleTile id={id} figures={figures} />
      <OverridesTile of={together(counts, figures)} />
    </ul>
  );
}

interface TileProps<T> {
  name: string;
  to: string;
  of: Shown<T>;
  children: (data: T) => ReactNode;
}

function Tile<T>({ name, to, of, children }: TileProps<T>) {
  const { t } = useLingui();
  return (
    <li className={classes["tile"]}>
      <Link to={to} className={classes["name"]}>
        {name}
      </Link>
      <Section of={of} height={44} isPart failed={<Figure note={t`Could not be loaded`} />}>
        {children}
      </Section>
    </li>
  );
}

interface FigureProps {
  /** Undefined: it is unknown. */
  value?: string | undefined;
  note?: string | undefined;
  isOutsideLimits?: boolean;
  children?: ReactNode;
}

/** The value of a tile, its comparison and its chart. */
function Figure({ value, note, isOutsideLimits = false, children }: FigureProps) {
  const { t } = useLingui();
  const isOld = useIsOld();
  return (
    <>
      <span className={classes["value"]} data-unknown={value === undefined || isOld}>
        {isOutsideLimits && <StateIcon state="low" isColored />}
        {value ?? t`No data`}
      </span>
      <span className={classes["note"]}>{isOld ? t`Not up to date` : note}</span>
      {children && <div className={classes["chart"]}>{children}</div>}
    </>
  );
}

/** Demand of the last quarter of an hour, and on the same kind of day before. */
function PowerTile({ id }: { id: number }) {
  const { t } = useLingui();
  const demand = useRoute(getEnergyDemand, { id });
  return (
    <Tile name={t`Power`} to="/admin/energy" of={demand}>
      {({ today }) => {
        const last = today.slice(-QUARTERS_OF_NOW).findLast(({ kilowatt }) => kilowatt !== null);
        const usual = last && last.expected !== null && kilowatts(last.expected);
        return (
          <Figure
            value={last && kilowatts(last.kilowatt ?? 0)}
            note={usual ? t`expected ${usual}` : t`No forecast yet`}
          >
            {today.some(({ kilowatt }) => kilowatt !== null) && (
              <TimeBars
                isSmall
                label={t`Demand today, 15-minute averages`}
                isByDay={false}
                bars={today.map(({ at, kilowatt, expected }) => ({
                  label: at,
                  at,
                  value: kilowatt,
                  expected,
                }))}
                valueText={kilowatts}
              />
            )}
          </Figure>
        );
      }}
    </Tile>
  );
}

/** How many zones hold their setpoint, and why the others do not. */
function ZonesTile({ counts }: { counts: Shown<HomeCounts> }) {
  const { t } = useLingui();
  return (
    <Tile name={t`Zones at setpoint`} to="/admin/hvac" of={counts}>
      {({ zones: { held, missed, off, unknown } }) => {
        const all = held + missed + off + unknown;
        const notes = [
          missed > 0 && plural(missed, { one: "# zone off setpoint", other: "# zones off setpoint" }),
          off > 0 && plural(off, { one: "Unit off in # zone", other: "Unit off in # zones" }),
          unknown > 0 && plural(unknown, { one: "# zone unknown", other: "# zones unknown" }),
        ].filter((note) => note !== false);
        const [some, whole] = [numberText(held), numberText(all)];
        return all === 0 ? (
          <Figure note={t`No air handling here.`} />
        ) : (
          <Figure value={t`${some} of ${whole}`} note={notes.join(" · ")} />
        );
      }}
    </Tile>
  );
}

/** The zone with the most carbon dioxide, and its last 24 hours. */
function AirTile({ figures }: { figures: Shown<HomeFigures> }) {
  const { t } = useLingui();
  const air = figures.data?.air;
  return (
    <Tile
      name={t`Highest CO2`}
      to={air ? `/admin/zone/${air.zoneId}/dashboard` : "/admin/flooroccupancy"}
      of={figures}
    >
      {({ air: worst }) =>
        worst ? (
          <Figure
            value={quantity(worst.value, worst.unit)}
            note={`${worst.floor}, ${worst.zone}`}
            isOutsideLimits={worst.isAboveLimit}
          >
            <AirTrend ssid={worst.ssid} unit={worst.unit} />
          </Figure>
        ) : (
          <Figure />
        )
      }
    </Tile>
  );
}

function AirTrend({ ssid, unit }: { ssid: string; unit: string }) {
  const { t } = useLingui();
  const toMs = Math.floor(useNow(HALF_HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
  const { data } = useRoute(getTrend, {
    ssid,
    param_id: comfortPoints.co2,
    from: new Date(toMs - DAY_MS).toISOString(),
    to: new Date(toMs).toISOString(),
    buckets: DAY_MS / HALF_HOUR_MS,
  });
  if (!data || data.buckets.length === 0) return null;
  const known = new Map(data.buckets.map(({ at, avg }) => [Date.parse(at), avg]));
  const bars = Array.from({ length: Math.floor(DAY_MS / data.bucketMs) }, (_, index) => {
    const atMs = toMs - DAY_MS + index * data.bucketMs;
    const at = new Date(atMs).toISOString();
    return { label: at, at, value: known.get(atMs) ?? null };
  });
  return (
    <TimeBars
      isSmall
      label={t`Carbon dioxide in the last 24 hours`}
      isByDay={false}
      bars={bars}
      valueText={(value) => quantity(value, unit)}
    />
  );
}

/** People now, and in the last 24 hours. */
function PeopleTile({ id, figures }: { id: number; figures: Shown<HomeFigures> }) {
  const { t } = useLingui();
  const { data: trend = [] } = useRoute(getOccupancyTrend, { id });
  return (
    <Tile name={t`People`} to="/admin/flooroccupancy" of={figures}>
      {({ people, uncountedZones: unknown }) => {
        const count = people === null ? undefined : numberText(people);
        const isPart = count !== undefined && unknown > 0;
        return (
          <Figure
            value={isPart ? t`at least ${count}` : count}
            note={
              unknown > 0 ? plural(unknown, { one: "# zone unknown", other: "# zones unknown" }) : undefined
            }
          >
            {trend.some((one) => one.people !== null) && (
              <TimeBars
                isSmall
                label={t`Occupancy in the last 24 hours`}
                isByDay={false}
                bars={trend.map(({ at, people: value, isComplete }) => ({
                  label: at,
                  at,
                  value,
                  isComplete,
                }))}
              />
            )}
          </Figure>
        );
      }}
    </Tile>
  );
}

/** Overrides in force, and their cost so far. */
function OverridesTile({ of }: { of: Shown<[HomeCounts, HomeFigures]> }) {
  const { t } = useLingui();
  return (
    <Tile name={t`Overrides`} to="/admin/controls" of={of}>
      {([{ overrides: count, overriddenDevices }, { overrides }]) => {
        const { kilowattHour, rupees, unknown } = overrides;
        const cost = rupees === null ? quantity(kilowattHour, "kilowattHour", 0) : rupeesText(rupees);
        const notes = [
          plural(overriddenDevices, { one: "# device", other: "# devices" }),
          t`${cost} so far`,
          unknown > 0 &&
            plural(unknown, { one: "cost of # value unknown", other: "cost of # values unknown" }),
        ].filter((note) => note !== false);
        return <Figure value={numberText(count)} note={count > 0 ? notes.join(" · ") : undefined} />;
      }}
    </Tile>
  );
}
