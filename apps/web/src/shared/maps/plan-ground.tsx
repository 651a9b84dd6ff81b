import { PLAN_HEIGHT, PLAN_WIDTH, type PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";

import { cornersText } from "./plan-geometry.ts";

import classes from "./floor-map.module.css";

interface Props {
  /** An uploaded drawing as a picture, in which no script runs and nothing is loaded. */
  drawing: string | undefined;
  outlines: readonly (readonly PlanPoint[])[];
}

/** The background: the uploaded drawing, or walls around the zones. */
export function PlanGround({ drawing, outlines }: Props) {
  if (drawing !== undefined)
    return (
      <g className={classes["paper"]}>
        <rect width={PLAN_WIDTH} height={PLAN_HEIGHT} />
        <image href={drawing} width={PLAN_WIDTH} height={PLAN_HEIGHT} preserveAspectRatio="xMidYMid meet" />
      </g>
    );
  return (
    <g className={classes["walls"]}>
      <rect x={4} y={4} width={PLAN_WIDTH - 8} height={PLAN_HEIGHT - 8} />
      {outlines.map((outline) => (
        <polygon key={cornersText(outline)} points={cornersText(outline)} />
      ))}
    </g>
  );
}
