import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LocationMetric } from "@verandah/contract/buildings.ts";
import { Fragment } from "react";

import { storeFloor } from "#shared/stored-context.ts";
import { AlertCounts } from "#shared/ui/alert-counts.tsx";
import { StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";

import { MetricValue } from "./metric-value.tsx";
import { NotReporting } from "./not-reporting.tsx";
import { metricNames } from "./overview/summaries.ts";
import { useMetricTitle } from "./use-metric-title.ts";

import classes from "./place-cards.module.css";

interface Props {
  place: LocationMetric;
  /** Replaces the name on the card of the screen's own place, which has no link. */
  ownTitle?: string;
}

/** One place with its alert counts, issue counts and values. */
export function LocationCard({ place, ownTitle }: Props) {
  const title = useMetricTitle();
  const stateText = useStateText();
  const state = useShownState()(place.state);
  const address = ownTitle === undefined ? dashboardOf(place) : undefined;
  return (
    <li>
      <article className={classes["card"]}>
        <h2 className={classes["title"]} data-state={state}>
          {state !== "fine" && <StateIcon state={state} />}
          {address ? (
            <Link
              to={address}
              onClick={() => place.zone_type === "GL_LOCATION_TYPE_FLOOR" && storeFloor(place)}
            >
              {place.name}
            </Link>
          ) : (
            (ownTitle ?? place.name)
          )}
          <VisuallyHidden>: {stateText(state)}</VisuallyHidden>
        </h2>
        <dl className={classes["facts"]}>
          <dt>
            <Trans>Alerts</Trans>
          </dt>
          <dd>
            <AlertCounts place={place} />
            <NotReporting place={place} />
          </dd>
          {measuredAt(place).map((name) => (
            <Fragment key={name}>
              <dt>{title(name)}</dt>
              <dd>
                <MetricValue place={place} name={name} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </article>
    </li>
  );
}

/** An area lacks most sensors, and its zone has its values; other places show all measurements. */
export const measuredAt = (place: LocationMetric) =>
  place.zone_type === "GL_LOCATION_TYPE_AREA"
    ? metricNames.filter((one) =>
        place.parameters.some(({ name, quality }) => name === one && quality !== "missing"),
      )
    : metricNames;

/** The screen of the places below this one; an area has none. */
function dashboardOf(place: LocationMetric): string | undefined {
  const contexts: Partial<Record<LocationMetric["zone_type"], string>> = {
    GL_LOCATION_TYPE_BUILDING: "building",
    GL_LOCATION_TYPE_FLOOR: "floor",
    GL_LOCATION_TYPE_ZONE: "zone",
  };
  const context = contexts[place.zone_type];
  return context && `/admin/${context}/${place.id}/dashboard`;
}
