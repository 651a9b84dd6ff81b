import { Tooltip } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import type { PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";

import type { State } from "../ui/feedback/state.tsx";

import classes from "./floor-map.module.css";

export interface MapMarker {
  readonly id: string;
  readonly name: string;
  /** Null: not on the plan. */
  readonly position: PlanPoint | null;
  readonly state: State;
  /** One or two letters, or a number. */
  readonly glyph: string;
  /** Colour of the value's label; the frame has the colour of the state. */
  readonly color?: string;
  /** Lines of its tooltip below the name. */
  readonly lines: readonly string[];
  /** The selected one. */
  readonly isMarked?: boolean;
  /** A person or another system overrides it; its lines contain the owner. */
  readonly isOverridden?: boolean;
}

/** Each state has its own shape, so that colour is never the only sign. */
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

const INK = "var(--mantine-color-text)";
/** Of the letters on the sign of a state; the unknown one is hollow. */
const inks: Record<State, string> = {
  fine: "#fff",
  unknown: INK,
  low: "var(--state-low-ink)",
  critical: "#fff",
};
/** The fill of a label that says nothing by its colour. */
export const NEUTRAL_LABEL = "var(--neutral-tint)";
/** The fill of a label in the state of a low alarm. */
export const LOW_LABEL = "var(--state-low)";
const themeInks: Readonly<Record<string, string>> = { [NEUTRAL_LABEL]: INK, [LOW_LABEL]: inks.low };
const LABEL_WIDTH = 38;
const LABEL_HEIGHT = 20;

/** Black or white, whichever is easier to read on a colour. Source: WCAG 2.2, relative luminance. */
function inkOn(color: string): string {
  const known = themeInks[color];
  if (known !== undefined) return known;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}

/** A value on its colour, 38 by 20 around its middle. */
export function ValueLabel({ text, color, state }: { text: string; color: string; state: State }) {
  return (
    <>
      <rect
        x={-LABEL_WIDTH / 2}
        y={-LABEL_HEIGHT / 2}
        width={LABEL_WIDTH}
        height={LABEL_HEIGHT}
        rx={5}
        className={classes["label"]}
        data-state={state}
        style={{ fill: color }}
      />
      <text className={classes["text"]} fontSize={12} dy={4} style={{ fill: inkOn(color) }} aria-hidden>
        {text}
      </text>
    </>
  );
}

interface Props {
  marker: MapMarker;
  position: PlanPoint;
  /** Width of a plan unit, px: markers keep their size. */
  k: number;
  onChoose: ((id: string) => void) | undefined;
}

/** A device on a plan: its state, and its details in the tooltip. */
export function MapMarkerShape({ marker, position, k, onChoose }: Props) {
  const { id, name, state, glyph, color, lines, isMarked = false, isOverridden = false } = marker;
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
        <circle
          className={classes["target"]}
          {...(isMarked && { stroke: "var(--mantine-color-anchor)", strokeWidth: 3 })}
        />
        {color === undefined ? (
          <>
            <StateShape state={state} />
            <text
              className={classes["text"]}
              fontSize={12}
              fill={inks[state]}
              dy={state === "low" ? 7 : 4}
              aria-hidden
            >
              {glyph}
            </text>
          </>
        ) : (
          <ValueLabel text={glyph} color={color} state={state} />
        )}
        {isOverridden && (
          <g transform="translate(11 -11)" data-overridden aria-hidden>
            <circle r={7.5} fill="var(--mantine-color-body)" stroke={INK} strokeWidth={1.5} />
            <IconHandStop x={-5.5} y={-5.5} size={11} stroke={2.4} color={INK} pointerEvents="none" />
          </g>
        )}
      </g>
    </Tooltip>
  );
}
