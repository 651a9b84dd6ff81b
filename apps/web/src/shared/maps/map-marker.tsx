import { Tooltip } from "@mantine/core";
import type { PlanPoint } from "@verandah/contract/floor-plans.ts";

import type { State } from "../ui/state.tsx";

import classes from "./floor-map.module.css";

export interface MapMarker {
  readonly id: string;
  readonly name: string;
  /** Null: not on the plan. */
  readonly position: PlanPoint | null;
  readonly state: State;
  /** One or two letters, or a number. */
  readonly glyph: string;
  /** What its tooltip says below the name. */
  readonly lines: readonly string[];
  /** The one that is looked for. */
  readonly isMarked?: boolean;
}

/** Each state has a shape of its own, so that colour never says it alone. */
const shapes: Record<State, string> = {
  fine: "M0-11A11 11 0 0 1 0 11A11 11 0 0 1 0-11Z",
  unknown: "M0-11A11 11 0 0 1 0 11A11 11 0 0 1 0-11Z",
  low: "M0-14L13.5 9.5H-13.5Z",
  critical: "M-5.2-12.5H5.2L12.5-5.2V5.2L5.2 12.5H-5.2L-12.5 5.2V-5.2Z",
};

/** The sign of a state, 26 units wide around its middle. */
export function StateShape({ state }: { state: State }) {
  return <path d={shapes[state]} className={classes["markerShape"]} data-state={state} />;
}

interface Props {
  marker: MapMarker;
  position: PlanPoint;
  /** Enlargement of the plan: markers keep their size. */
  k: number;
  onChoose: ((id: string) => void) | undefined;
}

/** A device on a plan: its state, and all about it in the tooltip. */
export function MapMarkerShape({ marker, position, k, onChoose }: Props) {
  const { id, name, state, glyph, lines, isMarked = false } = marker;
  const choose = onChoose && (() => onChoose(id));
  return (
    <Tooltip
      multiline
      label={
        <>
          <strong>{name}</strong>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </>
      }
    >
      <g
        role={choose ? "button" : "img"}
        tabIndex={0}
        aria-label={[name, ...lines].join(", ")}
        aria-current={isMarked || undefined}
        transform={`translate(${position.join(" ")}) scale(${1 / k})`}
        className={classes["marker"]}
        data-button={choose !== undefined}
        onClick={choose}
        onKeyDown={(event) => {
          if (!choose || (event.key !== "Enter" && event.key !== " ")) return;
          event.preventDefault();
          choose();
        }}
      >
        <circle r={18} className={classes["markerRoom"]} data-marked={isMarked} />
        <StateShape state={state} />
        <text className={classes["markerText"]} data-state={state} dy={state === "low" ? 6 : 4} aria-hidden>
          {glyph}
        </text>
      </g>
    </Tooltip>
  );
}
