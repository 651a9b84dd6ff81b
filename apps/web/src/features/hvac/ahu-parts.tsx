import classes from "./ahu-schematic.module.css";

/** Return air above, from right to left; supply air below, from left to right; the mixing box joins them. */
export function Ducts({ isOn }: { isOn: boolean }) {
  return (
    <g className={classes["ducts"]}>
      <path d="M952 60 H96 V210 H8 V290 H952 V210 H196 V120 H952 Z" />
      <g className={classes["flow"]} data-on={isOn}>
        <path d="M940 90 H150 V240" />
        <path d="M20 250 H930" />
      </g>
      <path
        className={classes["arrow"]}
        d="M916 240 l14 10 l-14 10 M30 240 l14 10 l-14 10 M800 80 l-14 10 l14 10"
      />
    </g>
  );
}

interface DamperProps {
  x: number;
  y: number;
  percent: number;
  /** In a duct that goes down instead of across. */
  isUpright?: boolean;
}

/** Three blades that stand as far open as the damper does. */
export function Damper({ x, y, percent, isUpright = false }: DamperProps) {
  const closed = 90 - 0.9 * Math.min(100, Math.max(0, percent));
  return (
    <g className={classes["damper"]}>
      {[-26, 0, 26].map((shift) => {
        const [cx, cy] = isUpright ? [x + 20 + shift, y + 76] : [x, y + shift];
        return (
          <line
            key={shift}
            x1={cx - 12}
            x2={cx + 12}
            y1={cy}
            y2={cy}
            transform={`rotate(${isUpright ? 90 - closed : closed} ${cx} ${cy})`}
          />
        );
      })}
    </g>
  );
}

export function Filter({ isLoaded }: { isLoaded: boolean }) {
  return (
    <path
      className={classes["filter"]}
      data-loaded={isLoaded}
      d="M292 212 l20 13 l-20 13 l20 13 l-20 13 l20 13 l-20 11"
    />
  );
}

/** The cooling coil and its valve; the water's line is as strong as the valve is open. */
export function Coil({ percent }: { percent: number }) {
  return (
    <g className={classes["coil"]}>
      <rect x={420} y={212} width={34} height={76} rx={4} />
      <path d="M428 222 h18 v12 h-18 v12 h18 v12 h-18 v12 h18" />
      <path
        className={classes["water"]}
        strokeOpacity={0.25 + 0.0075 * percent}
        d="M437 288 V312 M437 332 V352"
      />
      <path className={classes["valve"]} d="M425 312 l24 20 h-24 l24 -20 Z" />
    </g>
  );
}

const BLADES_DEGREE = [0, 72, 144, 216, 288];

export function Fan({ isOn }: { isOn: boolean }) {
  return (
    <g transform="translate(600 250)" className={classes["fan"]} data-on={isOn} data-testid="fan">
      <circle r={37} className={classes["housing"]} />
      <g className={classes["rotor"]}>
        {BLADES_DEGREE.map((angle) => (
          <path
            key={angle}
            d="M0 0 C 8 -10 20 -18 12 -31 C 2 -34 -6 -20 0 0 Z"
            transform={`rotate(${angle})`}
          />
        ))}
      </g>
      <circle r={5} className={classes["hub"]} />
    </g>
  );
}
