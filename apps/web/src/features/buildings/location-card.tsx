import { useLingui } from "@lingui/react/macro";
import { Title, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import { storeFloor } from "#shared/stored-context.ts";
import { AlertCounts } from "#shared/ui/alert-counts.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { Panel } from "#shared/ui/layout.tsx";

import { MetricValue } from "./metric-value.tsx";
import { NotReporting } from "./not-reporting.tsx";
import { metricNames } from "./overview/summaries.ts";
import { useMetricTitle } from "./use-metric-title.ts";

import layout from "#shared/ui/layout.module.css";

interface Props {
  place: LocationMetric;
  /** Replaces the name on the card of the screen's own place, which has no link. */
  ownTitle?: string;
}

/** One place with its alert counts, issue counts and values. */
export function LocationCard({ place, ownTitle }: Props) {
  const { t } = useLingui();
  const title = useMetricTitle();
  const stateText = useStateText();
  const state = useShownState()(place.state);
  const address = ownTitle === undefined ? dashboardOf(place) : undefined;
  return (
    <li>
      <Panel
        component="article"
        pos="relative"
        h="100%"
        p={0}
        style={{ overflow: "hidden", containerType: "inline-size" }}
      >
        <Title
          order={2}
          fz="md"
          fw={650}
          lh="inherit"
          px={14}
          py={9}
          display="flex"
          style={{ gap: 8, alignItems: "center" }}
          data-state={state}
          {...(state !== "fine" && { className: layout["state"] })}
        >
          {state !== "fine" && <StateIcon state={state} />}
          {address ? (
            <Link
              to={address}
              className={layout["cover"]}
              onClick={() => place.zone_type === "GL_LOCATION_TYPE_FLOOR" && storeFloor(place)}
            >
              {place.name}
            </Link>
          ) : (
            (ownTitle ?? place.name)
          )}
          <VisuallyHidden>: {stateText(state)}</VisuallyHidden>
        </Title>
        <FactList
          isPlain
          px={14}
          py={12}
          facts={[
            [
              t`Alerts`,
              <>
                <AlertCounts place={place} />
                <NotReporting place={place} />
              </>,
            ],
            ...measuredAt(place).map(
              (name) => [title(name), <MetricValue key={name} place={place} name={name} />] as const,
            ),
          ]}
        />
      </Panel>
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
