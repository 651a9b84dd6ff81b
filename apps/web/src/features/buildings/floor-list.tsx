import { Trans, useLingui } from "@lingui/react/macro";
import type { AlertLists } from "@verandah/contract/alarms.ts";
import type { LocationMetric, MetricName } from "@verandah/contract/buildings.ts";

import { type State, StateIcon, stateOf } from "#shared/ui/state.tsx";
import { useNow } from "#shared/use-now.ts";

import { withCommonAlarms } from "./alarm-counts.ts";
import { AlertCounts } from "./alert-counts.tsx";
import { FloorLink } from "./floor-link.tsx";
import { MetricValue } from "./metric-value.tsx";
import { metricNames, sortByName, sumPlaces } from "./summaries.ts";
import { useFloorLabel } from "./use-floor-label.ts";
import { useMetricTitle } from "./use-metric-title.ts";

import classes from "./floor-list.module.css";

/** Ages are shown to the second when young. */
const AGE_REFRESH_MS = 5_000;

interface Props {
  floors: readonly LocationMetric[];
  /** All active alarms of the building, those at no floor included. */
  total: AlertLists["total"] | undefined;
  isOutdated: boolean;
}

/** The 'All Floor' row and one row a floor. Source: spec 2 §2 Building overview. */
export function FloorList({ floors, total, isOutdated }: Props) {
  const { t } = useLingui();
  const title = useMetricTitle();
  const label = useFloorLabel();
  const nowMs = useNow(AGE_REFRESH_MS);
  const all = withCommonAlarms(sumPlaces(floors, t`All Floor`), total);

  return (
    <section aria-label={t`Floors`} className={classes["list"]}>
      <div className={classes["head"]} aria-hidden>
        <span>
          <Trans>Floor</Trans>
        </span>
        <span>
          <Trans>Alerts</Trans>
        </span>
        {metricNames.map((name) => (
          <span key={name}>{title(name)}</span>
        ))}
      </div>
      <ul className={classes["rows"]}>
        <li className={`${classes["row"]} ${classes["all"]}`}>
          <span className={classes["allName"]}>{all.name}</span>
          <Cells place={all} nowMs={nowMs} isOutdated={isOutdated} />
        </li>
        {sortByName(floors).map((floor) => {
          const state: State = isOutdated ? "unknown" : stateOf(floor);
          return (
            <li key={floor.id} className={classes["row"]}>
              <FloorLink floor={floor} label={label(floor, state)} className={classes["link"]}>
                <span className={classes["tile"]} data-state={state} data-testid={`tile-${floor.name}`}>
                  <StateIcon state={state} />
                  <span className={classes["name"]}>{floor.name}</span>
                </span>
              </FloorLink>
              <Cells place={floor} nowMs={nowMs} isOutdated={isOutdated} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CellsProps {
  place: LocationMetric;
  nowMs: number;
  isOutdated: boolean;
}

function Cells({ place, nowMs, isOutdated }: CellsProps) {
  const { t } = useLingui();
  const title = useMetricTitle();
  return (
    <>
      <span className={classes["cell"]}>
        <span className={classes["label"]}>{t`Alerts`}</span>
        <AlertCounts noOfCritical={place.noOfCritical} noOfLow={place.noOfLow} />
      </span>
      {metricNames.map((name: MetricName) => (
        <span key={name} className={classes["cell"]}>
          <span className={classes["label"]}>{title(name)}</span>
          <MetricValue place={place} name={name} nowMs={nowMs} isOutdated={isOutdated} />
        </span>
      ))}
    </>
  );
}
