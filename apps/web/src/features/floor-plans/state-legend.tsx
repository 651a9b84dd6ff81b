import { useLingui } from "@lingui/react/macro";

import { StateShape } from "#shared/maps/map-marker.tsx";
import { type State, useStateText } from "#shared/ui/feedback/state.tsx";

import classes from "./map-legend.module.css";

const states: readonly State[] = ["critical", "low", "fine", "unknown"];

/** Which sign means what on a map of devices. */
export function StateLegend() {
  const { t } = useLingui();
  const stateText = useStateText();
  return (
    <ul className={classes["legend"]} aria-label={t`Legend`}>
      {states.map((state) => (
        <li key={state}>
          <svg viewBox="-15 -15 30 30" width={18} height={18} aria-hidden>
            <StateShape state={state} />
          </svg>
          {stateText(state)}
        </li>
      ))}
    </ul>
  );
}
