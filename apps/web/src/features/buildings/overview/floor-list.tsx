import { useLingui } from "@lingui/react/macro";
import type { LocationMetric, MetricName, PlaceStatus } from "@verandah/contract/buildings.ts";

import { AlertCounts } from "#shared/ui/alert-counts.tsx";
import { StateIcon, useShownState } from "#shared/ui/feedback/state.tsx";
import { Panel, Rows } from "#shared/ui/layout.tsx";

import { FloorLink } from "../floor-link.tsx";
import { MetricValue } from "../metric-value.tsx";
import { NotReporting } from "../not-reporting.tsx";
import { useFloorLabel } from "../use-floor-label.ts";
import { useMetricTitle } from "../use-metric-title.ts";
import { floorState, metricNames, sortByName, sumPlaces } from "./summaries.ts";

import layout from "#shared/ui/layout.module.css";
import classes from "./floor-list.module.css";

interface Props {
  floors: readonly LocationMetric[];
  /** The whole building, with devices outside its floors. */
  building: PlaceStatus;
}

/** The 'All Floor' row and one row a floor. Source: spec 2 §2 Building overview. */
export function FloorList({ floors, building }: Props) {
  const { t } = useLingui();
  const title = useMetricTitle();
  const label = useFloorLabel();
  const shown = useShownState();
  const all = sumPlaces(floors, t`All Floor`, building);

  return (
    <Panel component="section" aria-label={t`Floors`} p={0} fz="sm" style={{ overflow: "hidden" }}>
      <div className={classes["head"]} aria-hidden>
        <span>{t`Floor`}</span>
        <span>{t`Alerts`}</span>
        {metricNames.map((name) => (
          <span key={name}>{title(name)}</span>
        ))}
      </div>
      <Rows py={0}>
        <li className={classes["row"]} data-all>
          <b>{all.name}</b>
          <Cells place={all} />
        </li>
        {sortByName(floors).map((floor) => {
          const state = shown(floorState(floor));
          return (
            <li key={floor.id} className={classes["row"]}>
              <FloorLink floor={floor} label={label(floor, state)} className={layout["cover"]}>
                <span
                  className={`${classes["tile"]} ${layout["state"]}`}
                  data-state={state}
                  data-testid={`tile-${floor.name}`}
                >
                  {state !== "fine" && <StateIcon state={state} />}
                  {floor.name}
                </span>
              </FloorLink>
              <Cells place={floor} />
            </li>
          );
        })}
      </Rows>
    </Panel>
  );
}

function Cells({ place }: { place: LocationMetric }) {
  const { t } = useLingui();
  const title = useMetricTitle();
  return (
    <>
      <span>
        <span className={classes["label"]}>{t`Alerts`}</span>
        <AlertCounts place={place} />
        {/* The status summary shows it for the whole building. */}
        {place.zone_type !== "GL_LOCATION_TYPE_BUILDING" && <NotReporting place={place} />}
      </span>
      {metricNames.map((name: MetricName) => (
        <span key={name}>
          <span className={classes["label"]}>{title(name)}</span>
          <MetricValue place={place} name={name} />
        </span>
      ))}
    </>
  );
}
