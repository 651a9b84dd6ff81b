import type { PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";

import { cornersText, labelSpot } from "./plan-geometry.ts";

import classes from "./floor-map.module.css";

const NAME_SIZE = 12;
/** Width of a letter relative to its height, as an estimate. */
const LETTER = 0.58;

export interface MapZone {
  readonly id: number;
  readonly name: string;
  readonly outline: readonly PlanPoint[] | null;
  /** Of its value; without one it is only outlined. */
  readonly color?: string | undefined;
  /** Its value in words, `No data` where there is none. */
  readonly text?: string | undefined;
  /** Its value is old: it is hatched, and the text contains the age. */
  readonly isStale?: boolean;
  /** The page is about it. */
  readonly isMarked?: boolean;
}

interface Props {
  zone: MapZone;
  outline: readonly PlanPoint[];
  /** Width of a plan unit, px: texts keep their size. */
  k: number;
  /** Fill of a zone whose value is old. */
  hatch: string;
  onChoose: ((id: number) => void) | undefined;
}

/** A zone of a plan in the colour of its value, with its name and value in words. */
export function MapZoneShape({ zone, outline, k, hatch, onChoose }: Props) {
  const { name, text, color, isStale = false, isMarked = false } = zone;
  const longest = Math.max(name.length, text?.length ?? 0);
  const [x, y] = labelSpot(outline, (longest * NAME_SIZE * LETTER) / k);
  const label = text === undefined ? name : `${name}: ${text}`;
  const shape = (
    <>
      <polygon
        points={cornersText(outline)}
        className={classes["zone"]}
        data-colored={color !== undefined}
        data-marked={isMarked}
        {...(color !== undefined && {
          style: { fill: isStale ? hatch : color, ...(!isMarked && { stroke: color }) },
        })}
      />
      <text
        className={classes["zoneText"]}
        fontSize={NAME_SIZE / k}
        transform={`translate(${x} ${y})`}
        aria-hidden
      >
        <tspan x={0} dy={`${1.2 * (NAME_SIZE / k)}`}>
          {text === undefined ? name : `${name} `}
        </tspan>
        {text !== undefined && (
          <tspan
            x={0}
            dy={`${1.25 * (NAME_SIZE / k)}`}
            style={isStale ? { fill: "var(--text-stale)", fontWeight: 500 } : { fontWeight: 650 }}
          >
            {text}
          </tspan>
        )}
      </text>
    </>
  );
  if (!onChoose)
    return (
      <g role="img" aria-label={label}>
        {shape}
      </g>
    );
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      {...(isMarked && { "aria-current": true })}
      className={classes["button"]}
      onClick={() => onChoose(zone.id)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onChoose(zone.id);
      }}
    >
      {shape}
    </g>
  );
}
